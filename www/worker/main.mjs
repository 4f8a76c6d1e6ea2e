// The worker of the page: holds the pasted body and the engine, and answers the page's questions.

import { estimateTokens, init, validate } from "backscroll/slim";
import "backscroll/ai-sdk";
import "backscroll/cohere";
import "backscroll/gemini-interactions";
import "backscroll/langchain";
import "backscroll/mistral-conversations";
import "backscroll/ollama";
import "backscroll/strands/format";
import { detectFormat } from "backscroll/doctor";
import { badge, converted } from "./convert.mjs";
import { TARGETS } from "../formats.mjs";
import { cardsOf, diagnose, idsOf, inPaste, marksOf, repairOf } from "./diagnosis.mjs";
import { Cutter, fittedText, replay, sizesOf } from "./fitting.mjs";
import { MOST_CHARACTERS, readPaste } from "./read.mjs";
import { applied } from "./patch.mjs";
import { faultIn, nodeAt, pairsIn, treeOf } from "./places.mjs";
import { spread } from "./spread.mjs";

const engine = init(new URL("core.wasm", import.meta.url));

/** The document: what was pasted, and what is known of it. Replaced as a whole. */
let opened = null;
let tree = null;
const cutters = new Map();
/** The newest replay of each side: an older one ends. */
const newest = new Map();

const rootOf = () => (tree ??= treeOf(opened.source.json));

function forget() {
  for (const cutter of cutters.values()) cutter.dispose();
  cutters.clear();
}

/** Reads a text, and says at once what is wrong with it. */
async function open({ text, format: wanted = null, line = 1 }) {
  forget();
  [opened, tree] = [null, null];
  const size = text.length;
  if (size > MOST_CHARACTERS) return { kind: "too-large", size };
  const pasted = readPaste(text, line);
  const { kind, source, refusal } = pasted;
  if (kind === "broken") return { kind, size, fault: faultIn(text, pasted.fault.offset) };
  await engine;
  if (source === null) {
    const { explanations } = diagnose({ format: null, value: null, refusal });
    return { kind, size, cards: cardsOf([], explanations, () => ({})), refusal };
  }
  const detected = detectFormat(source.value);
  const format = wanted ?? detected?.format ?? "openai-chat";
  opened = { kind, source, refusal, format };
  const about = {
    kind,
    size,
    format,
    detected,
    isTarget: TARGETS.includes(format),
    lines: pasted.lines.length,
    line,
    spreadText: spread(text, pasted),
  };
  try {
    const { violations, explanations } = diagnose({ format, value: source.value, refusal });
    Object.assign(opened, { violations, explanations });
    return {
      ...about,
      refusal,
      count: violations.length,
      rules: idsOf(violations).length,
      ruleIds: idsOf(violations),
      error: null,
      lineFaults: lineFaultsOf(text, pasted.lines),
    };
  } catch (error) {
    Object.assign(opened, { violations: [], explanations: [] });
    return {
      ...about,
      refusal,
      count: 0,
      rules: 0,
      ruleIds: [],
      error: { message: error.message, code: error.code ?? null, looksLike: error.details?.looksLike ?? null },
      lineFaults: [],
    };
  }
}

/** The lines of JSONL with violations; of the first thousand lines. */
function lineFaultsOf(text, lines) {
  const faults = [];
  for (const [place, { from, to }] of lines.slice(0, 1_000).entries()) {
    const value = JSON.parse(text.slice(from, to));
    const format = detectFormat(value)?.format;
    if (!TARGETS.includes(format)) continue;
    let count;
    try {
      count = validate(format, value).length;
    } catch {
      count = 1;
    }
    if (count > 0) faults.push({ line: place + 1, count });
  }
  return faults;
}

/** The places of what is wrong, the cards, the calls, and the repair. */
function detail({ openCalls = "close" }) {
  const { source, violations, explanations } = opened;
  const root = rootOf();
  const placeOf = (path) => ({ from: source.at(nodeAt(root, path).offset) });
  const pairs = pairsIn(root).map(({ id, call, result }) => ({
    id,
    call: call < 0 ? -1 : source.at(call),
    result: result < 0 ? -1 : source.at(result),
  }));
  const { repairs, repairCount, leftRules, edits, error } = repairOf({ ...opened, root, openCalls });
  return {
    marks: marksOf(violations, root, source.at),
    cards: cardsOf(violations, explanations, placeOf),
    pairs,
    repairs: placedRepairs(repairs, placeOf),
    repairCount,
    leftRules,
    edits: inPaste(edits, source),
    error,
  };
}

/** Repairs, each with its place in the person's text and its path in the repaired body. */
function placedRepairs(repairs, placeOf) {
  return repairs.map(({ repair: { code, rule = null, detail }, before, after }) => ({
    code,
    rule,
    detail,
    after,
    from: before === null ? null : placeOf(before).from,
  }));
}

const badges = () =>
  TARGETS.map((target) => badge({ format: opened.format, target, value: opened.source.value, count: opened.violations.length }));

function cutterOf({ strategy, code }) {
  const key = `${strategy}\n${code ?? ""}`;
  if (!cutters.has(key)) cutters.set(key, new Cutter(given(), strategy, code === null ? undefined : reducedBy(code)));
  return cutters.get(key);
}

const given = () => ({ format: opened.format, value: opened.source.value });

/** A person's own `reduce`, which the page runs in its sandbox. */
const reducedBy =
  (code) =>
  async ({ messages, maxTokens, tokens }) => {
    const sized = messages.map((message) => ({ ...message, tokens: estimateTokens([message]) }));
    const kept = await askPage("reduce", { code, messages: sized, maxTokens, tokens });
    return kept.map(({ tokens: _, ...message }) => message);
  };

const questions = new Map();
let asked = 0;

/** Asks the page, and waits for its answer. */
function askPage(name, args) {
  asked += 1;
  const id = asked;
  return new Promise((resolve, reject) => {
    questions.set(id, { resolve, reject });
    postMessage({ question: id, name, args });
  });
}

const ANSWERS = {
  open,
  detail,
  badges,
  convert: ({ to, openCalls }) => converted({ ...opened, root: rootOf(), to, openCalls }),
  sizes: () => sizesOf(given()),
  cut: ({ strategy, code = null, tokenLimit }) => {
    // Another window makes a replay stale.
    newest.clear();
    return cutterOf({ strategy, code }).cut(tokenLimit);
  },
  kept: ({ strategy, code = null, tokenLimit }) => cutterOf({ strategy, code }).kept(tokenLimit),
  replay: ({ side, strategy, code = null, tokenLimit, prices }) => {
    const mine = Symbol(side);
    newest.set(side, mine);
    return replay(
      given(),
      { strategy, tokenLimit, prices, reduce: code === null ? undefined : reducedBy(code) },
      () => newest.get(side) !== mine,
    );
  },
  fitted: ({ tokenLimit, by }) => fittedText(given(), { tokenLimit, by }),
  source: () => opened.source.json,
  repaired: ({ openCalls }) => {
    const { edits, error } = repairOf({ ...opened, root: rootOf(), openCalls });
    if (error !== null) throw new Error(error);
    return applied(opened.source.json, edits);
  },
};

addEventListener("message", async ({ data }) => {
  if (data.answer !== undefined) {
    const { resolve, reject } = questions.get(data.answer);
    questions.delete(data.answer);
    return data.error === undefined ? resolve(data.value) : reject(new Error(data.error));
  }
  const { id, name, args } = data;
  try {
    // A question about a body that another text has replaced.
    if (name !== "open" && opened === null) throw new Error("There is no request in the text.");
    postMessage({ id, value: await ANSWERS[name](args) });
  } catch (error) {
    postMessage({ id, error: error.message });
  }
});

await engine.catch((error) => postMessage({ failure: error.message }));
postMessage({ ready: true });
