// `npm run build`: writes the publishable packages to pkg/ and build/vocabularies/. Skips parts whose sources have not changed.

import { buildCore } from "./lib/core.mjs";
import { buildFace } from "./lib/face.mjs";
import { isCommand } from "./lib/paths.mjs";
import { linkVocabularies, packVocabularies } from "./lib/vocabularies.mjs";
import { command } from "./lib/run.mjs";
import { setup } from "./setup.mjs";

/** Builds the packages. Everything that setup provides must be there. */
export async function build() {
  await buildCore();
  packVocabularies();
  linkVocabularies();
  await buildFace();
}

if (isCommand(import.meta.url)) {
  await command(async () => {
    await setup();
    await build();
    console.log("pkg/ is the package, and build/vocabularies/ that of the vocabularies.");
  });
}
