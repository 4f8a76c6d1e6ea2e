// `npm run www`: prepares the package and serves the page on this machine, until Ctrl-C. PORT chooses the port; else a free one.

import { servePage } from "./lib/static-server.mjs";
import { StepError, command } from "./lib/run.mjs";
import { prepare } from "./prepare.mjs";

await command(async () => {
  const port = Number(process.env.PORT ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new StepError(`PORT is ${process.env.PORT}, which is no port`, { advice: "give a number from 0 to 65535" });
  }
  await prepare();
  const { url } = await serve(port);
  console.log(`\nThe page is at ${url}\nCtrl-C ends it.`);
});

async function serve(port) {
  try {
    return await servePage({ port });
  } catch (error) {
    if (error.code !== "EADDRINUSE") throw error;
    throw new StepError(`port ${port} is taken`, { advice: "choose another, as `PORT=8081 npm run www`, or leave PORT out" });
  }
}
