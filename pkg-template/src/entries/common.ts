// The module that all entries import, so that each of these is there once: a format that one entry registers is found by every other, and
// an error is of one class, whichever entry throws it.

export { ContextWindowOverflowError, ConversationError } from "../input/errors.js";
export { ReadError, at, invalid } from "../formats/read-error.js";
export { programFormat, registerFormat } from "../formats/registry.js";
