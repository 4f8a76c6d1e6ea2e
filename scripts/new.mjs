// `npm run new -- provider NAME PREFIX`, `-- rule ID`, `-- strategy NAME`: writes the files of a new provider of the family of chat
// completions, of a provider's rule, or of a strategy of reductions, lists them where the compiler asks for it, and prints the next steps.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { at } from "./lib/paths.mjs";
import { StepError, command } from "./lib/run.mjs";
import { provider } from "./new/provider.mjs";
import { rule } from "./new/rule.mjs";
import { strategy } from "./new/strategy.mjs";

/**
 * What a kind adds. Nothing is written unless all of it can be.
 *
 * @typedef {object} Addition
 * @property {Record<string, string>} files the texts of new files, by path
 * @property {[path: string, line: RegExp, added: string][]} lines what is put before a line of a file that exists
 * @property {string[]} steps what remains to be done, in order
 */

const KINDS = { provider, rule, strategy };
const ADVICE = "npm run new -- provider acme AC | rule AN36 | strategy newest-files";

/** Returns the text with `added` before the first line that matches. */
function withLine(path, text, line, added) {
  const found = text.search(line);
  if (found < 0) throw new StepError(`${path} has no line like ${line}`, { advice: "correct scripts/new, or add the line by hand" });
  return text.slice(0, found) + added + text.slice(found);
}

await command(async () => {
  const [kind, ...words] = process.argv.slice(2);
  if (!Object.hasOwn(KINDS, kind ?? ""))
    throw new StepError(kind === undefined ? "name a kind" : `there is no kind \`${kind}\``, { advice: ADVICE });
  const { files, lines, steps } = KINDS[kind](...words);
  const there = Object.keys(files).find((path) => existsSync(at(path)));
  if (there !== undefined) throw new StepError(`${there} exists`, { advice: "give another name" });
  const changed = {};
  for (const [path, line, added] of lines) changed[path] = withLine(path, changed[path] ?? readFileSync(at(path), "utf8"), line, added);
  for (const [path, text] of Object.entries({ ...files, ...changed })) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
    console.log(`${path in files ? "new" : "changed"}  ${path}`);
  }
  console.log(`\nNext:\n${steps.map((step, place) => `${place + 1}. ${step}`).join("\n")}`);
});
