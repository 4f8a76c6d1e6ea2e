import { cpSync, rmSync } from "node:fs";
import { run } from "../../../scripts/lib/run.mjs";
import { shown, textOf } from "../answers.mjs";
import { whileServing } from "../serving.mjs";

const ROUTES = ["node", "edge"];
const ENV = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };

/** Builds each way with its own route only, from the folder `routes`, because a route that cannot be compiled fails the whole build. */
async function asked(project, route, work, bundler = "--turbopack") {
  for (const name of ROUTES) rmSync(project.path("app", name), { recursive: true, force: true });
  if (route !== null) cpSync(project.path("routes", route), project.path("app", route), { recursive: true });
  const next = project.program("next");
  await run(next, ["build", bundler], { cwd: project.folder, env: ENV });
  return whileServing(next, ["start", "--hostname", "127.0.0.1", "--port", "0"], { cwd: project.folder, env: ENV }, work);
}

const fetched = async (url) => textOf(await fetch(url));

export const runtime = {
  ways: {
    client: (project) => asked(project, null, shown),
    "Node route": (project) => asked(project, "node", (url) => fetched(`${url}node`)),
    "edge route": (project) => asked(project, "edge", (url) => fetched(`${url}edge`)),
    "edge route, webpack": (project) => asked(project, "edge", (url) => fetched(`${url}edge`), "--webpack"),
  },
};
