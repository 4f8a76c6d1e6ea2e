// `npm run docs`: writes the documentation site to target/site, and serves it: the pages of docs/, a page for each rule and each code, and the
// API reference from the published declarations. Fails on a broken link, an unknown tag, or a type that is used and not shown.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { documents } from "./lib/documents.mjs";
import { index, subEntries } from "./lib/entries.mjs";
import { isPackageFresh } from "./lib/face.mjs";
import { at, isCommand, packageFolder } from "./lib/paths.mjs";
import { StepError, command } from "./lib/run.mjs";
import { step } from "./lib/step.mjs";
import { serve } from "./lib/static-server.mjs";
import { prepare } from "./prepare.mjs";

export const siteFolder = at("target", "site");

/** Writes the site. The package must have been built and installed. */
export async function docs() {
  if (!isPackageFresh()) throw new StepError("pkg/ is not what the sources say", { advice: "run the stage `build` before this one" });
  await step("documentation site (typedoc)", "15 s", async () => {
    const { Application, Converter, LogLevel } = await import("typedoc");
    rmSync(siteFolder, { recursive: true, force: true });
    const app = await Application.bootstrap({
      entryPoints: [index, ...subEntries].map(({ name }) => join(packageFolder, `${name}.d.ts`)),
      tsconfig: at("pkg-template", "tsconfig.docs.json"),
      readme: join(packageFolder, "README.md"),
      projectDocuments: await documents(),
      navigation: { includeGroups: true },
      groupOrder: [
        "Start",
        "Concepts",
        "Recipes",
        "Coming from another library",
        "Integration",
        "Modules",
        "Error codes",
        "Repair codes",
        "*",
      ],
      highlightLanguages: ["js", "jsx", "ts", "tsx", "sh", "json", "sql"],
      name: "backscroll",
      treatWarningsAsErrors: true,
      logLevel: LogLevel.Warn,
      disableSources: true,
      disableGit: true,
      githubPages: false,
      // These types are shown where they are used, and have no page of their own.
      intentionallyNotExported: [
        "RequestHistory",
        "HasForeignTools",
        "ToolField",
        "ErrorOrigin",
        "FormOf",
        "ClassOf",
        "Arrived",
        "NameOf",
        "ValueOf",
        "StandardResult",
        "PlainMessage",
        "ProgramBody",
        "StrandsBody",
        "SentBy",
        "Without",
        "Writable",
      ],
      excludeExternals: true,
    });
    app.converter.on(Converter.EVENT_RESOLVE_BEGIN, leaveToIndex);
    const project = await app.convert();
    if (project !== undefined) app.validate(project);
    const advice = "fix the comments in pkg-template/src, or the pages of docs/";
    if (project === undefined || app.logger.hasErrors() || app.logger.hasWarnings())
      throw new StepError("typedoc has objections, see above", { advice });
    await app.generateDocs(project, siteFolder);
    if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new StepError("typedoc cannot write the site, see above", { advice });
  });
}

/** `slim` exports everything that `index` exports. The reference shows these names once, under `index`, where users look for them. */
function leaveToIndex({ project }) {
  const [index, slim] = ["index", "slim"].map((name) => project.getChildByName(name));
  for (const child of [...slim.children]) if (index.getChildByName(child.name)) project.removeReflection(child);
}

if (isCommand(import.meta.url)) {
  await command(async () => {
    await prepare();
    await docs();
    const { url } = await serve({ "/": siteFolder });
    console.log(`\ntarget/site is the documentation site. It is at ${url}\nCtrl-C ends it.`);
  });
}
