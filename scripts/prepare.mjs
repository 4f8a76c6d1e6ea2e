// The first step of every command that uses the package: set up, build, install. Skips parts that are up to date.

import { installPackage } from "./lib/consumer.mjs";
import { build } from "./build.mjs";
import { setup } from "./setup.mjs";

/** Makes `import "backscroll"` work in this repository. */
export async function prepare() {
  await setup();
  await build();
  await installPackage();
}
