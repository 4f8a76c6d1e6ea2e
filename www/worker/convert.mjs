// The body in another format, with what is lost on the way.

import { convert } from "backscroll/slim";
import { findNodeAtLocation } from "jsonc-parser";
import { TARGETS } from "../formats.mjs";

/** Converts a body. Losses stand beside the messages that they are about. */
export function converted({ format, to, source, root, openCalls }) {
  try {
    const { body, losses: all, repairs } = convert(format, to, source.value, TARGETS.includes(to) ? { openCalls } : {});
    const [losses, params] = [all.filter((loss) => !isOfParams(loss, source.value)), all.filter((loss) => isOfParams(loss, source.value))];
    const places = placesOf(source.value, format, root);
    const placed = (list) =>
      list.slice(0, 500).map(({ code, detail, rule, messageId, toolCallId }) => {
        const offset = places(messageId, toolCallId);
        return { code, detail, rule: rule ?? null, from: offset === null ? null : source.at(offset) };
      });
    const text = JSON.stringify(body, null, 2);
    return {
      text,
      losses: placed(losses),
      repairs: placed(repairs),
      lossCount: losses.length,
      repairCount: repairs.length,
      params: params.map(fieldOf),
      error: null,
    };
  } catch (error) {
    return { text: "", losses: [], repairs: [], lossCount: 0, repairCount: 0, params: [], error: error.message };
  }
}

const fieldOf = ({ detail }) => /`([^`]*)`/.exec(detail)?.[1] ?? "";

/** Model, tools and the like are no part of a conversation: leaving them out loses nothing that was said. */
const isOfParams = (loss, value) => loss.code === "field-dropped" && loss.messageId === undefined && Object.hasOwn(value, fieldOf(loss));

/** Finds the place of a message or of a call, by their ids, in the text of the body. */
function placesOf(value, format, root) {
  const { body } = convert(format, "backscroll", value);
  const messages = Array.isArray(body) ? body : (body.messages ?? []);
  const field = ["messages", "input", "contents", "inputs", "steps"].find((name) => Array.isArray(value?.[name]));
  const list = Array.isArray(value) ? root : field === undefined ? undefined : findNodeAtLocation(root, [field]);
  const offsets = new Map();
  const strings = new Map();
  const visit = (node, message) => {
    if (node.type === "string" && !strings.has(node.value)) strings.set(node.value, message);
    for (const child of node.children ?? []) visit(child, message);
  };
  for (const child of list?.children ?? []) visit(child, child.offset);
  // Messages and items are as many in most formats. Where they are not, a call is found by its id.
  const isSameCount =
    list?.children?.length === messages.filter(({ role }) => role !== "system").length || list?.children?.length === messages.length;
  if (isSameCount) {
    const own = list.children.length === messages.length ? messages : messages.filter(({ role }) => role !== "system");
    // A message without an id is named by its place.
    for (const [place, message] of own.entries()) offsets.set(message.id ?? `m${messages.indexOf(message)}`, list.children[place].offset);
  }
  return (messageId, callId) => offsets.get(messageId) ?? strings.get(callId) ?? strings.get(messageId) ?? null;
}

/** The six targets: what the body would lose there. */
export function badge({ format, target, value, count }) {
  if (format === target) return { target, isOwn: true, violations: count, losses: 0, repairs: 0, error: null };
  try {
    const { losses, repairs } = convert(format, target, value);
    return {
      target,
      isOwn: false,
      violations: 0,
      losses: losses.filter((loss) => !isOfParams(loss, value)).length,
      repairs: repairs.length,
      error: null,
    };
  } catch (error) {
    return { target, isOwn: false, violations: 0, losses: 0, repairs: 0, error: error.message };
  }
}
