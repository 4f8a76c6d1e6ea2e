import { chromium } from "../../../scripts/lib/chromium.mjs";
import { ask } from "../../../scripts/lib/run.mjs";
import { served, shown } from "../answers.mjs";

export const runtime = {
  name: "chromium",
  project: "chromium",
  version: async () => /Chrom\w+ ([\d.]+)/.exec(await ask(await chromium(), ["--version"]))?.[1] ?? "unknown",
  ways: { "script type=module": (project) => served(project.folder, shown) },
};
