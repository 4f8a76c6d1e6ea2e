// Writing one message.

import { callExtras, extrasOf } from "../formats/extras.js";
import { type Fields, fieldsOf } from "../formats/fields.js";
import { WRITTEN_AS, marksOf } from "../formats/marks.js";
import { placeless } from "../formats/placeless.js";
import type { NeutralCall, NeutralMessage, NeutralPart, WriteRepair, WrittenMessage } from "../types/program-format.js";
import { isBuiltin } from "./builtin-calls.js";
import { callMarks } from "./calls.js";
import { BESIDE, OPENAI_ROLE, SIGNATURES } from "./kwargs.js";
import { ITEM_IDS } from "../providers/registry/langchain-items.js";
import { MODEL_NAMES, providerToName } from "./maker.js";
import { TWICE } from "./reasoning.js";
import { writeUsage } from "./usage.js";
import { argumentsText, hasNoArguments, isValid, writeCall } from "./write-calls.js";
import { isBeside, isThoughtField, writeContent } from "./write-content.js";

/** The fields of other formats that OpenAI's package has in `additional_kwargs`. */
const KWARGS = ["refusal", "audio", "function_call"];

/** The extra that says of a result that its text is the JSON text of a value. */
const STRUCTURED = "structured";

/** Extras of messages that have a place, or need none. */
const KNOWN = ["artifact", "additional_kwargs", "response_metadata", "langchain", STRUCTURED, WRITTEN_AS];

/** Writes a message: its type and its data. Adds what it could not hold to `repairs`. */
export function writeMessage(written: WrittenMessage, repairs: WriteRepair[]): { type: string; data: Fields } {
  const { message } = written;
  const extras: Fields = message.extras ?? {};
  const marks = marksOf(extras);
  const type = typeOf(message, marks);
  const [only] = partsOf(message);
  if (type === "remove" && partsOf(message).length === 1 && only?.type === "other" && only.format === "langchain") {
    return { type, data: only.value as Fields };
  }
  const { content, lost } = writeContent(message, marks.content !== undefined);
  repairs.push(...reports(message, extras, lost));
  const data = {
    content,
    ...writeNames(written, type, marks),
    additional_kwargs: writeKwargs(message, extras, marks),
    response_metadata: writeMetadata(message, fieldsOf(extras.response_metadata)),
    ...writeBody(message, type, marks),
    ...fieldsOf(extras.langchain),
    ...(extras.artifact !== undefined && { artifact: extras.artifact }),
  };
  return { type, data };
}

function partsOf({ content }: NeutralMessage): readonly NeutralPart[] {
  return Array.isArray(content) ? content : [];
}

/** The types of roles, for messages whose source says none. */
const TYPES = { system: "system", user: "human", assistant: "ai", tool: "tool" } as const;

function typeOf({ role }: NeutralMessage, { type }: Fields): string {
  const isOwn = role === "tool" ? type === "function" : type === "chat" || type === "generic" || (type === "remove" && role === "system");
  return isOwn ? (type as string) : TYPES[role];
}

function writeNames({ message, isMinted }: WrittenMessage, type: string, marks: Fields): Fields {
  const id = isMinted ? marks.id : message.id;
  const { name } = message;
  const isChat = type === "chat" || type === "generic";
  return {
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
    ...(isChat && marks.role !== undefined && { role: marks.role }),
  };
}

function writeKwargs(message: NeutralMessage, extras: Fields, marks: Fields): Fields {
  const isDeveloper = message.role === "system" && extras.role === "developer";
  return {
    ...(isDeveloper && { [OPENAI_ROLE]: "developer" }),
    ...(message.role === "assistant" && writeAnswerKwargs(message, extras, marks)),
    ...fieldsOf(extras.additional_kwargs),
  };
}

/** The fields of an answer beside its content. */
function writeAnswerKwargs(message: NeutralMessage, extras: Fields, marks: Fields): Fields {
  const parts = partsOf(message);
  const given = KWARGS.filter((name) => extras[name] !== undefined && extras[name] !== null).map((name) => [name, extras[name]]);
  const thoughts = parts.filter(isThoughtField).map(({ text }) => text);
  const isItem = (part: NeutralPart) => part.type === "reasoning" && [BESIDE, TWICE].includes(extrasOf(part).writtenAs as string);
  const refusal = parts.find((part) => isBeside(part) && part.type !== "reasoning");
  return {
    ...Object.fromEntries(given),
    ...(thoughts.length > 0 && { reasoning_content: thoughts.join("\n") }),
    ...(marks.reasoning !== undefined && parts.some(isItem) && { reasoning: marks.reasoning }),
    ...(refusal?.type === "refusal" && { refusal: refusal.text }),
    ...writeCallKwargs(message.toolCalls ?? [], marks),
  };
}

function writeCallKwargs(calls: readonly NeutralCall[], marks: Fields): Fields {
  const ids = new Set<unknown>(calls.map(({ id }) => id));
  const items: readonly unknown[] = Array.isArray(marks.tool_calls) ? marks.tool_calls : [];
  const areCalls = items.every((item) => ids.has(fieldsOf(item).id ?? ""));
  const legacy = calls.find((call) => callMarks(call).function_call);
  return {
    ...(marks.tool_calls !== undefined && areCalls && { tool_calls: marks.tool_calls }),
    ...(legacy && { function_call: { name: legacy.name, arguments: argumentsText(legacy) } }),
    ...fieldMap(
      ITEM_IDS.function,
      calls.filter(({ kind }) => kind === undefined || kind === "function"),
      "itemId",
    ),
    ...fieldMap(
      ITEM_IDS.custom,
      calls.filter(({ kind }) => kind === "custom"),
      "itemId",
    ),
    ...fieldMap(SIGNATURES, calls, "thoughtSignature"),
  };
}

/** A map from the ids of calls to one of their fields; nothing if no call has it, or their blocks hold it. */
function fieldMap(name: string, calls: readonly NeutralCall[], field: string): Fields {
  const pairs = calls.filter((call) => !isInBlock(call, field)).map((call) => [call.id, callExtras(call)[field]] as const);
  const given = pairs.filter(([, value]) => value !== undefined);
  return given.length === 0 ? {} : { [name]: Object.fromEntries(given) };
}

/** Reports whether the block of a call holds a field. */
function isInBlock(call: NeutralCall, field: string): boolean {
  const block: Fields = callMarks(call).block ?? {};
  return field === "itemId" ? block.type === "function_call" && block.id !== undefined : block[field] !== undefined;
}

function writeMetadata(message: NeutralMessage, given: Fields): Fields {
  if (message.role !== "assistant") return given;
  const isNamed = MODEL_NAMES.some((name) => given[name] !== undefined);
  const provider = given.model_provider === undefined ? providerToName(partsOf(message)) : undefined;
  return {
    ...given,
    ...(message.model !== undefined && !isNamed && { model_name: message.model }),
    ...(provider !== undefined && { model_provider: provider }),
  };
}

/** The fields of an answer or of a result. */
function writeBody({ role, toolCalls: calls = [], tokens, toolCallId, isError }: NeutralMessage, type: string, marks: Fields): Fields {
  if (role === "tool" && type !== "function") {
    const status = isError === undefined ? marks.status : isError ? "error" : "success";
    return { tool_call_id: toolCallId ?? "", ...(status !== undefined && { status }) };
  }
  if (role !== "assistant" || (type !== "ai" && calls.length === 0)) return {};
  // A tool that OpenAI defines is called by a block alone.
  const listed = calls.filter((call) => !isBuiltin(call) && callMarks(call).function_call === undefined);
  return {
    tool_calls: listed.filter(isValid).map(writeCall),
    invalid_tool_calls: listed.filter((call) => !isValid(call)).map(writeCall),
    ...(tokens && { usage_metadata: writeUsage(tokens, marks.usage_metadata) }),
  };
}

/** The fields of a message that have no place. */
const LOST = ["createdAt", "response", "vendor", "notices", "prefixDigest", "pinned"];

/** Reports what the message could not carry. */
function reports(message: NeutralMessage, extras: Fields, lostInside: readonly string[]): WriteRepair[] {
  const { id, role, toolCalls = [] } = message;
  const about = { messageId: id as string };
  const hasPlace = (name: string) =>
    KNOWN.includes(name) || (role === "assistant" && KWARGS.includes(name)) || (role === "system" && name === "role");
  const lost = [
    ...lostInside,
    ...placeless(message, LOST),
    ...Object.keys(extras).filter((name) => !hasPlace(name) && extras[name] !== null),
  ];
  const filled = toolCalls.filter((call) => (call.kind ?? "function") === "function" && isValid(call) && hasNoArguments(call));
  const repairs: WriteRepair[] = filled.map((call) => ({
    code: "arguments-filled",
    detail: `the empty arguments of ${call.name} are written as {}`,
    ...about,
    toolCallId: call.id,
  }));
  if (extras[STRUCTURED] !== undefined) {
    repairs.push({ code: "written-as-text", detail: "the result was a JSON value, and is written as its JSON text", ...about });
  }
  if (lost.length > 0) {
    const names = lost.filter((name, place) => name !== lost[place - 1]).map((name) => `\`${name}\``);
    repairs.push({ code: "field-dropped", detail: `left out what the format does not define: ${names.join(", ")}`, ...about });
  }
  return repairs;
}
