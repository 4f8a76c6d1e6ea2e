// Reading conversations.

import { type Fields, each, list, noun, object, optional, required } from "../../formats/fields.js";
import { keptMarks } from "../../formats/marks.js";
import type { NeutralMessage, ReadLimits, ReadMessage, Reading } from "../../types/program-format.js";
import { ReadError, at, invalid } from "../../formats/read-error.js";
import { checkBytes } from "../../formats/size.js";
import type { Role } from "../../types/index.js";
import { open } from "./envelope.js";
import { type Metadata, readMetadata } from "./metadata.js";
import { Piece, piecesOf } from "./pieces.js";
import { readBlock } from "./read-block.js";
import { MESSAGE, STRANDS, asField, filled } from "./rest.js";

/** The names of the id of a message in the SDK's languages. */
const IDS = ["trackingId", "tracking_id"];

/** The fields of a message that are modelled. */
const MODELLED = ["role", "content", "metadata", ...IDS];

/** Reads a conversation: a list of messages, an agent's data, a snapshot, or messages of a session. */
export function read(body: unknown, limits: ReadLimits): Reading {
  const { messages: given, system, path, beside } = open(body);
  const messages: ReadMessage[] = [];
  if (system !== undefined) messages.push({ message: { role: "system", content: at("systemPrompt", () => readPrompt(system)) } });
  const ids = new Set<string>();
  for (const [wire, message] of given.entries()) {
    const before = messages.at(-1)?.message.role;
    const pieces = at(`${path}[${wire}]`, () => {
      checkBytes(message, limits);
      return readMessage(message, before, ids);
    });
    for (const [piece, neutral] of pieces.entries()) messages.push({ message: neutral, wire, piece });
  }
  return { path, messages, repairs: [], beside };
}

/** Reads the system prompt: a text, or blocks. */
function readPrompt(prompt: unknown): NeutralMessage["content"] {
  if (typeof prompt === "string") return prompt;
  if (!Array.isArray(prompt)) throw invalid(`expected a string or a list of blocks, found ${noun(prompt)}`);
  const blocks = each(prompt, "", (block) => readBlock(block, "system"));
  return piecesOf(blocks, "system")[0]?.message.content ?? [];
}

/** Reads a message into neutral messages: one for each result, and one for the blocks between results. */
function readMessage(value: unknown, before: Role | undefined, ids: Set<string>): NeutralMessage[] {
  const fields = object(value);
  const role = required(fields, "role");
  if (role !== "user" && role !== "assistant") throw invalidRole(role);
  const metadata = readMetadata(fields.metadata);
  if (fields.content === undefined) throw invalid("expected a list of blocks, found nothing", "content");
  const blocks = each(
    at("content", () => list(fields.content)),
    "content",
    (block) => readBlock(block, role, metadata.origin),
  );
  const pieces = blocks.length === 0 ? [new Piece(role)] : piecesOf(blocks, role);
  const given = IDS.map((name) => optional(fields, name)).find((id) => id !== undefined);
  return pieces.map((piece, place) => {
    const isFirst = place === 0;
    const { id, mark } = isFirst ? ownId(given, ids) : {};
    const isApart = isFirst && before === "tool" && piece.role === "tool";
    const marks = { ...(!isFirst && { joined: true }), ...(isApart && { apart: true }), ...(mark !== undefined && { id: mark }) };
    const message = { ...(id !== undefined && { id }), ...piece.message };
    return isFirst ? withAbout(message, fields, metadata, marks) : withMessageExtras(message, keptMarks(marks));
  });
}

function invalidRole(role: string): ReadError {
  const error = new ReadError(`Invalid role: ${role}. Must be one of user, assistant`, "invalid-role");
  error.path = "role";
  return error;
}

/** The id of a message; a mark where another message has it, too. */
function ownId(given: string | undefined, ids: Set<string>): { id?: string; mark?: string } {
  if (given === undefined || given === "") return {};
  if (ids.has(given)) return { mark: given };
  ids.add(given);
  return { id: given };
}

/** The message with what its source says beside its blocks. */
function withAbout(message: NeutralMessage, fields: Fields, metadata: Metadata, marks: Fields): NeutralMessage {
  const { role } = message;
  const { usage, reported, rest, isSummary } = metadata;
  const about: NeutralMessage = isSummary && role === "user" ? { ...message, role: "system", isSummary: true } : message;
  return withMessageExtras(
    { ...about, ...(role === "assistant" && usage !== undefined && { tokens: usage }) },
    {
      ...asField("metadata", rest),
      // A result has such fields of its own.
      ...asField(role === "tool" ? MESSAGE : STRANDS, filled(fields, MODELLED)),
      ...keptMarks({ ...marks, ...(reported !== undefined && { usage: reported }) }),
    },
  );
}

function withMessageExtras(message: NeutralMessage, extras: Fields): NeutralMessage {
  const all = { ...message.extras, ...extras };
  return Object.keys(all).length === 0 ? message : { ...message, extras: all };
}
