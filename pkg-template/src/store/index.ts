// The entry `backscroll/store`: a store in memory, the way to make one of any database, lists of a program's own, and the look at damaged
// threads. It needs no engine.

export { memoryStore } from "./memory.js";
export { storeOf } from "./store-of.js";
export { StoredList } from "./stored-list.js";
export { salvage, verify } from "./verify.js";
export type { Salvage, Verification } from "./verify.js";
