// Reading `additional_kwargs` of an answer: what stands beside its content.

import { extrasOf, withExtras } from "../formats/extras.js";
import { type Fields, each, isFields, others } from "../formats/fields.js";
import { WRITTEN_AS } from "../formats/marks.js";
import type { NeutralPart } from "../types/program-format.js";
import { ReadError } from "../formats/read-error.js";
import { type OpenCall, readCall } from "./calls.js";
import { originOf } from "./maker.js";
import { TWICE } from "./reasoning.js";
import type { ReasoningPart } from "./reasoning-form.js";
import { ITEM_IDS, readItem, summaryText } from "../providers/registry/langchain-items.js";

/** The map from calls to the signatures of Gemini. */
export const SIGNATURES = "__gemini_function_call_thought_signatures__";
/** The role of instructions of OpenAI. */
export const OPENAI_ROLE = "__openai_role__";

/** The mark of parts beside the content. */
export const BESIDE = "additional_kwargs";

/** An answer, while it is read. */
export interface Answer {
  /** The parts of its content. */
  readonly parts: NeutralPart[];
  readonly calls: OpenCall[];
  /** The marks of its message. */
  readonly marks: Record<string, unknown>;
}

/** Takes what says more of the answer out of `additional_kwargs`; returns the fields that are left. */
export function readKwargs(kwargs: Fields, model: string | undefined, answer: Answer): Fields {
  const taken = [
    ...readLegacyCalls(kwargs, answer),
    ...readThoughts(kwargs, model, answer),
    ...readItemReasoning(kwargs, model, answer),
    ...readRefusal(kwargs, answer),
    ...readCallFields(kwargs, answer.calls),
  ];
  return Object.fromEntries(Object.entries(others(kwargs, taken)).filter(([, value]) => value !== null));
}

/** Reads calls in OpenAI's form. They count only if the message has no others. */
function readLegacyCalls(kwargs: Fields, { calls, marks }: Answer): string[] {
  const taken: string[] = [];
  const { tool_calls: items, function_call: called } = kwargs;
  if (Array.isArray(items)) {
    const legacy = each(items, "tool_calls", (item) => readCall(item));
    if (calls.length === 0) calls.push(...legacy);
    if (legacy.every(({ id }) => calls.some((call) => call.id === id))) {
      taken.push("tool_calls");
      marks.tool_calls = items;
    }
  }
  if (isFields(called) && calls.length === 0 && Object.keys(called).length === 2) {
    const { name, arguments: text } = called;
    if (typeof name === "string" && typeof text === "string") {
      // The core makes the id of that of the message.
      calls.push({ id: "", idFromMessage: "function-call-", name, arguments: text, [WRITTEN_AS]: { function_call: true } });
      taken.push("function_call");
    }
  }
  return taken;
}

/** Reads reasoning of vendors of Chat Completions. */
function readThoughts(kwargs: Fields, model: string | undefined, answer: Answer): string[] {
  const { reasoning_content: text } = kwargs;
  if (typeof text !== "string") return [];
  putFirst(answer, { type: "reasoning", text, origin: originOf("openai-chat", model) } as NeutralPart);
  return ["reasoning_content"];
}

/** Reads an item of reasoning that was kept as it came. Where its text is in the content already, it replaces that part. */
function readItemReasoning(kwargs: Fields, model: string | undefined, answer: Answer): string[] {
  const { reasoning: fields } = kwargs;
  if (!isFields(fields) || (fields.summary === undefined && fields.encrypted_content === undefined)) return [];
  const item = readItemOrNone(fields, model);
  if (item === undefined) return [];
  const shown = summaryText(fields.summary);
  const at = answer.parts.findIndex((part) => isShown(part, shown));
  const same = answer.parts[at];
  if (same === undefined) putFirst(answer, withExtras(item, { [WRITTEN_AS]: BESIDE }));
  else answer.parts[at] = withExtras(withExtras(item, extrasOf(same)), { [WRITTEN_AS]: TWICE });
  answer.marks.reasoning = fields;
  return ["reasoning"];
}

function readItemOrNone(fields: Fields, model: string | undefined): ReasoningPart | undefined {
  try {
    return readItem(fields, model);
  } catch (error) {
    if (error instanceof ReadError) return undefined;
    throw error;
  }
}

/** Reports whether a part is reasoning that says `shown` and nothing else. */
function isShown(part: NeutralPart, shown: string): boolean {
  if (part.type !== "reasoning" || part.text !== shown || part.encrypted !== undefined || part.signature !== undefined) return false;
  const { itemId, writtenAs } = extrasOf(part);
  return itemId === undefined && writtenAs === undefined;
}

function readRefusal({ refusal: text }: Fields, { parts }: Answer): string[] {
  if (typeof text !== "string") return [];
  parts.push({ type: "refusal", text, [WRITTEN_AS]: BESIDE });
  return ["refusal"];
}

/** Reads the maps from ids of calls to fields of theirs. */
function readCallFields(kwargs: Fields, calls: OpenCall[]): string[] {
  const maps = [ITEM_IDS.function, ITEM_IDS.custom, SIGNATURES];
  return maps.filter((name) => {
    const map = kwargs[name];
    const isOfCalls = ([id, value]: [string, unknown]) => typeof value === "string" && calls.some((call) => call.id === id);
    if (!isFields(map) || !Object.entries(map).every(isOfCalls)) return false;
    const field = name === SIGNATURES ? "thoughtSignature" : "itemId";
    for (const call of calls) {
      if (call[field] === undefined && Object.hasOwn(map, call.id)) call[field] = map[call.id];
    }
    return true;
  });
}

/** Puts a part in front of the others; calls keep their places. */
function putFirst({ parts, calls }: Answer, part: NeutralPart): void {
  parts.unshift(part);
  for (const call of calls) {
    if (call.afterParts !== undefined) call.afterParts += 1;
  }
}
