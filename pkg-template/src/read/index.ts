// The entry `backscroll/read`: reads what people paste. It needs no engine.

export { readPaste } from "./read-paste.js";
export { editedText } from "./edits.js";
export type { Pasted, PastedAnswer, PastedFault, PastedRange, PastedRequest, TextEdit } from "./types.js";
