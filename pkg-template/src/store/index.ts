// The entry `backscroll/store`: a store in memory, and the way to make one of any database. It needs no engine.

export { memoryStore } from "./memory.js";
export { storeOf } from "./store-of.js";
