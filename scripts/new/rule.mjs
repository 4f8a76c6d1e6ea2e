// A rule of a provider: its file, and its name in the provider's list.

import { readFileSync, readdirSync } from "node:fs";
import { at } from "../lib/paths.mjs";
import { StepError } from "../lib/run.mjs";

const FORMAT = at("src", "format");

/** The providers, by the letters of their rules: their folders, and their rules. */
export function catalogues() {
  const folders = readdirSync(FORMAT, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const listed = folders.flatMap(({ name: folder }) => {
    let text = "";
    try {
      text = readFileSync(at("src", "format", folder, "rules.rs"), "utf8");
    } catch {
      return [];
    }
    const ids = [...text.matchAll(/\b([A-Z]{2})(\d+)([A-Z]?)\b/g)];
    return [[ids[0][1], { folder, text, numbers: ids.map(([, , number]) => Number(number)) }]];
  });
  return Object.fromEntries(listed);
}

/** The file of a rule of which nothing is known yet. */
const FILE = (id) => `{
  "rule": "${id}",
  "demands": "The demand, in one sentence.",
  "words": ["The provider's error message."],
  "source": "Where the message is from.",
  "repaired": "what is done to a request that breaks the rule",
  "in": ["the file that does it"],
  "cases": [
    {
      "name": "a request that keeps the rule is unchanged",
      "given": { "model": "", "messages": [{ "role": "user", "content": "Time?" }] },
      "repairs": []
    },
    {
      "name": "a request that breaks it",
      "given": { "model": "", "messages": [{ "role": "user", "content": "Time?" }] },
      "expected": { "model": "", "messages": [{ "role": "user", "content": "Time?" }] },
      "repairs": [{ "code": "", "rule": "${id}" }]
    }
  ]
}
`;

/** @returns {import("../new.mjs").Addition} */
export function rule(id = "") {
  const [, prefix, number] = /^([A-Z]{2})(\d+)$/.exec(id) ?? [];
  const all = catalogues();
  const known = Object.keys(all).sort();
  if (!known.includes(prefix))
    throw new StepError(`no provider has the rule \`${id}\``, { advice: `give ${known.join(", ")}, and a number` });
  const { folder, text, numbers } = all[prefix];
  const next = Math.max(...numbers) + 1;
  if (Number(number) !== next)
    throw new StepError(`the next rule of ${folder} is ${prefix}${next}`, { advice: `npm run new -- rule ${prefix}${next}` });
  const last = text.trimEnd().split("\n").at(-2).trim();
  const isShort = last.length + id.length < 95;
  return {
    files: { [`src/format/${folder}/rules/${id}.json`]: FILE(id) },
    lines: [[`src/format/${folder}/rules.rs`, isShort ? /\n\}\s*$/ : /\}\s*$/, isShort ? ` ${id},` : `    ${id},\n`]],
    steps: [
      `Write the texts and the cases of ${id}.json; src/rules/README.md has the fields. \`refused\` or \`left\` may stand in place of \`repaired\`.`,
      `Write the repair; src/rules/mod.rs says where. In code, the rule is \`rules::${id}\`. A new code of a repair begins in src/repair.rs.`,
      `Add a generator to a file in pkg-template/src/strict-provider/${folder.replaceAll("_", "-")}, and its name to judge.js there.`,
      "Give its page a title, in scripts/site/refusals/labels.mjs, and what to do, in actions.mjs there.",
      "BLESS=1 cargo test --no-fail-fast --test rules --test corpus",
      "npm test -- rust build pack",
      "node --test tests/js/requests/corpus.test.mjs tests/js/requests/strict-provider.test.mjs",
    ],
  };
}
