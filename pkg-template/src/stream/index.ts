// The entry `backscroll/stream`. It needs no engine; of the package it takes the class of errors.

export { addStream } from "./add-stream.js";
export { readStream } from "./read-stream.js";
export type { AddedStream, ConversationStream, ConversationTarget, LeftOut, PartialPart, PartialResponse, ReadableSource, ResponseSource, ResponseStream, StreamEnd, StreamFormat, StreamOptions, StreamResult, StreamSource } from "./types.js";
