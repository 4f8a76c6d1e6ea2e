// A strategy of reductions: its file, its test, and its name in the lists of strategies.

import { StepError } from "../lib/run.mjs";

const FILE = (file, name) => `// Keeps the newest turns.

import { count, picked } from "../../input/check.js";
import type { Reducer } from "../../types/index.js";

/**
 * Keeps the newest \`keep\` turns.
 *
 * @throws ConversationError \`invalid-argument\` unless \`keep\` is a whole number, 0 or more.
 * @example
 * const conversation = new ConversationManager({ tokenLimit: 128_000, reduce: ${name}({ keep: 6 }) });
 */
export function ${name}(options: {
  /** Turns to keep, 0 or more. */
  keep: number;
}): Reducer {
  const keep = count("options.keep", picked("options", options, ["keep"]).keep);
  return { name: "${file}", reduce: ({ draft }) => draft.keepRecentTurns(keep) > 0 };
}
`;

const TEST = (name) => `// \`${name}\`: what it keeps, and its arguments.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, ${name} } from "backscroll";
import { refusal } from "../../support/basics.mjs";

describe("${name}", () => {
  test("keeps the newest turns", async () => {
    const conversation = new ConversationManager({ reduce: ${name}({ keep: 1 }) });
    for (const content of ["One.", "Two.", "Three."]) conversation.addMessage("user", content);
    await conversation.reduceNow();
    assert.deepEqual(conversation.messages.map(({ content }) => content), ["Three."]);
  });

  test("refuses a number that is none", () => {
    for (const keep of [-1, 1.5, "2", undefined]) refusal(() => ${name}({ keep }), "invalid-argument");
  });
});
`;

/** @returns {import("../new.mjs").Addition} */
export function strategy(file = "") {
  if (!/^[a-z]+(-[a-z]+)*$/.test(file))
    throw new StepError(`\`${file}\` is no name of a strategy`, { advice: "give small letters and hyphens: newest-files" });
  const name = file.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());
  const strategies = "pkg-template/src/reduce/strategies";
  return {
    files: { [`${strategies}/${file}.ts`]: FILE(file, name), [`tests/js/reduce/${file}.test.mjs`]: TEST(name) },
    lines: [
      [`${strategies}/index.ts`, /export \{ noReduction \}/, `export { ${name} } from "./${file}.js";\n`],
      ["pkg-template/src/conversation/settings.ts", /^ {2}noReduction,\n(?=[^}]*\} from)/m, `  ${name},\n`],
      ["pkg-template/src/conversation/settings.ts", /^ {2}noReduction,\n(?=[^}]*\};)/m, `  ${name},\n`],
      ["tests/support/reduce/loops.mjs", /^ {2}chain: chain\(/m, `  ${name}: ${name}({ keep: 2 }),\n`],
      ["tests/support/reduce/loops.mjs", /, slidingWindow, .*from "backscroll"/, `, ${name}`],
      ["tests/js/package/entries.test.mjs", /"noReduction", "offload"/, `"${name}", `],
      ["tests/runtimes/alone.mjs", /"noReduction", "offload"/, `"${name}", `],
    ],
    steps: [
      `Write ${strategies}/${file}.ts. A strategy decides which edits of the draft are made, in which order, and how far; \`ownDraft(context)\` has more of them than \`HistoryDraft\`.`,
      `Write its cases in tests/js/reduce/${file}.test.mjs, and correct its options in tests/support/reduce/loops.mjs. The option \`keep\` is an example.`,
      "Add a line with its options to scripts/same/reductions.mjs, and a use to tests/types/reducers.ts.",
      `npm test -- build pack, and node --expose-gc --test tests/js/reduce/${file}.test.mjs`,
      "Say under `### Sizes` of CHANGELOG.md why the package grows. Then npm run size -- --bless, and npm test -- fmt lint types",
      "Add a row to the table of docs/fitting.md, its name to the sentence about requests that stay too long, and to pkg-template/README.md and CHANGELOG.md.",
      "CONTRIBUTING.md, `A public name`, says what else each public name needs.",
    ],
  };
}
