import { writtenByTest } from "../answers.mjs";

const tests = (pool) => (project) => writtenByTest(project, project.program("vitest"), ["run", `--pool=${pool}`]);

export const runtime = {
  ways: { forks: tests("forks"), threads: tests("threads"), vmThreads: tests("vmThreads") },
};
