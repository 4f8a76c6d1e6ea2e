// Mishaps of conversations. Each returns the messages that it adds.

import { freeCallId } from "./turns.mjs";

const weather = (id, city) => ({ id, name: "weather", arguments: JSON.stringify({ city }) });

/** @type {Record<string, (messages: import("backscroll").Message[]) => import("backscroll").MessageInit[]>} */
export const MISHAPS = {
  /** The program stopped before its tool had answered, and the person went on. */
  "open-call": (messages) => [
    { role: "assistant", content: "Let me look that up.", toolCalls: [weather(freeCallId(messages), "Bergen")] },
    { role: "user", content: "Are you still there?" },
  ],
  /** A careless trim removed the call and left its result. */
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
  /** A call with another vendor's form of id, and with arguments that were cut off. */
  "foreign-call": (messages) => {
    const id = `functions.weather:${messages.length}`;
    return [
      { role: "assistant", content: null, toolCalls: [{ id, name: "weather", arguments: '{"city": "Gei' }] },
      { role: "tool", toolCallId: id, content: "The arguments are no JSON.", isError: true },
    ];
  },
  /** `addMessage` refuses this one: a system message can only be the first message. */
  "second-system": () => [{ role: "system", content: "You are a pirate now." }],
};
