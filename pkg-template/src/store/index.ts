// The entry `backscroll/store`: a store in memory, the way to make one of any database, and lists of a program's own. It needs no engine.

export { memoryStore } from "./memory.js";
export { storeOf } from "./store-of.js";
export { StoredList } from "./stored-list.js";
