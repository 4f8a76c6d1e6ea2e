// The repairs that the words of a refusal call for, where no rule explains it.

import { isArray, isObject, reading, unlike } from "../input/check.js";
import type { BodyEdit } from "../index.js";
import type { RefusalCause } from "./causes.js";
import { joinedNeighbours, outputsBehindCalls, textsOfContents } from "./likely-history.js";
import { segmentsOf } from "./segments.js";
import type { Explanation, LikelyRepair } from "./types.js";

/** Repairs of one refusal. */
const MOST = 3;
/** Depth at which a body is searched. */
const DEEPEST = 12;
/** Edits of one repair. */
const MOST_EDITS = 2_000;

type Step = string | number;
type Fields = Record<string, unknown>;

/**
 * Returns repairs that the words of a refusal call for, the likeliest first, where `validate` finds no reason: the field that the words name
 * goes, or the reasoning, or the cache markers; contents become texts, neighbours of one role are joined, results go behind their calls.
 * Each is a guess: nobody but the provider can check it. Give the edits to `repairParameters`, as the `repair` of a violation.
 *
 * @throws ConversationError `invalid-argument`.
 * @example
 * const [likely] = likelyRepairs(body, explain(error), String(error));
 * if (likely) console.log(likely.title, likely.why);
 */
export function likelyRepairs(body: object, explanations: readonly Explanation[], words: string): LikelyRepair[] {
  if (!isObject(body)) throw unlike("body", "a request body", body);
  if (!isArray(explanations)) throw unlike("explanations", "the list that `explain` returns", explanations);
  if (typeof words !== "string") throw unlike("words", "the text of the refusal", words);
  const [said] = explanations as readonly Explanation[];
  if (said === undefined) return [];
  return reading("`body`", () =>
    found(body, said, words)
      .filter(({ edits }) => edits.length > 0)
      .slice(0, MOST),
  );
}

function found(body: object, { cause, path }: Explanation, words: string): LikelyRepair[] {
  const place = path === null ? null : placeOf(body, path);
  const isReasoning = cause.startsWith("reasoning-");
  const item = place === null ? [] : removed([place]);
  switch (kindOf(cause)) {
    case "reasoning": {
      const all = placesOf(body, isThinking);
      const own = all.filter(
        (each) => place !== null && (place.startsWith(each) || each.startsWith(`${place}.`) || each.startsWith(`${place}[`)),
      );
      const switches = ["thinking", "reasoning", "reasoning_effort"].filter((name) => Object.hasOwn(body, name));
      return [
        {
          title: "Leave this reasoning out",
          why: "Its text was changed, or another model, key or account wrote it.",
          edits: own.length < all.length ? removed(own) : [],
        },
        {
          title: "Leave all earlier reasoning out",
          why: "The history comes from another provider, or from a store that changes long texts.",
          edits: removed(all),
        },
        {
          title: "Switch reasoning off for this request",
          why: "The model answers without it, and you can look for the cause later.",
          edits: isReasoning ? removed(switches) : [],
        },
        ...(cause === "reasoning-order" ? [withoutReferences(body)] : []),
      ];
    }
    case "cache":
      return [
        { title: "Leave the cache marker at this place out", why: "The other markers stay.", edits: item },
        {
          title: "Leave all cache markers out",
          why: "The request is read without a cache.",
          edits: removed(placesOf(body, (_, name) => name === "cache_control" || name === "cachePoint")),
        },
      ];
    case "stored": {
      const ids = placesOf(body, (value, name) => name === "id" && typeof value === "string" && /^(?:rs|msg|fc|ctc|ws|item)_/.test(value));
      const own = ids.filter((place) => words.includes(valueAt(body, place) as string));
      return [
        { title: "Leave this id out", why: "The words name it.", edits: own.length < ids.length ? removed(own) : [] },
        { title: "Leave the ids of items out", why: "The provider did not store them, or no longer does.", edits: removed(ids) },
        withoutReferences(body),
      ];
    }
    case "history":
      return [
        {
          title: "Make each content one text",
          why: "The provider takes no parts here.",
          edits: cause === "content-form" ? textsOfContents(body as Fields) : [],
        },
        {
          title: "Join neighbours of one role",
          why: "The model takes turns of user and assistant only.",
          edits: cause === "role-order" ? joinedNeighbours(body as Fields) : [],
        },
        {
          title: "Put each result directly behind its call",
          why: "This provider looks for it there only.",
          edits: cause === "call-without-result" ? outputsBehindCalls(body as Fields) : [],
        },
      ];
    case "tools":
      return [
        {
          title: "Leave the tool at this place out",
          why: "The other tools stay.",
          edits: path?.startsWith("tools") === true ? item : removed(named(body, words, ["tools"])),
        },
        {
          title: "Leave all tools out",
          why: "The model answers without calls.",
          edits: removed(["tools", "tool_choice"].filter((name) => Object.hasOwn(body, name))),
        },
      ];
    case "place": {
      const fields = removed(named(body, words, PARAMETERS));
      const what = place === null ? "" : `\`${place}\``;
      const inner = place === null ? [] : fieldsAt(body, place, words);
      return [
        {
          title: `Leave ${[...new Set(inner.map(({ path: field }) => `\`${field.replace(/^.*\./, "")}\``))].join(", ")} out of such messages`,
          why: "The words name it there.",
          edits: inner,
        },
        { title: `Leave ${what} out`, why: "The words point to it.", edits: item },
        { title: `Leave ${fields.map(({ path: field }) => `\`${field}\``).join(", ")} out`, why: "The words name it.", edits: fields },
      ];
    }
    case "none":
      return [];
  }
}

/** The kinds of repairs. */
function kindOf(cause: RefusalCause): "reasoning" | "cache" | "stored" | "tools" | "history" | "place" | "none" {
  if (cause.startsWith("reasoning-")) return "reasoning";
  if (cause === "cache-control") return "cache";
  if (cause === "item-missing" || cause === "item-id-form") return "stored";
  if (cause === "content-form" || cause === "role-order" || cause === "call-without-result") return "history";
  if (cause === "not-ours" || cause === "context-overflow" || cause === "missing-field" || cause === "messages-missing") return "none";
  return cause.startsWith("tool-s") || cause.startsWith("tool-t") || cause.startsWith("tools-") ? "tools" : "place";
}

/** The repair that leaves the references to stored responses out. */
function withoutReferences(body: object): LikelyRepair {
  const references = ["previous_response_id", "conversation"].filter((name) => Object.hasOwn(body, name));
  return {
    title: `Leave \`${references[0] ?? ""}\` out`,
    why: "It refers to what the provider does not have whole. Send the whole history instead.",
    edits: removed(references),
  };
}

/** The fields that the words name of the message at a place, in all messages of its role. */
function fieldsAt(body: object, place: string, words: string): BodyEdit[] {
  const [, list, at] = /^(messages|input|contents)\[(\d+)\]$/.exec(place) ?? [];
  if (list === undefined) return [];
  const messages = (body as Fields)[list] as Fields[];
  const { role } = messages[Number(at)] as Fields;
  const names = namesIn(words.replace(/did you mean \S+/gi, "")).filter((name) => !/^(?:role|content|parts|type)$/.test(name));
  return removed(
    messages.flatMap((message, index) =>
      isObject(message) && message.role === role
        ? names.filter((name) => Object.hasOwn(message, name)).map((name) => stepped(`${list}[${index}]`, name))
        : [],
    ),
  );
}

/** The objects in which parameters stand. */
const PARAMETERS = ["", "generationConfig", "inferenceConfig", "additionalModelRequestFields", "output_config", "text", "reasoning"];

/** The fields that the words name between quotes, of those in these objects; the items of a list by their names. */
function named(body: object, words: string, parents: readonly string[]): string[] {
  const names = namesIn(words);
  const history = "messages input contents system instructions systemInstruction model".split(" ");
  return parents.flatMap((parent) => {
    const around = parent === "" ? body : (body as Record<string, unknown>)[parent];
    if (isArray(around))
      return around.flatMap((each, at) =>
        placesOf(each as object, (value, field) => field === "name" && names.includes(value as string)).length > 0
          ? [`${parent}[${at}]`]
          : [],
      );
    if (!isObject(around)) return [];
    return names
      .filter((name) => Object.hasOwn(around, name) && !history.includes(name))
      .map((name) => (parent === "" ? name : `${parent}.${name}`));
  });
}

const namesIn = (words: string): string[] =>
  [...words.slice(0, 4_000).matchAll(/[`'"“]([\w.-]{2,64})[`'"”]/g)].map(([, name]) => name as string);

function isThinking(value: unknown, name: Step): boolean {
  if (name === "reasoning_content" || name === "reasoning_details" || name === "reasoningContent")
    return value !== null && value !== undefined;
  if (name === "reasoning") return typeof value === "string";
  return typeof name === "number" && isObject(value) && /^(?:thinking|redacted_thinking|reasoning)$/.test(String(value.type));
}

/** The places of the values that a test picks, the outermost only. */
function placesOf(body: object, isWanted: (value: unknown, name: Step) => boolean): string[] {
  const places: string[] = [];
  const visit = (value: unknown, path: string, depth: number): void => {
    if (depth > DEEPEST || places.length >= MOST_EDITS) return;
    const inner: [Step, unknown][] = isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
    for (const [name, each] of inner) {
      const place = stepped(path, name);
      if (isWanted(each, name)) places.push(place);
      else visit(each, place, depth + 1);
    }
  };
  visit(body, "", 0);
  return places;
}

/** The value at a place of the body. */
const valueAt = (body: object, place: string): unknown =>
  segmentsOf(place).reduce<unknown>((value, step) => (value as Record<Step, unknown>)[step], body);

const stepped = (path: string, name: Step): string =>
  typeof name === "number"
    ? `${path}[${name}]`
    : /^[\w$-]+$/.test(name)
      ? path === ""
        ? name
        : `${path}.${name}`
      : `${path}[${JSON.stringify(name)}]`;

/** The place of the body that a refusal names. Providers put the type of a block between its index and its field, which the body does not have. */
function placeOf(body: object, path: string): string | null {
  const place = walked(body, segmentsOf(path), "");
  return place !== null && /[.[]/.test(place) ? place : null;
}

function walked(value: unknown, steps: readonly Step[], place: string): string | null {
  const [step, ...rest] = steps;
  if (step === undefined) return place;
  const next: unknown = isArray(value)
    ? value[step as number]
    : isObject(value) && Object.hasOwn(value, step)
      ? (value as Record<Step, unknown>)[step]
      : undefined;
  const found = next === undefined ? null : walked(next, rest, stepped(place, step));
  return found ?? (typeof step === "string" && isObject(value) && rest.length > 0 ? walked(value, rest, place) : null);
}

const removed = (places: readonly string[]): BodyEdit[] => places.map((path) => ({ path, remove: true }));
