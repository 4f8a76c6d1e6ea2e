import { run } from "../../../scripts/lib/run.mjs";
import { served, shown } from "../answers.mjs";

export const runtime = {
  ways: {
    build: async (project) => {
      await run(project.program("parcel"), ["build", "index.html", "--no-cache"], { cwd: project.folder, env: { ...process.env, PARCEL_WORKERS: "0" } });
      return served(project.path("dist"), shown);
    },
  },
};
