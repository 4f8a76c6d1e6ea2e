// The envelope of messages: an agent's data, a snapshot, a message of a session.

import { type Fields, fieldsOf, isFields, list } from "../../formats/fields.js";
import { at } from "../../formats/read-error.js";

/** A conversation, out of its envelope. */
export interface Opened {
  messages: readonly unknown[];
  system: unknown;
  /** The path of the messages, for errors. */
  path: string;
  /** The names of fields beside the conversation. */
  beside: string[];
}

/** The names of the system prompt in the SDK's languages. */
const SYSTEM = ["systemPrompt", "system_prompt"];

/** Opens a list of messages, an agent's data, or a snapshot. */
export function open(body: unknown): Opened {
  const outer = fieldsOf(body);
  const isSnapshot = isFields(outer.data) && outer.data.messages !== undefined;
  const fields = isSnapshot ? fieldsOf(outer.data) : outer;
  const path = isSnapshot ? "data.messages" : outer.messages === undefined ? "" : "messages";
  const beside = new Set<string>();
  if (path !== "") {
    const own = ["messages", ...SYSTEM, ...(isSnapshot ? ["data"] : [])];
    addNames(beside, fields, own);
    if (isSnapshot) addNames(beside, outer, own);
  }
  const messages = at(path, () => list(fields.messages ?? (path === "" ? body : fields.messages))).map((message) => {
    const envelope = fieldsOf(message);
    if (envelope.role !== undefined || envelope.message === undefined) return message;
    addNames(beside, envelope, ["message", "redact_message"]);
    return envelope.redact_message ?? envelope.message;
  });
  const name = SYSTEM.find((known) => fields[known] !== undefined);
  return { messages, system: name === undefined ? undefined : (fields[name] ?? undefined), path, beside: [...beside] };
}

function addNames(names: Set<string>, fields: Fields, known: readonly string[]): void {
  for (const [name, value] of Object.entries(fields)) if (value !== null && !known.includes(name)) names.add(name);
}

/** The form of a body: Python's field names show it. */
export function formOf(body: unknown): string {
  return /"(?:system_prompt|tracking_id)":/.test(JSON.stringify(body)) ? "python" : "messages";
}
