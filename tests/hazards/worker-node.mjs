// A worker of Node.

import { parentPort } from "node:worker_threads";
import { answer } from "./at-work.mjs";

parentPort.on("message", async (message) => {
  parentPort.postMessage(await answer(message).catch(({ stack }) => ({ failed: stack })));
});
