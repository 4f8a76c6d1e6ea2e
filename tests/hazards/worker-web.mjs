// A worker of a browser.

import { answer } from "./at-work.mjs";

addEventListener("message", async ({ data }) => {
  postMessage(await answer(data).catch(({ stack }) => ({ failed: stack })));
});
// Modules load while messages may come: the page waits for this one.
postMessage("ready");
