// A coding agent that works through a list of tickets in a repository. Tickets, paths and commits of earlier results are needed later.

import { random } from "../../../tests/support/random.mjs";
import { callersOf, repository, shuffled, textOf } from "./repository.mjs";
import { Talk } from "./talk.mjs";

const PROMPT =
  "You are a coding agent in a TypeScript repository. Find the cause before you edit. Change as little as you can, run the tests of the " +
  "area after each change, and commit each ticket by itself.";
const TICKETS = 5;
const OPTIONS = ["roundHalfEven", "skipExpired", "dryRun", "maxRetries", "fallbackCurrency", "strictDates", "keepZeros"];
const REASONS = [
  "totals differ by a cent",
  "old entries come back",
  "an import stops half way",
  "a report counts twice",
  "dates slip by a day",
];

/**
 * @param {number} seed
 * @returns {{ id: string, messages: object[] }} in the form of OpenAI's chat API
 */
export function codingRun(seed) {
  const chance = random(seed);
  const files = repository(chance);
  const tickets = shuffled(files, chance)
    .slice(0, TICKETS)
    .map((file) => ticketOn(file, chance));
  const talk = new Talk(PROMPT);
  talk.user("Work through the tickets of the milestone, one commit each. Tell me when all are done.");
  talk.call("list_tickets", { milestone: "next" }, tickets.map(listed).join("\n\n"), "I begin with the list.");
  talk.call("list_files", { folder: "." }, files.flatMap(({ path, test }) => [path, test]).join("\n"));
  for (const ticket of tickets) work(talk, ticket, files, chance);
  talk.user("Thanks. Write the notes of the release: each ticket with its file and its commit.");
  talk.call("write_file", { path: "CHANGELOG.md", text: tickets.map(noted).join("\n") }, "written, 14 lines");
  talk.answer(`Done:\n${tickets.map(noted).join("\n")}`);
  return { id: `coding ${seed}`, messages: talk.messages };
}

function ticketOn(file, chance) {
  const [id, option, bound] = [`PAY-${1_000 + chance.below(9_000)}`, chance.pick(OPTIONS), 1_000 + chance.below(90_000)];
  const commit = chance
    .below(2 ** 28)
    .toString(16)
    .padStart(7, "0");
  return { id, file, option, bound, commit, reason: chance.pick(REASONS) };
}

function listed({ id, file, option, bound, reason }) {
  return `${id}: ${reason}\n  ${file.symbol} needs an option ${option}; its limit becomes ${bound}. Callers pass the option on.`;
}

function noted({ id, file, commit, option }) {
  return `- ${id}: \`${file.symbol}\` in ${file.path} takes ${option} (${commit})`;
}

/** Works on one ticket: search, edits in the file and its callers, a failing test, a commit. */
function work(talk, { id, file, option, bound, commit }, files, chance) {
  const callers = callersOf(files, file);
  const hits = [file, ...callers].flatMap(({ path, test }) => [`${path}:${3 + chance.below(40)}`, `${test}:${1 + chance.below(60)}`]);
  talk.call(
    "grep",
    { pattern: `${file.symbol}\\(` },
    hits.map((hit) => `${hit}:  ${file.symbol}(input, options);`).join("\n"),
    `Next is ${id}.`,
  );
  edit(talk, file, `const LIMIT = ${file.limit};`, `const LIMIT = ${bound};`, chance);
  edit(talk, file, "options = {}", `{ ${option} = false, ...options } = {}`, null);
  for (const caller of callers) {
    edit(talk, caller, `${file.symbol}(input, options)`, `${file.symbol}(input, { ...options, ${option}: true })`, chance);
  }
  const area = file.test.slice(0, file.test.lastIndexOf("/"));
  const line = 10 + chance.below(50);
  const failure = `FAIL ${file.test}:${line}\n  RangeError: over ${file.limit}\n${log(files, area, chance)}\n1 failed, ${20 + chance.below(60)} passed`;
  talk.call("run_tests", { folder: area }, failure);
  talk.call(
    "read_file",
    { path: file.test, from: line - 5, to: line + 5 },
    `${line}\texpect(() => ${file.symbol}({ value: ${file.limit + 1} })).toThrow();`,
  );
  talk.call("edit_file", { path: file.test, old: `value: ${file.limit + 1}`, new: `value: ${bound + 1}` }, "1 replacement");
  talk.call("run_tests", { folder: area }, `${log(files, area, chance)}\n${21 + chance.below(60)} passed`);
  talk.call(
    "commit",
    { message: `Give ${file.symbol} an option ${option} (${id})`, paths: [file, ...callers].map(({ path }) => path) },
    `[main ${commit}] ${callers.length + 2} files changed`,
  );
}

/** Edits a file, which is read first where `chance` is given. */
function edit(talk, file, old, replacement, chance) {
  if (chance !== null) talk.call("read_file", { path: file.path }, textOf(file, chance));
  talk.call("edit_file", { path: file.path, old, new: replacement }, "1 replacement");
}

function log(files, area, chance) {
  const tests = files.filter(({ test }) => test.startsWith(area));
  return tests.map(({ test }) => `  ✓ ${test} (${3 + chance.below(20)} tests) ${chance.below(900)}ms`).join("\n");
}
