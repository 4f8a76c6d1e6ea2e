// A message of the person arrives while the approval is open. It waits in the pending queue, on disk.

import { row } from "../../start/show.mjs";
import { SharedState } from "../shared-state.mjs";
import { MEANWHILE } from "../script.mjs";

const state = new SharedState();
const conversation = await state.load();
const { messageId } = conversation.enqueue({ source: "user", content: MEANWHILE });
await state.save(conversation);
row("person", MEANWHILE);
row("waits", `${conversation.pending.length} in the queue; the history still ends with the calls`);
state.tell({ hasWaited: messageId === null && conversation.busy });
