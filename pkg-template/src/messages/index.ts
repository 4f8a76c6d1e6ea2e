// The entry `backscroll/messages`: helpers for programs that show messages. It needs no engine.

export { shownMessages } from "./shown-messages.js";
export { textOf } from "./text-of.js";
export type { GrowingAnswer, ShownMessage } from "./shown-messages.js";
