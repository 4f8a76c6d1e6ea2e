// Reading one message.

import { type Fields, isEmpty, isFields, object, optional, others, textOf } from "../formats/fields.js";
import { keptMarks } from "../formats/marks.js";
import type { NeutralMessage, NeutralPart } from "../types/program-format.js";
import { at } from "../formats/read-error.js";
import type { Role } from "../types/index.js";
import { callMarks, readCalls } from "./calls.js";
import type { Opened } from "./envelope.js";
import { OPENAI_ROLE, readKwargs } from "./kwargs.js";
import { type Maker, makerIn, providerToName } from "./maker.js";
import { readContent } from "./read-content.js";
import { readUsage } from "./usage.js";
import { verbatim } from "./words.js";

/** The fields of messages that are modelled, or kept under a name of their own. */
const FIELDS = [
  "type",
  "role",
  "content",
  "content_blocks",
  "contentBlocks",
  "id",
  "name",
  "additional_kwargs",
  "response_metadata",
  "tool_calls",
  "invalid_tool_calls",
  "usage_metadata",
  "tool_call_id",
  "status",
  "artifact",
];
/** The pieces of a streamed message. The complete values are beside them. */
const CHUNK_FIELDS = ["tool_call_chunks", "chunk_position"];

/** A message that was read. */
interface Read {
  readonly message: NeutralMessage;
  /** The detail of a report that its role was corrected. */
  readonly detail?: string | undefined;
  /** True if it makes a call that has no id in the source. */
  readonly isAsking: boolean;
}

/** Reads a message. `ids` are those of the messages before; `asking` is the message whose call without an id waits for its result. */
export function readMessage(opened: Opened, ids: Set<string>, asking: number | undefined): Read {
  const { fields, kind } = opened;
  const marks: Record<string, unknown> = {};
  const id = idOf(opened, ids, marks);
  const kwargs = fieldsIn(fields, "additional_kwargs");
  const metadata = fieldsIn(fields, "response_metadata");
  const maker = makerIn(metadata);
  const { role, detail } = roleOf(opened, marks);
  if (kind === "remove") {
    const content = [verbatim(filled(others(fields, ["type", "role"])))];
    return { message: { ...(id !== undefined && { id }), role, content, extras: keptMarks(marks) }, isAsking: false };
  }
  const said = role === "assistant" ? readAnswer(opened, kwargs, maker, marks) : readOther(opened, role, kwargs, maker, asking);
  const { own, left, ...body } = said;
  const message: NeutralMessage = { ...(id !== undefined && { id }), role, ...body };
  const notes = readNotes(opened, message, maker, marks);
  if (role === "tool" && body.isError === undefined && fields.status !== undefined && fields.status !== null) marks.status = fields.status;
  const about = metadataToKeep(metadata, message, maker);
  const extras = {
    ...own,
    ...objectAs("additional_kwargs", left),
    ...objectAs("response_metadata", about),
    ...unmodelled(opened),
    ...keptMarks(marks),
  };
  return {
    message: { ...message, ...notes, ...(!isEmpty(extras) && { extras }) },
    detail,
    isAsking: message.toolCalls?.some((call) => callMarks(call).function_call) === true,
  };
}

/** The id. That of a removal is another message's, and of two messages with one id the second needs another. */
function idOf({ fields, kind }: Opened, ids: Set<string>, marks: Record<string, unknown>): string | undefined {
  const id = optional(fields, "id");
  if (id === undefined || id === "" || kind === "remove") return undefined;
  if (!ids.has(id)) {
    ids.add(id);
    return id;
  }
  marks.id = id;
  return undefined;
}

/** The roles of kinds of messages; a chat message has its own role. */
const ROLES = {
  human: "user",
  ai: "assistant",
  tool: "tool",
  function: "tool",
  system: "system",
  developer: "system",
  remove: "system",
} as const;

/** The roles that chat messages may say. */
const CHAT_ROLES: ReadonlyMap<unknown, Role> = /* @__PURE__ */ new Map<unknown, Role>([
  ["system", "system"],
  ["developer", "system"],
  ["assistant", "assistant"],
  ["ai", "assistant"],
  ["model", "assistant"],
  ["user", "user"],
  ["human", "user"],
]);

/** The role, with the detail of a report if it had to be corrected. */
function roleOf({ kind, name, fields }: Opened, marks: Record<string, unknown>): { role: Role; detail?: string } {
  if (kind === "remove" || kind === "function") marks.type = kind;
  if (kind !== "chat") return { role: ROLES[kind] };
  marks.type = name === "chat" ? "chat" : "generic";
  if (fields.role !== undefined) marks.role = fields.role;
  const role = CHAT_ROLES.get(fields.role);
  return role === undefined
    ? { role: "user", detail: `a message of the role \`${textOf(fields.role) ?? ""}\` is read as the user's` }
    : { role };
}

/** The body of a message, with its unmodelled fields and the rest of `additional_kwargs`. */
type Said = Pick<NeutralMessage, "content" | "toolCalls" | "toolCallId" | "isError"> & { own: Fields; left: Fields };

/** Reads a message that is no answer of the model. */
function readOther(opened: Opened, role: Role, kwargs: Fields, maker: Maker, asking: number | undefined): Said {
  const { kind, fields } = opened;
  const isDeveloper = kind === "developer" || (kind === "system" && kwargs[OPENAI_ROLE] === "developer");
  const left = filled(isDeveloper ? others(kwargs, [OPENAI_ROLE]) : kwargs);
  const said = { content: readContent(opened, maker), own: isDeveloper ? { role: "developer" } : {}, left };
  if (role !== "tool") return said;
  const { status } = fields;
  const isError = status === "error" ? true : status === "success" ? false : undefined;
  const callId = kind === "function" ? undefined : optional(fields, "tool_call_id");
  const answered = kind === "function" && asking !== undefined ? { answersMessage: asking } : callId && { toolCallId: callId };
  return { ...said, ...answered, ...(isError !== undefined && { isError }) };
}

/** Reads an answer of the model, with the fields beside its content. */
function readAnswer(opened: Opened, kwargs: Fields, { format, model }: Maker, marks: Record<string, unknown>): Said {
  const calls = readCalls(opened.fields);
  const content = readContent(opened, { format, model }, calls);
  const parts: NeutralPart[] = Array.isArray(content) ? [...content] : [];
  const before = parts.length;
  // Beside calls, LangChain says nothing with the empty text.
  const isSilent = content === "" && calls.length > 0;
  const kept = at("additional_kwargs", () => readKwargs(kwargs, model, { parts, calls, marks }));
  let said = Array.isArray(content) ? parts : isSilent ? null : content;
  if (!Array.isArray(content) && parts.length > before) {
    marks.content = "string";
    // The text stands between the thoughts and the refusal.
    const place = parts.findIndex((part) => part.type !== "reasoning");
    if (typeof content === "string" && content !== "")
      parts.splice(place === -1 ? parts.length : place, 0, { type: "text", text: content });
    said = parts;
  }
  const count = Array.isArray(said) ? said.length : 0;
  for (const call of calls) {
    if (call.afterParts !== undefined && call.afterParts >= count) delete call.afterParts;
  }
  const { audio, ...left } = kept;
  // Speech of OpenAI stands there as it came.
  const speech = isFields(audio);
  return { content: said, ...(calls.length > 0 && { toolCalls: calls }), own: speech ? { audio } : {}, left: speech ? left : kept };
}

/** Reads the name of the speaker, the model and the tokens. */
function readNotes(
  { fields }: Opened,
  { role }: NeutralMessage,
  { model }: Maker,
  marks: Record<string, unknown>,
): Partial<NeutralMessage> {
  const isAnswer = role === "assistant";
  const name = optional(fields, "name");
  const tokens = isAnswer ? readUsage(fields.usage_metadata) : undefined;
  if (tokens !== undefined) marks.usage_metadata = fields.usage_metadata;
  return { ...(name !== undefined && { name }), ...(isAnswer && model !== undefined && { model }), ...(tokens && { tokens }) };
}

/** The metadata that the message does not say elsewhere. */
function metadataToKeep(metadata: Fields, { role, content }: NeutralMessage, { model }: Maker): Fields {
  const isAnswer = role === "assistant";
  const provider = isAnswer && Array.isArray(content) ? providerToName(content) : undefined;
  const isSaid = (name: string, value: unknown) => {
    if (name === "model_name") return isAnswer && textOf(value) === model;
    return name === "model_provider" ? provider !== undefined && value === provider : value === null;
  };
  return Object.fromEntries(Object.entries(metadata).filter(([name, value]) => !isSaid(name, value)));
}

/** The fields that are not modelled, as one object, and the artifact. */
function unmodelled({ fields, content }: Opened): Fields {
  const rest = filled(others(fields, [...FIELDS, ...CHUNK_FIELDS, ...(content === undefined ? [] : ["text"])]));
  const { artifact = null } = fields;
  return { ...objectAs("langchain", rest), ...(artifact !== null && { artifact }) };
}

/** The object under `name`; an empty one if there is none. */
function fieldsIn(fields: Fields, name: string): Fields {
  const value = fields[name];
  return value === undefined || value === null ? {} : at(name, () => object(value));
}

/** The fields that are not null. */
function filled(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** The fields as an object under `name`; nothing if there are no fields. */
function objectAs(name: string, fields: Fields): Fields {
  return isEmpty(fields) ? {} : { [name]: fields };
}
