import { printed } from "../answers.mjs";

/** What is not permitted on the command line is refused, and nobody is asked. */
const answer = (project, ...args) => printed(project.program("deno"), ["run", "--no-prompt", ...args], { cwd: project.folder });

export const runtime = {
  scripts: true,
  ways: {
    "ESM, no permissions": (project) => answer(project, "print.mjs"),
    // `require` itself looks at files while the program runs, whatever is required.
    "CJS, --allow-read": (project) => answer(project, "--allow-read=.", "print.cjs"),
  },
};
