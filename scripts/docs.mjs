// `npm run docs`: writes the API reference from the published declarations to target/reference. Fails on a broken link, an unknown tag, or
// a type that is used and not shown.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { index, subEntries } from "./lib/entries.mjs";
import { isPackageFresh } from "./lib/face.mjs";
import { at, isCommand, packageFolder } from "./lib/paths.mjs";
import { StepError, command } from "./lib/run.mjs";
import { step } from "./lib/step.mjs";
import { setup } from "./setup.mjs";

const out = at("target", "reference");

/** Writes the reference. The package must have been built. */
export async function docs() {
  if (!isPackageFresh()) throw new StepError("pkg/ is not what the sources say", { advice: "run the stage `build` before this one" });
  await step("API reference (typedoc)", "10 s", async () => {
    const { Application, Converter, LogLevel } = await import("typedoc");
    rmSync(out, { recursive: true, force: true });
    const app = await Application.bootstrap({
      entryPoints: [index, ...subEntries].map(({ name }) => join(packageFolder, `${name}.d.ts`)),
      tsconfig: at("pkg-template", "tsconfig.docs.json"),
      readme: join(packageFolder, "README.md"),
      name: "backscroll",
      treatWarningsAsErrors: true,
      logLevel: LogLevel.Warn,
      disableSources: true,
      disableGit: true,
      githubPages: false,
      // These types are shown where they are used, and have no page of their own.
      intentionallyNotExported: ["RequestHistory", "HasForeignTools", "ToolField", "ErrorOrigin", "FormOf", "ClassOf", "PlainMessage", "ProgramBody", "StrandsBody", "Writable"],
      excludeExternals: true,
    });
    app.converter.on(Converter.EVENT_RESOLVE_BEGIN, leaveToIndex);
    const project = await app.convert();
    if (project !== undefined) app.validate(project);
    const advice = "fix the comments in pkg-template/src";
    if (project === undefined || app.logger.hasErrors() || app.logger.hasWarnings()) throw new StepError("typedoc has objections, see above", { advice });
    await app.generateDocs(project, out);
    if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new StepError("typedoc cannot write the reference, see above", { advice });
  });
}

/** `slim` exports everything that `index` exports. The reference shows these names once, under `index`, where users look for them. */
function leaveToIndex({ project }) {
  const [index, slim] = ["index", "slim"].map((name) => project.getChildByName(name));
  for (const child of [...slim.children]) if (index.getChildByName(child.name)) project.removeReflection(child);
}

if (isCommand(import.meta.url)) {
  await command(async () => {
    await setup();
    await build();
    await docs();
    console.log("target/reference/index.html is the API reference.");
  });
}
