import { printed } from "../answers.mjs";

/** Refuses every permission that is not given on the command line, without a prompt. */
const answer = (project, ...args) => printed(project.program("deno"), ["run", "--no-prompt", ...args], { cwd: project.folder });

export const runtime = {
  scripts: true,
  ways: {
    "ESM, no permissions": (project) => answer(project, "print.mjs"),
    // `require` reads files while the program runs, so it needs this permission.
    "CJS, --allow-read": (project) => answer(project, "--allow-read=.", "print.cjs"),
  },
};
