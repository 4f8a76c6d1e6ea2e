// The entry `backscroll/clients`: a conversation and a provider's client, as one function. It needs no engine: the conversation brings its own.

export type * from "../providers/registry/client-types.js";
export type { Send } from "./client-form.js";
export { withHistory } from "./with-history.js";
export type { Answer, Ask, AskedStream, AskingConversation, AskOptions, AskParams, AskResponse, ClientTarget } from "./types.js";
