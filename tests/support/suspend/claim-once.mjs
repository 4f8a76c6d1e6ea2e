// A process, or a thread, that claims a checkpoint in a ledger on disk, and reports whether it got the claim. It holds the claim until it is
// asked to end.

import { parentPort } from "node:worker_threads";
import { fileStore } from "backscroll/store/file";

const [folder, id] = process.argv.slice(2);
const ledger = fileStore(folder).ledger;
const [receiver, send] = parentPort === null ? [process, (text) => process.send(text)] : [parentPort, (text) => parentPort.postMessage(text)];

/** "claim" makes an attempt; any other message ends the process without a release. */
receiver.on("message", async (order) => {
  if (order !== "claim") process.exit(0);
  try {
    await ledger.claim(id);
    send("got it");
  } catch (error) {
    send(error.code);
  }
});
send("ready");
