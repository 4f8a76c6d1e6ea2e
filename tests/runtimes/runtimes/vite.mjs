import { copyFileSync } from "node:fs";
import { run } from "../../../scripts/lib/run.mjs";
import { served, shown } from "../answers.mjs";
import { whileServing } from "../serving.mjs";

export const runtime = {
  bundle: (project, input, output) => run(process.execPath, ["alone-build.mjs", input, output], { cwd: project.folder }),
  ways: {
    dev: (project) => whileServing(project.program("vite"), ["--host", "127.0.0.1"], { cwd: project.folder }, shown),
    build: async (project) => {
      await run(project.program("vite"), ["build"], { cwd: project.folder });
      return served(project.path("dist"), shown);
    },
    "build, slim": async (project) => {
      copyFileSync(project.path("index.html"), project.path("slim", "index.html"));
      await run(project.program("vite"), ["build", "slim", "--emptyOutDir", "--outDir", project.path("dist-slim")], { cwd: project.folder });
      return served(project.path("dist-slim"), shown);
    },
  },
};
