// Mishaps of conversations. Each is the messages that it leaves behind.

import { freeCallId } from "./turns.mjs";

const weather = (id, city) => ({ id, name: "weather", arguments: JSON.stringify({ city }) });

/** @type {Record<string, (messages: import("backscroll").Message[]) => import("backscroll").MessageInit[]>} */
export const MISHAPS = {
  /** The program stopped before its tool had answered, and the person went on. */
  "open-call": (messages) => [
    { role: "assistant", content: "Let me look that up.", toolCalls: [weather(freeCallId(messages), "Bergen")] },
    { role: "user", content: "Are you still there?" },
  ],
  /** A trim of the old kind took the call and left its result. */
  "orphan-result": () => [{ role: "tool", toolCallId: "call_of_long_ago", content: "Sunny, 21 degrees." }],
  /** The tool took so long that the person wrote in between. */
  "late-result": (messages) => {
    const id = freeCallId(messages);
    return [
      { role: "assistant", content: null, toolCalls: [weather(id, "Voss")] },
      { role: "user", content: "While you look: does the train stop in Voss?" },
      { role: "tool", toolCallId: id, content: "Snow, 1 degree." },
    ];
  },
  /** An id as another vendor's model writes them, and arguments that were cut off. */
  "foreign-call": (messages) => {
    const id = `functions.weather:${messages.length}`;
    return [
      { role: "assistant", content: null, toolCalls: [{ id, name: "weather", arguments: '{"city": "Gei' }] },
      { role: "tool", toolCallId: id, content: "The arguments are no JSON.", isError: true },
    ];
  },
  /** Refused at the door: instructions are only the first message. */
  "second-system": () => [{ role: "system", content: "You are a pirate now." }],
};
