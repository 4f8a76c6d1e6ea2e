// `npm run docs`: writes the site to target/site, and serves it on this machine, until Ctrl-C: the doctor, a page for each refusal, and the
// documents with the reference of the package. Fails on an unknown tag, a link that leads nowhere, or a type that is used and not shown.
// PORT chooses the port; else a free one.

import { isPackageFresh } from "./lib/face.mjs";
import { isCommand } from "./lib/paths.mjs";
import { atPort } from "./lib/port.mjs";
import { StepError, command } from "./lib/run.mjs";
import { step } from "./lib/step.mjs";
import { serve } from "./lib/static-server.mjs";
import { prepare } from "./prepare.mjs";

/** Writes the site. The package must have been built and installed. */
export async function docs() {
  if (!isPackageFresh()) throw new StepError("pkg/ is not what the sources say", { advice: "run the stage `build` before this one" });
  // Imported late, because its modules import the package, which may just have been built.
  const { buildSite } = await import("./site/site.mjs");
  return step("site", "20 s", buildSite);
}

if (isCommand(import.meta.url)) {
  await command(() =>
    atPort("npm run docs", async (port) => {
      await prepare();
      const { folder } = await docs();
      const { url } = await serve({ "/": folder }, { port });
      console.log(`\ntarget/site is the site. It is at ${url}\nCtrl-C ends it.`);
    }),
  );
}
