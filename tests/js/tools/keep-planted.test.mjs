// Tests of the planted cases of `npm run keep`: of the judge, which must be able to fail, of four cuts in a row, and of the held figures.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { cutOf } from "../../../scripts/keep/cut.mjs";
import { COSTS, HITS, compareWithBounds, lastFigures, worse } from "../../../scripts/keep/figures.mjs";
import { hitsOf } from "../../../scripts/keep/judge.mjs";
import { plantedCases } from "../../../scripts/keep/planted/case.mjs";
import { SENTENCES } from "../../../scripts/keep/planted/sentences.mjs";
import { marked } from "../../../scripts/keep/planted/values.mjs";
import { keptByFourCuts, resultOf } from "../../../scripts/keep/result.mjs";
import { shownCut } from "../../../scripts/keep/show.mjs";
import { sizeOf } from "../../../scripts/keep/tokens.mjs";
import { textsOf } from "../../../scripts/keep/words.mjs";

const CASES = plantedCases();
const FIGURES = [...HITS, ...COSTS].map(({ name }) => name);

/** The figures of a case after a cut that makes this of its history. */
async function after(planted, keep) {
  return resultOf({ name: "made", how: "", keep: async ({ history }) => keep(history) }, [planted], 1, { judge: hitsOf });
}

const textOf = (message) => textsOf(message).join("\n");
const holds = (message, [part]) => textOf(message).toLowerCase().includes(part.toLowerCase());
const itemOf = ({ items }, figure) => items.find((item) => item.figure === figure);

describe("the planted cases", () => {
  test("are the same each time, of both kinds, and of every language", () => {
    const bare = (cases) => cases.map(({ history, items, waste }) => ({ texts: history.map(textOf), items, waste }));
    assert.deepEqual(bare(plantedCases()), bare(CASES));
    assert.ok(CASES.length >= 40);
    assert.deepEqual(new Set(CASES.flatMap(({ id }) => id.split(", ").slice(1))), new Set(["coding", "service", ...Object.keys(SENTENCES)]));
  });

  test("plant nothing in what every cut must keep", async () => {
    const bare = (planted) => after(planted, () => [...planted.required].flat());
    for (const planted of CASES) {
      const figures = await bare(planted);
      assert.deepEqual(FIGURES.filter((name) => figures[name] > 0), ["pairs"], planted.id);
    }
  });

  test("hold everything that is planted, where nothing goes", async () => {
    for (const planted of CASES) {
      const figures = await after(planted, (history) => history);
      const missed = HITS.filter(({ name }) => name in figures && figures[name] !== 1).map(({ name }) => name);
      assert.deepEqual(missed, ["clean"], planted.id);
      assert.ok(figures.pairs === 1 && figures["stale only"] === 0, planted.id);
    }
  });

  test("plant sentences whose marked parts stand in them, and two values of a fact", () => {
    for (const [language, { rules, facts, decisions, questions }] of Object.entries(SENTENCES)) {
      for (const template of [...rules, ...decisions, ...questions]) assert.ok(marked(template).parts.length >= 2, `${language}: ${template}`);
      for (const [before, now] of facts) assert.equal(before.match(/\{(\w+)\}/)[1], now.match(/\{(\w+)2\}/)?.[1], `${language}: ${now}`);
    }
  });

  test("plant instructions beside lines that are about as long", () => {
    for (const { id, items } of CASES) {
      const lengths = (figure) => items.filter((item) => item.figure === figure).map(({ parts: [line] }) => line.length);
      const mean = (list) => list.reduce((sum, length) => sum + length, 0) / list.length;
      const ratio = mean(lengths("injected")) / mean(lengths("beside"));
      assert.ok(ratio > 0.8 && ratio < 1.2, `${id}: ${ratio}`);
    }
  });
});

describe("the judge", () => {
  const planted = CASES.find(({ id, items }) => id.includes("coding, English") && items.some(({ figure }) => figure === "reply"));
  const facts = planted.items.filter(({ figure }) => figure === "fact");
  const lacking = (parts) => (history) => history.filter((message) => facts.every((fact) => !holds(message, fact[parts])));
  const without = (figure) => (history) => history.filter((message) => !holds(message, itemOf(planted, figure).parts.slice(-1)));
  const wasteAlone = (history) => history.filter(({ toolCallId }) => planted.waste.results.includes(toolCallId));
  const withoutTools = (history) => history.filter(({ role, toolCalls }) => role !== "tool" && !toolCalls);
  const split = (history) => history.flatMap((message) => (message.role === "user" ? textOf(message).split(" ").map((content) => ({ role: "user", content })) : message));
  const cases = [
    ["a cut that drops all words of the user scores no rule", (history) => history.filter(({ role }) => role !== "user"), { rule: 0, question: 0, goal: 0, fact: 0 }],
    ["a rule whose words stand in several messages is none", split, { rule: 0 }],
    ["a cut that keeps the old values alone scores stale", lacking("parts"), { fact: 0, clean: 0, "stale only": 1 }],
    ["a cut that keeps the new values alone is clean", lacking("old"), { fact: 1, clean: 1, "stale only": 0 }],
    ["a cut that keeps both values is not clean", (history) => history, { fact: 1, clean: 0, "stale only": 0 }],
    ["a cut without calls and results keeps the talk, and no work", withoutTools, { rule: 1, error: 0, fix: 0, written: 0, state: 0, todo: 0, waste: 0, injected: 0, beside: 0 }],
    ["a call without its result is no pair", (history) => history.filter(({ role }) => role !== "tool"), { pairs: 0 }],
    ["a result without its call is no pair", (history) => history.filter(({ toolCalls }) => !toolCalls), { pairs: 0 }],
    ["a cut that drops the proposal has no reply", without("reply"), { reply: 0 }],
    ["an old list of tasks is none", without("todo"), { todo: 0 }],
    ["a cut that keeps waste alone is waste", wasteAlone, { waste: 1 }],
    ["a cut that makes no request keeps nothing", () => null, { rule: 0, goal: 0, none: 1 }],
  ];
  for (const [name, keep, expected] of cases) {
    test(name, async () => {
      const figures = await after(planted, keep);
      assert.deepEqual(Object.fromEntries(Object.keys(expected).map((figure) => [figure, figures[figure]])), expected);
    });
  }

  test("counts a written path in a note, and not in words about it", () => {
    const [path] = itemOf(planted, "written").parts;
    const written = (content) => hitsOf(planted, [{ role: "system", content }]).written;
    assert.deepEqual([written(`[3 messages left out: write_file(${path})]`), written(`I wrote ${path}.`)], [[1], [0]]);
  });

  test("finds no number inside a longer one", () => {
    const made = { items: [{ figure: "rule", parts: ["at most", "12"] }], waste: planted.waste, required: new Set() };
    const ruleIn = (content) => hitsOf(made, [{ role: "user", content }]).rule;
    assert.deepEqual([ruleIn("At most 12."), ruleIn("At most 120."), ruleIn("At most 3,12.")], [[1], [0], [1]]);
  });

  test("counts gaps and notes for each 1,000 tokens, and lines that stand there twice", () => {
    const line = "a line of a result that is long enough to be looked at";
    const kept = [{ role: "user", content: "[2 messages left out]" }, { role: "tool", toolCallId: "c", content: `${line}\n[…]\n${line}` }];
    const { gaps, notes, twice } = hitsOf({ items: [], waste: planted.waste, required: new Set() }, kept);
    assert.deepEqual([gaps, notes, twice], [1_000 / sizeOf(kept), 1_000 / sizeOf(kept), 0.5]);
  });
});

describe("four cuts in a row", () => {
  const [planted] = CASES;

  test("give a way without a state what it left, and what was said since", async () => {
    const seen = [];
    const keep = async ({ history }) => (seen.push(history.length), history.slice(-2));
    await keptByFourCuts({ name: "made", how: "", keep }, planted, 1);
    const { length } = planted.history;
    assert.equal(seen.length, 4);
    assert.equal(seen.reduce((sum, count) => sum + count, 0), length + 3 * 2);
  });

  test("end where a way makes no request", async () => assert.equal(await keptByFourCuts({ name: "made", how: "", keep: async () => null }, planted, 1), null));

  test("end a course, also after an error", async () => {
    let ends = 0;
    const begin = () => ({ cut: async () => { throw new RangeError("made"); }, end: () => (ends += 1) });
    await assert.rejects(keptByFourCuts({ name: "made", how: "", begin }, planted, 1), RangeError);
    assert.equal(ends, 1);
  });
});

describe("a figure", () => {
  const measured = (figures, cases = 60) => ({ cases, planted: { "one cut": { rule: 0.95, waste: 0, gaps: 4, ...figures } }, recall: { made: 0.8 } });
  const changes = [
    ["as it was is not worse", {}, []],
    ["that moves by less than the tolerance is not worse", { rule: 0.931, waste: 0.019, gaps: 4.07 }, []],
    ["that is better is not worse", { rule: 1, gaps: 1 }, []],
    ["of a hit that falls is worse", { rule: 0.9 }, ["one cut: rule is 0.900, and was 0.950"]],
    ["of a cost that rises is worse", { waste: 0.05 }, ["one cut: waste is 0.050, and was 0.000"]],
    ["without a last value is reported", { fix: 1 }, ["one cut: fix is new"]],
  ];
  for (const [fact, figures, expected] of changes) test(fact, () => assert.deepEqual(worse(measured({}), measured(figures)), expected));

  test("that is gone is reported", () => assert.deepEqual(worse(measured({ fix: 1 }), measured({})), ["one cut: fix is gone"]));
  test("of other cases cannot be compared", () => assert.equal(worse(measured({}), measured({}, 61)).length, 1));
  test("of recall is held, too", () => assert.equal(worse(measured({}), { ...measured({}), recall: { made: 0.7 } }).length, 1));

  const bounds = [
    ["within its bounds holds", { rule: 0.95 }, 0],
    ["of a hit below its bound is broken", { rule: 0.85 }, 1],
    ["of a cost above its bound is broken", { waste: 0.2 }, 1],
    ["of instructions may be as that of the lines beside them", { injected: 0.4, beside: 0.4 }, 0],
    ["of instructions that are kept more often than the lines beside them is broken", { injected: 0.4, beside: 0.2 }, 1],
    ["that is no number is broken", { rule: NaN }, 1],
  ];
  for (const [fact, figures, count] of bounds) test(fact, () => assert.equal(compareWithBounds({ "one cut": figures }).broken.length, count));

  test("has its last value in tests/keep.json, within its bounds", () => {
    const { cases, planted } = lastFigures();
    assert.equal(cases, CASES.length);
    assert.deepEqual(Object.keys(planted["one cut"]), FIGURES);
    assert.deepEqual(compareWithBounds(planted).broken, []);
  });
});

describe("a shown cut", () => {
  const message = (id, role, content) => ({ id, role, content });
  const history = [message("a", "system", "Be brief."), message("b", "user", "Never stop."), message("c", "assistant", "One line that stays.\nNothing else."), message("d", "user", "So?")];
  const keep = async () => [history[0], message("n", "user", "[1 message left out]"), message("c", "assistant", "One line that stays.\n[…]"), history[3]];
  const made = { ...cutOf("made", history), items: [{ figure: "rule", parts: ["never", "stop"] }], waste: { results: [], calls: [] } };

  test("has the request beside the conversation, marks what went, and names what is lost", async () => {
    const [head, lost, , , ...lines] = (await shownCut(made, 0.5, { way: { name: "made", how: "", keep }, width: 63 })).split("\n");
    assert.match(head, /^made: \d+ tokens, of which \d+ must stay; \d+ of \d+ are left, by made$/);
    assert.equal(lost, "lost: rule: never · stop");
    assert.deepEqual(lines.filter((line) => line !== ""), [
      "  SYSTEM Be brief.             │ SYSTEM Be brief.",
      "- USER Never stop.             │ USER [1 message left out]",
      "  ASSISTANT One line that      │ ASSISTANT One line that stays.",
      "  stays.                       │ […]",
      "- Nothing else.                │",
      "  USER So?                     │ USER So?",
    ]);
  });

  test("says so where no request fits", async () => assert.match(await shownCut(made, 0.5, { way: { keep: async () => null } }), /^made: no request fits/));
});
