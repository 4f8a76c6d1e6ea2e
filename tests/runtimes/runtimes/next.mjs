import { rmSync } from "node:fs";
import { run } from "../../../scripts/lib/run.mjs";
import { shown } from "../answers.mjs";
import { whileServing } from "../serving.mjs";

const ENV = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };

/** Built once a run; each way has a server of its own. */
async function asked(project, work, { edge = false } = {}) {
  // A route that cannot be compiled fails the whole build, and the others with it: each kind is built by itself.
  rmSync(project.path("app", edge ? "node" : "edge"), { recursive: true, force: true });
  const next = project.program("next");
  await run(next, ["build"], { cwd: project.folder, env: ENV });
  return whileServing(next, ["start", "--hostname", "127.0.0.1", "--port", "0"], { cwd: project.folder, env: ENV }, work);
}

async function fetched(url) {
  const response = await fetch(url);
  const text = await response.text();
  if (response.ok) return text;
  throw new Error(`the route answered ${response.status}`);
}

export const runtime = {
  name: "next",
  project: "next",
  version: (project) => project.version("next"),
  ways: {
    client: (project) => asked(project, shown),
    "Node route": (project) => asked(project, (url) => fetched(`${url}node`)),
  },
};
