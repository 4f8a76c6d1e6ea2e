import { chromium } from "../../../scripts/lib/browsers.mjs";
import { ask } from "../../../scripts/lib/run.mjs";
import { served, shown } from "../answers.mjs";

export const runtime = {
  project: "plain",
  version: async () => /Chrom\w+ ([\d.]+)/.exec(await ask(await chromium(), ["--version"]))?.[1] ?? "unknown",
  ways: {
    "script type=module": (project) => served(project.folder, (url) => shown(`${url}unbundled.html`)),
    "slim, by address": (project) => served(project.folder, (url) => shown(`${url}slim.html`)),
  },
};
