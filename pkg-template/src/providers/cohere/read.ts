// Reading conversations.

import { callWithExtras } from "../../formats/extras.js";
import { type Fields, each, fieldsOf, isEmpty, list, noun, object, optional, others, required, roleIn } from "../../formats/fields.js";
import { keptMarks } from "../../formats/marks.js";
import type { NeutralCall, NeutralMessage, NeutralPart, ReadLimits, ReadMessage, Reading } from "../../types/program-format.js";
import { at, invalid } from "../../formats/read-error.js";
import { checkBytes } from "../../formats/size.js";
import type { TokenUsage } from "../../types/index.js";
import { isAnswer, openBody, refuseFailure } from "../chat-body.js";
import { readBlock } from "./read-block.js";
import { COHERE, INSIDE, type Place } from "./place.js";
import { isClientSpelling, restSpelling } from "./spelling.js";

const ROLES = ["system", "user", "assistant", "tool"] as const;

/** Reads a list of messages, a request, or an answer. */
export function read(body: unknown, limits: ReadLimits): Reading {
  const { items, path, beside } = openBody(body, ["message", "id", "usage"]);
  const messages = items.map((item, wire): ReadMessage => {
    const message = at(`${path}[${wire}]`, () => {
      checkBytes(item, limits);
      return isAnswer(item) ? readAnswer(item) : readMessage(item);
    });
    return { message, wire };
  });
  return { path, messages, repairs: [], beside };
}

/** Reads an answer: its message, its id, and its usage. */
function readAnswer(answer: Fields): NeutralMessage {
  refuseFailure(answer.message);
  const message = at("message", () => readMessage(answer.message));
  const id = optional(answer, "id");
  const tokens = readUsage(answer.usage);
  return { ...message, ...(id !== undefined && { response: { id, format: COHERE } }), ...(tokens !== undefined && { tokens }) };
}

/** Reads usage, in both spellings. What is billed leaves out the provider's own words around the messages, so it comes second. */
function readUsage(value: unknown): TokenUsage | undefined {
  const usage = fieldsOf(value);
  const counted = fieldsOf(usage.tokens ?? usage.billed_units ?? usage.billedUnits);
  const [input, output] = [count(counted.input_tokens ?? counted.inputTokens), count(counted.output_tokens ?? counted.outputTokens)];
  const cachedInput = count(usage.cached_tokens ?? usage.cachedTokens);
  const tokens = {
    ...(input !== undefined && { input }),
    ...(output !== undefined && { output }),
    ...(cachedInput !== undefined && { cachedInput }),
  };
  return isEmpty(tokens) ? undefined : tokens;
}

/** A number of tokens. Cohere writes them with a fraction: `5.0`. */
function count(value: unknown): number | undefined {
  return typeof value === "number" ? Math.max(0, Math.round(value)) : undefined;
}

function readMessage(value: unknown): NeutralMessage {
  const fields = restSpelling(object(value));
  const role = roleIn(ROLES, required(fields, "role"));
  if (role === "assistant") return readAssistant(fields);
  const content = at("content", () => readContent(fields.content, role));
  if (role === "tool") {
    return { role, toolCallId: optional(fields, "tool_call_id") ?? "", content, ...kept(fields, ["role", "content", "tool_call_id"]) };
  }
  return { role, content, ...kept(fields, ["role", "content"]) };
}

/** Reads a text or blocks. */
function readContent(content: unknown, role: (typeof ROLES)[number]): string | NeutralPart[] {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) throw invalid(`expected a string or a list of blocks, found ${noun(content)}`);
  return each(content, "", (block) => readBlock(block, role));
}

/**
 * Reads an answer's message. The plan beside calls is a text like any other, because models of other providers say the same as text before
 * their calls.
 */
function readAssistant(fields: Fields): NeutralMessage {
  const given = fields.content ?? null;
  const content = given === null ? null : at("content", () => readContent(given, "assistant"));
  const plan = optional(fields, "tool_plan");
  const items = fields.tool_calls ?? null;
  const calls =
    items === null
      ? []
      : each(
          at("tool_calls", () => list(items)),
          "tool_calls",
          readCall,
        );
  const about = {
    ...(calls.length > 0 && { toolCalls: calls }),
    ...kept(fields, ["role", "content", "tool_plan", "tool_calls"]),
  };
  if (plan === undefined && calls.length === 0) return { role: "assistant", content, ...about };
  const beside = calls.length > 0 ? marked(content) : asParts(content);
  const parts = [...beside, ...(plan === undefined || plan === "" ? [] : [placed(plan, calls.length > 0 ? "plan" : "plan-alone")])];
  return { role: "assistant", content: parts.length === 0 ? null : parts, ...about };
}

function asParts(content: string | NeutralPart[] | null): NeutralPart[] {
  return typeof content === "string" ? [placed(content, "text")] : (content ?? []);
}

/** Content beside calls, where text of other formats would become the plan. */
function marked(content: string | NeutralPart[] | null): NeutralPart[] {
  return asParts(content).map((part) =>
    part.type === "text" && part.writtenAs === undefined ? { ...part, ...keptMarks({ [COHERE]: "block" }) } : part,
  );
}

/** A text with a mark of its place. */
function placed(text: string, place: Place): NeutralPart {
  return { type: "text", text, ...keptMarks({ [COHERE]: place }) };
}

function readCall(value: unknown): NeutralCall {
  const fields = object(value);
  const inner = fields.function === undefined || fields.function === null ? {} : at("function", () => object(fields.function));
  const call = {
    id: optional(fields, "id") ?? "",
    name: at("function", () => optional(inner, "name")) ?? "",
    arguments: inner.arguments ?? "",
  };
  const rest = others(inner, ["name", "arguments"]);
  const known = ["id", "function", ...(fields.type === "function" ? ["type"] : [])];
  return callWithExtras(call, { ...others(fields, known), ...(!isEmpty(rest) && { [INSIDE]: rest }) }, COHERE);
}

/** The unmodelled fields of a message, such as its citations. */
function kept(fields: Fields, known: readonly string[]): Pick<NeutralMessage, "extras" | "extrasFrom"> {
  const extras = others(fields, known);
  return isEmpty(extras) ? {} : { extras, extrasFrom: COHERE };
}

/** The form of a body or list. The names of messages show the client's spelling. */
export function formOf(body: unknown): string {
  const { items } = openBody(body, []);
  return items.some(isClientSpelling) ? "camelCase" : Array.isArray(body) ? "list" : "request";
}
