// The text of a message, whatever its format.

import { isArray, isObject } from "../input/check.js";

type Fields = Readonly<Record<string, unknown>>;

/** Types of parts whose text is for the user. A part without a type is one of Gemini or Bedrock. */
const TEXTS: readonly unknown[] = ["text", "input_text", "output_text", "refusal", undefined];

/** The fields that hold the content of a message, of which the first that is there counts. */
const CONTENTS = ["content", "parts", "output", "result"] as const;

/** Cohere's words before calls. */
const PLANS = ["tool_plan", "toolPlan"] as const;

/** The fields that hold the message itself: those of LangChain, of `transcript`, and of answers of Cohere and Ollama. */
const HOLDERS = ["data", "kwargs", "message"] as const;

/**
 * Returns the text of a message: what its speaker says, without reasoning, calls and media. The message may be one of a conversation or of
 * its `transcript`, or of any format that this package reads: a message of a provider or a framework, an item of the Responses API, a
 * `UIMessage`. The text of a result that is a message of its own is the result, if that is a text; results inside a message of the user have
 * none. Texts of several parts follow each other, as they arrived. A value without a text has the text `""`.
 *
 * @example
 * const last = conversation.messages.at(-1);
 * console.log(textOf(last));
 */
export function textOf(message: unknown): string {
  return textIn(message, 0);
}

/** Messages hold texts at most this deep: an envelope, its message, a list, a part. */
const DEEPEST = 5;

function textIn(value: unknown, depth: number): string {
  if (typeof value === "string") return value;
  if (depth > DEEPEST) return "";
  if (isArray(value)) return value.map((part) => textOfPart(part, depth)).join("");
  if (!isObject(value)) return "";
  const fields: Fields = value;
  if (!isSaid(fields)) return "";
  const isHeld = (name: string) => typeof fields[name] === "string" || isArray(fields[name]);
  const held = [...CONTENTS.filter(isHeld).slice(0, 1), ...PLANS.filter(isHeld)];
  if (held.length > 0) return held.map((name) => textIn(fields[name], depth + 1)).join("");
  const holder = HOLDERS.find((name) => isObject(fields[name]));
  return holder === undefined ? textBeside(fields) : textIn(fields[holder], depth + 1);
}

/** Returns the text of an answer of Chat Completions that has no content: a refusal, or the words of its sound. */
function textBeside({ role, refusal, audio, text }: Fields): string {
  const said = role === undefined ? text : (refusal ?? (isObject(audio) ? audio.transcript : undefined));
  return typeof said === "string" ? said : "";
}

/** Reports whether what an item holds is said: reasoning has contents, too. */
function isSaid({ type, role }: Fields): boolean {
  return role !== "reasoning" && role !== "activity" && type !== "reasoning" && type !== "thought";
}

/** Returns the text of a part; the empty text for parts of other kinds. */
function textOfPart(part: unknown, depth: number): string {
  if (typeof part === "string") return part;
  if (!isObject(part)) return "";
  const { type, text, content, refusal, thought, citationsContent, citations } = part as Fields;
  // Bedrock and Strands wrap the text that has sources.
  const cited = citationsContent ?? citations;
  if (type === undefined && isObject(cited)) return textIn(cited.content, depth + 1);
  if (!TEXTS.includes(type) || thought === true) return "";
  const said = text ?? refusal ?? (type === "text" || type === "refusal" ? content : undefined);
  return typeof said === "string" ? said : "";
}
