// `npm run www`: prepares the package and serves the page on this machine, until Ctrl-C. PORT chooses the port; else a free one.

import { atPort } from "./lib/port.mjs";
import { command } from "./lib/run.mjs";
import { servePage } from "./lib/static-server.mjs";
import { prepare } from "./prepare.mjs";

await command(() =>
  atPort("npm run www", async (port) => {
    await prepare();
    const { url } = await servePage({ port });
    console.log(`\nThe page is at ${url}\nCtrl-C ends it.`);
  }),
);
