// A request in another format: the conversation, the tools and the limits, with what stays behind.

import { carryParams, repairParameters } from "./reader.mjs";
import { ConversationManager, convert, validate } from "backscroll/slim";
import { TARGETS, TARGET_MODELS } from "../formats.mjs";
import { checkedOf, optionsOf } from "./diagnosis.mjs";
import { learn } from "./frameworks.mjs";
import { isRecord, listOf } from "./values.mjs";

/** Losses that are listed. */
const MOST = 500;

/** Converts a request. What stays behind stands beside the place that it is about. */
export async function converted({ format, value, request, to, model, openCalls }) {
  await learn(to);
  try {
    const isBetween = TARGETS.includes(format) && TARGETS.includes(to) && isRecord(value);
    const made = isBetween ? between({ format, value, to, model, openCalls }) : conversation({ format, value, to, openCalls });
    const places = placesOf({ format, value });
    const placed = made.losses.slice(0, MOST).map(({ code, detail, messageId, toolCallId, path = null }) => {
      const place = path ?? places(messageId, toolCallId);
      const { from, to, keyFrom, keyTo } = place === null ? {} : request.rangeOf(place);
      return {
        code,
        detail,
        path: place,
        from: place === null ? null : (keyFrom ?? from),
        to: place === null ? null : (keyTo ?? from + 1),
        barTo: to ?? null,
      };
    });
    const broken = TARGETS.includes(to) ? validate(to, made.body, optionsOf({ format: to, value: made.body, url: null })).length : 0;
    const checked = TARGETS.includes(to) ? checkedOf(to).reduce((sum, { count }) => sum + count, 0) : 0;
    return {
      ...made,
      losses: placed,
      lossCount: made.losses.length,
      broken,
      checked,
      text: JSON.stringify(made.body, null, 2),
      error: null,
    };
  } catch (error) {
    return { text: "", losses: [], lossCount: 0, repairs: [], carried: [], broken: 0, checked: 0, isWhole: false, error: error.message };
  }
}

/** A request of one provider as that of another, with its params. */
function between({ format, value, to, model, openCalls }) {
  const { params, carried, left } = carryParams(format, to, value);
  const { field, model: name } = TARGET_MODELS[to];
  // The conversation's own losses; those of fields beside it are in `left`.
  const { losses, repairs: mended } = convert(format, to, value, { openCalls });
  const isOfParams = ({ code, messageId }) => code === "field-dropped" && messageId === undefined;
  const conversation = ConversationManager.from(format, value);
  try {
    const { body: written, repairs } = conversation.toRequest(
      to,
      { ...params, [field]: model ?? name, ...needed(to, params) },
      { openCalls },
    );
    // The other model may take no such parameter.
    const { body, repairs: refused } = repairParameters(
      written,
      validate(to, written, optionsOf({ format: to, value: written, url: null })),
    );
    const givenAs = (path) => carried.find((each) => each.to === path)?.from ?? path;
    const ofTools = repairs.filter(({ detail }) => detail.startsWith("the tools were given"));
    return {
      body,
      isWhole: true,
      carried,
      losses: [
        ...left.map((path) => ({ code: "field-dropped", detail: `\`${path}\` has no counterpart`, path })),
        ...losses.filter((loss) => !isOfParams(loss)),
        ...refused.map(({ path, detail }) => ({ code: "field-dropped", detail, path: givenAs(path) })),
        ...ofTools.map(({ code, detail }) => ({ code, detail, path: "tools" })),
      ],
      repairs: mended.map(({ code, detail }) => ({ code, detail })),
    };
  } finally {
    conversation.dispose();
  }
}

/** Fields without which a target takes no request. */
const needed = (to, params) => (to === "anthropic" && params.max_tokens === undefined ? { max_tokens: 4_096 } : {});

/** The conversation alone: data of programs have no params. */
function conversation({ format, value, to, openCalls }) {
  const { body, losses, repairs } = convert(format, to, value, TARGETS.includes(to) ? { openCalls } : {});
  // A loss of no message is about a field beside them.
  const placed = losses.map((loss) => (loss.messageId === undefined ? { ...loss, path: fieldIn(loss, value) } : loss));
  return { body, isWhole: false, carried: [], losses: placed, repairs: repairs.map(({ code, detail }) => ({ code, detail })) };
}

function fieldIn({ detail }, value) {
  const name = /`([^`]*)`/.exec(detail)?.[1] ?? "";
  return isRecord(value) && Object.hasOwn(value, name) ? name : null;
}

/** Finds the place of a message or of a call, by their ids, in the body. */
function placesOf({ format, value }) {
  const { body } = convert(format, "backscroll", value);
  const messages = (Array.isArray(body) ? body : (body.messages ?? [])).filter(({ role }) => role !== "system");
  const { name, items } = listOf(value);
  const at = (place) => `${name}[${place}]`;
  const places = new Map();
  for (const [place, item] of items.entries()) for (const text of textsIn(item, 0)) if (!places.has(text)) places.set(text, at(place));
  const systems = items.filter((item) => item?.role === "system" || item?.role === "developer").length;
  // Messages and items are as many in most formats. Where they are not, a call is found by its id.
  if (items.length - systems === messages.length)
    for (const [place, message] of messages.entries()) places.set(message.id ?? `m${place + systems}`, at(place + systems));
  return (messageId, callId) => places.get(callId) ?? places.get(messageId) ?? null;
}

/** The short texts of an item, among which ids are. */
function textsIn(value, depth) {
  if (typeof value === "string") return value.length <= 100 ? [value] : [];
  if (typeof value !== "object" || value === null || depth > 6) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, depth + 1));
}
