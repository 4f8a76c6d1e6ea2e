// Writing a conversation, as stored or as serialised messages.

import type { WrittenMessage, WriteRepair } from "../types/program-format.js";
import { classOf } from "./envelope.js";
import { escaped } from "./escape.js";
import { writeMessage } from "./write-message.js";

/** The forms of a conversation. */
export type Form = "stored" | "serialized";

/** Writes messages in a form. */
export function write(messages: readonly WrittenMessage[], form: string): { body: unknown[]; repairs: WriteRepair[] } {
  const repairs: WriteRepair[] = [];
  const body = messages.map((written) => {
    const { type, data } = writeMessage(written, repairs);
    if (form === "stored") return { type, data };
    const kwargs = Object.fromEntries(Object.entries(data).map(([name, value]) => [name, escaped(value)]));
    return { lc: 1, type: "constructor", id: ["langchain_core", "messages", classOf(type)], kwargs };
  });
  return { body, repairs };
}
