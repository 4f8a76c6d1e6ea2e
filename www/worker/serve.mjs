// A worker of the page: holds the pasted text and an engine, and answers the page's questions.

import { breakdown, init } from "backscroll/slim";
import { TARGETS, TITLES } from "../formats.mjs";
import { checkedOf, findingsOf, judged, marksOf, repairedBy, rulesOf, triesOf } from "./diagnosis.mjs";
import { learn } from "./frameworks.mjs";
import { vendorIn } from "../vendors.mjs";
import { editedText, readPaste } from "./reader.mjs";
import { spread } from "./spread.mjs";
import { turnsOf } from "./turns.mjs";
import { listOf, modelOf } from "./values.mjs";

/** A text above this size is not read. */
const MOST_CHARACTERS = 50_000_000;
/** Requests that are checked before the first answer; the others follow. */
const AT_ONCE = 50;
/** Requests of a paste that are listed. */
const MOST_LISTED = 2_000;
const TURN_MS = 30;

/** The paste: its text, what it holds, and what is known of its requests. Replaced as a whole. */
let paste = null;
/** The request that is shown. */
let opened = null;
/** Answers beside those of this file, and what they keep of a request. */
let more = { answers: {}, forget: () => undefined };
let engine;

/** Reads a text, and judges the request that is asked for; by default, the first that is refused. */
async function open({ text, words = "", format: wanted = null, number = null, vendor: chosen = null }) {
  more.forget();
  opened = null;
  if (text.length > MOST_CHARACTERS) return { kind: "too-large", size: text.length };
  if (paste?.text !== text) paste = { text, read: readPaste(text), list: [] };
  const { kind, taken, form, isGuess, requests, refusal, fault, answer } = paste.read;
  const about = { kind, taken, form, isGuess, fault, size: text.length, canAppend: answer !== null, words: words || refusal || "" };
  if (kind === "empty") return about;
  await engine;
  if (requests.length === 0) {
    const said = words || refusal || text;
    const { explanations, verdict } = judged({ format: null, value: null, url: null, words: said });
    // Words that nobody wrote as an error are one if they name a cause.
    const isSaid = words !== "" || refusal !== null || kind === "refusal" || explanations.length > 0;
    const findings = findingsOf({ violations: [], verdict, explanations }, { repairs: [], left: [] }, () => ({ from: 0 }));
    return {
      ...about,
      ...(isSaid && { kind: "refusal" }),
      words: isSaid ? said : "",
      verdict: isSaid ? verdict : null,
      findings: isSaid ? findings : [],
      rules: rulesOf(findings, explanations),
    };
  }
  for (let place = 0; place < Math.min(requests.length, AT_ONCE); place += 1) paste.list[place] ??= await summaryOf(requests[place], place);
  const place = Math.min(number === null ? firstRefused() : number - 1, requests.length - 1);
  const request = requests[place];
  const format = wanted ?? request.detected?.format ?? "openai-chat";
  await learn(format);
  const said = words || request.refusal || (requests.length === 1 ? refusal : null) || "";
  // A vendor that nobody named is told by the words of its refusal.
  const vendor = chosen ?? (format === "openai-chat" && request.url === null ? vendorIn(said) : null);
  const given = { format, value: request.value, url: request.url, vendor: vendor === "" ? null : vendor };
  const known = {
    ...about,
    words: said,
    format,
    isTarget: TARGETS.includes(format),
    detected: request.detected,
    vendor: given.vendor,
    number: place + 1,
    count: requests.length,
    list: paste.list,
    yours: request.isInText ? null : JSON.stringify(request.value, null, 2),
  };
  try {
    const judgement = judged({ ...given, words: said });
    opened = { request, given, words: said, judgement, isWhole: requests.length === 1 };
    const spreadText = requests.length === 1 && form === "JSON" ? spread(text, request) : null;
    return {
      ...known,
      ...sizeOf(given),
      verdict: judgement.verdict,
      violationCount: judgement.violations.length,
      ruleIds: idsOf(judgement.violations),
      spreadText,
      error: null,
    };
  } catch (error) {
    return {
      ...known,
      verdict: null,
      violationCount: 0,
      ruleIds: [],
      spreadText: null,
      error: { message: error.message, code: error.code ?? null, looksLike: error.details?.looksLike ?? null },
    };
  }
}

const idsOf = (violations) => [...new Set(violations.map(({ rule }) => rule).filter(Boolean))];

function firstRefused() {
  const place = paste.list.findIndex((each) => each?.kind === "refused");
  return Math.max(place, 0);
}

/** The model, the messages and the tokens of a request. */
function sizeOf({ format, value }) {
  const { items, name } = listOf(value);
  const counts = { model: modelOf(value), messages: items.length, noun: name === "input" ? "item" : "message" };
  try {
    const { tokens, window } = breakdown(format, value);
    return { ...counts, tokens, window };
  } catch {
    return { ...counts, tokens: null, window: null };
  }
}

/** A request of several, in one line. */
async function summaryOf({ value, detected, place, url, refusal }, index) {
  const format = detected?.format ?? null;
  const base = {
    number: index + 1,
    place: place === "" ? `request ${index + 1}` : place,
    model: modelOf(value),
    messages: listOf(value).items.length,
  };
  if (format === null) return { ...base, kind: "unchecked", title: "no format that is known" };
  try {
    await learn(format);
    const { verdict } = judged({ format, value, url, words: refusal ?? "" });
    return { ...base, kind: verdict.kind, title: verdict.kind === "clean" ? "" : verdict.title };
  } catch (error) {
    return { ...base, kind: "refused", title: error.message };
  }
}

/** Checks the requests of a paste that are not checked yet, and says how far it is. */
async function survey() {
  const mine = paste;
  const { requests } = mine.read;
  let since = performance.now();
  for (let place = 0; place < Math.min(requests.length, MOST_LISTED); place += 1) {
    mine.list[place] ??= await summaryOf(requests[place], place);
    if (performance.now() - since < TURN_MS) continue;
    postMessage({ progress: { checked: place + 1, of: requests.length } });
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
    if (paste !== mine || mine.isStopped) break;
  }
  return mine.list;
}

/** The places of what is wrong, the findings, and the repair. */
function detail({ openCalls = "close", chosen = 0 }) {
  const { request, given, words, judgement } = opened;
  const rangeOf = (path) => request.rangeOf(path);
  const tries = triesOf(given, judgement, words, openCalls);
  const repair = repairedBy(given, openCalls, tries[chosen]?.edits);
  const findings = findingsOf(judgement, repair, rangeOf);
  const edits = repair.error === null ? request.editsTo(repair.body) : [];
  const turns = turnsOf(given.value);
  return {
    turns,
    eye: placeOf(turns, judgement.verdict.path),
    marks: marksOf(judgement.violations, judgement.verdict, rangeOf),
    findings,
    rules: rulesOf(findings, judgement.explanations),
    repairs: repair.repairs.map((each) => ({ ...each, from: each.before === null ? null : rangeOf(each.before).from })),
    repairCount: repair.repairCount,
    leftCount: repair.left.length,
    left: repair.left.map(({ path, remedy, message }) => ({ path, what: remedy ?? message, from: rangeOf(path).from })),
    tries: tries.map(({ title, why }) => ({ title, why })),
    edits: edits ?? [],
    canWrite: edits !== null,
    checked: TARGETS.includes(given.format) ? checkedOf(given.format) : [],
    hasOpenCalls: turns.some(({ isOpen }) => isOpen),
    error: repair.error,
  };
}

/** The place of the turn that a path leads to; -1 for none. */
function placeOf(turns, path) {
  if (path === null) return -1;
  return turns.findIndex((turn) => path === turn.path || path.startsWith(`${turn.path}.`) || path.startsWith(`${turn.path}[`));
}

/** The repaired request in the form of the paste, and what the check of it says. */
function repaired({ openCalls, chosen = 0, isForm = true }) {
  const { request, given, words, judgement, isWhole } = opened;
  const tries = triesOf(given, judgement, words, openCalls);
  const { body, error, left } = repairedBy(given, openCalls, tries[chosen]?.edits);
  if (error !== null) throw new Error(error);
  const edits = request.isInText && isForm ? request.editsTo(body) : null;
  const checked = TARGETS.includes(given.format) ? checkedOf(given.format).reduce((sum, { count }) => sum + count, 0) : 0;
  return { text: edits === null ? JSON.stringify(body, null, 2) : takenFrom(request, edits, isWhole), leftCount: left.length, checked };
}

/** A command is taken whole, and so is a text that holds nothing but the request; else the request is taken out of the text around it. */
function takenFrom(request, edits, isWhole) {
  const { text, read } = paste;
  const isCommand = /^(?:curl|fetch|PowerShell|HTTP|JavaScript call|Python call)/.test(read.form);
  if (isWhole && isCommand && read.refusal === null) return editedText(text, edits);
  const inner = edits
    .filter(({ from, to }) => from >= request.from && to <= request.to)
    .map(({ from, to, insert }) => ({ from: from - request.from, to: to - request.from, insert }));
  return editedText(text.slice(request.from, request.to), inner);
}

const questions = new Map();
let asked = 0;

/** Asks the page, and waits for its answer. */
export function askPage(name, args) {
  asked += 1;
  const id = asked;
  return new Promise((resolve, reject) => {
    questions.set(id, { resolve, reject });
    postMessage({ question: id, name, args });
  });
}

const ANSWERS = {
  open,
  survey,
  stop: () => void (paste !== null && (paste.isStopped = true)),
  detail,
  repaired,
  /** The kind of a text that is pasted beside another. */
  kindOf: ({ text }) => {
    const { kind, requests } = readPaste(text.slice(0, MOST_CHARACTERS));
    return { kind, requests: requests.length };
  },
  /** A text with its request on many lines; null if it stands on many, or cannot be moved. */
  spreadOf: ({ text }) => {
    const { requests, form } = readPaste(text.slice(0, MOST_CHARACTERS));
    return requests.length === 1 && form === "JSON" ? spread(text, requests[0]) : null;
  },
  placeOf: ({ path }) => opened.request.rangeOf(path).from,
  leftRules: ({ openCalls }) => idsOf(repairedBy(opened.given, openCalls).left),
  source: () => JSON.stringify(opened.given.value, null, 2),
};

/** Questions about the paste, and not about a request of it. */
const OF_PASTE = ["open", "survey", "stop", "kindOf", "spreadOf"];

/** The request that is shown, and what is known of it. */
export const shown = () => opened;

/**
 * Begins to answer.
 *
 * @param {string} wasm the file of the engine
 * @param {{ answers: Record<string, (args: object) => unknown>, forget: () => void }} [others] further answers
 */
export async function serve(wasm, others = more) {
  more = others;
  const answers = { ...ANSWERS, ...more.answers };
  addEventListener("message", ({ data }) => receive(answers, data));
  engine = init(new URL(wasm, import.meta.url));
  await engine.catch((error) => postMessage({ failure: error.message }));
  postMessage({ ready: true, titles: TITLES });
}

async function receive(answers, data) {
  if (data.answer !== undefined) {
    const { resolve, reject } = questions.get(data.answer);
    questions.delete(data.answer);
    return data.error === undefined ? resolve(data.value) : reject(new Error(data.error));
  }
  const { id, name, args } = data;
  try {
    // A question about a request that another text has replaced.
    if (!OF_PASTE.includes(name) && opened === null) throw new Error("There is no request in the text.");
    postMessage({ id, value: await answers[name](args) });
  } catch (error) {
    postMessage({ id, error: error.message });
  }
}
