// The entry `backscroll/stream`. It needs no engine; of the package it takes the class of errors.
//
// `addStream` is a function of this entry and no method, so that programs without streams do not download the assemblers. `addResponse`
// names `addStream` in its error for a stream.

export { addStream } from "./add-stream.js";
export { readStream } from "./read-stream.js";
export type {
  AddedStream,
  ConversationStream,
  ConversationTarget,
  LeftOut,
  PartialPart,
  PartialResponse,
  ReadableSource,
  ResponseSource,
  ResponseStream,
  StreamEnd,
  StreamFormat,
  StreamOptions,
  StreamResult,
  StreamSource,
} from "./types.js";
