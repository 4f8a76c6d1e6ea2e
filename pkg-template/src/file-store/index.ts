// The entry `backscroll/store/file`.

import { join } from "node:path";
import { string } from "../input/check.js";
import type { Store } from "../index.js";
import { storeOf } from "../store/store-of.js";
import { ledgerIn } from "./ledger.js";
import { threadsIn } from "./threads.js";

/**
 * Makes a store in a folder of a local disk, for all processes of one machine. Creates a missing folder. Each entry is a file, which is on
 * the disk when a save resolves.
 *
 * @param folder a folder that only this store uses
 * @throws ConversationError `invalid-argument`.
 * @example
 * const store = fileStore("./chats");
 */
export function fileStore(folder: string): Store {
  const root = string("folder", folder);
  return storeOf(threadsIn(join(root, "threads")), ledgerIn(join(root, "checkpoints")));
}
