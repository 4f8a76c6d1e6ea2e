// The entry `backscroll/clients`: a conversation and a provider's client, as one function. It needs no engine: the conversation brings its own.

export { withHistory } from "./with-history.js";
export type { Answer, Ask, AskedStream, AskOptions, Clients, ClientTarget, Send } from "./types.js";
