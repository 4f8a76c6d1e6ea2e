// A process that claims a checkpoint in a ledger on disk, and reports whether it got the claim. It holds the claim until it is told to end.

import { fileStore } from "backscroll/store/file";

const [folder, id] = process.argv.slice(2);
const ledger = fileStore(folder).ledger;

/** "claim" makes an attempt; any other message ends the process without a release. */
process.on("message", async (order) => {
  if (order !== "claim") process.exit(0);
  try {
    await ledger.claim(id);
    process.send("got it");
  } catch (error) {
    process.send(error.code);
  }
});
process.send("ready");
