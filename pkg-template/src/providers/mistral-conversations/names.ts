// The names of the format, of its entries and of their fields.

import { type Fields, isFields } from "../../formats/fields.js";
import type { NeutralPart } from "../../types/program-format.js";
import { verbatimPart } from "../parts.js";

/** The format. */
export const NAME = "mistral-conversations";

/** The fields about entries, which are not part of the conversation. They are kept as marks. */
export const ABOUT: readonly string[] = ["object", "id", "created_at", "completed_at", "agent_id", "model"];

/** The unmodelled field that keeps the fields of an entry with the first of its chunks. */
export const ENTRY = "entry";

/** Marks of the spelling in the source. */
export interface Marks {
  /** The fields in `ABOUT` of an entry, kept with its first chunk, its call, or its message. */
  readonly about?: Fields;
  /** Of the first chunk of an entry: its type, if it is not the default; `""` if it has none. */
  readonly type?: string;
  /** Of the first chunk: it begins an entry after another entry of the model's words. */
  readonly begins?: true;
  /** Of the only chunk: the content is a list. */
  readonly isList?: true;
  /** Of the only input: it is a text. */
  readonly isText?: true;
  /** Of media: the type of chunk, if it is not the default. */
  readonly as?: string;
  /** Of a picture: its address is in an object. */
  readonly isObject?: true;
  /** Of an unmodelled part: it was among the chunks of an entry. */
  readonly inside?: true;
}

/** A part that is not modelled. */
export function verbatim(value: object, marks: Marks = {}): NeutralPart {
  return verbatimPart(NAME, value, marks);
}

/** The names of fields in Mistral's client for TypeScript, each with that of the API. */
const CLIENT: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  [
    "created_at",
    "completed_at",
    "agent_id",
    "tool_call_id",
    "confirmation_status",
    "previous_agent_id",
    "previous_agent_name",
    "next_agent_id",
    "next_agent_name",
    "image_url",
    "document_url",
    "document_name",
    "input_audio",
    "file_id",
    "file_name",
    "file_type",
    "reference_ids",
    "conversation_id",
    "prompt_tokens",
    "completion_tokens",
    "total_tokens",
    "connector_tokens",
  ].map((name) => [name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()), name]),
);
const API: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([...CLIENT].map(([client, name]) => [name, client]));

/** The fields with the names of the API. */
export function asApi(fields: Fields): Fields {
  return renamed(fields, CLIENT);
}

/** An entry with the names of the client. Times are left out: the client takes no texts for them. */
export function asClient(entry: Fields): Fields {
  const { created_at: _, completed_at: __, ...kept } = entry;
  const fields: Record<string, unknown> = { ...renamed(kept, API) };
  if (Array.isArray(fields.content)) {
    fields.content = fields.content.map((chunk: unknown) => {
      if (!isFields(chunk)) return chunk;
      const { thinking, ...others } = renamed(chunk, API);
      return Array.isArray(thinking)
        ? { ...others, thinking: thinking.map((inner: unknown) => (isFields(inner) ? renamed(inner, API) : inner)) }
        : renamed(chunk, API);
    });
  }
  return fields;
}

function renamed(fields: Fields, names: ReadonlyMap<string, string>): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [names.get(name) ?? name, value]));
}

/** Reports whether entries have the names of the client. */
export function isClients(body: unknown): boolean {
  return /"(?:toolCallId|imageUrl|documentUrl|agentId|createdAt|fileId|referenceIds|conversationId)":/.test(JSON.stringify(body));
}
