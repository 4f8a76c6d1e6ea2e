// A message of the person arrives while the approval is open. It waits for its place, on disk.

import { row } from "../../start/show.mjs";
import { Desk } from "../desk.mjs";
import { MEANWHILE } from "../script.mjs";

const desk = new Desk();
const conversation = await desk.load();
const { messageId } = conversation.enqueue({ source: "user", content: MEANWHILE });
await desk.save(conversation);
row("person", MEANWHILE);
row("waits", `${conversation.pending.length} in the queue; the history still ends with the calls`);
desk.tell({ hasWaited: messageId === null && conversation.busy });
