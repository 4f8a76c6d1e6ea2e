// The diagnosis of a request: the verdict, the findings with their places, and the repair.

import {
  RULES,
  describeViolations,
  explain,
  likelyRepairs,
  locateRepairs,
  repairParameters,
  titleOfViolation,
  verdictOf,
} from "./reader.mjs";
import { sanitize, validate } from "backscroll/slim";
import { TARGETS } from "../formats.mjs";
import { asBody, isRecord, listIn, ofList } from "./values.mjs";

const RULE = new Map(RULES.map((rule) => [rule.id, rule]));

/** Findings above this number are grouped by their rules. */
const MOST_SINGLE = 20;
/** Marks in the text; further ones are counted. */
const MOST_MARKS = 500;
/** Repairs that are listed. */
const MOST_LISTED = 100;

/** The words of a refusal, as they are given to `explain`: JSON is read as an object. */
function refusalOf(words) {
  try {
    return JSON.parse(words);
  } catch {
    return words;
  }
}

/** The options with which a body is checked: the address tells the vendor, and the model of Gemini. */
export function optionsOf({ format, value, url, vendor = null }, openCalls) {
  const inAddress = /\/models\/([\w.-]+):/.exec(url ?? "")?.[1];
  const isNamed = isRecord(value) && typeof value.model === "string";
  return {
    ...(openCalls !== undefined && { openCalls }),
    ...(vendor !== null && format === "openai-chat" && { vendor }),
    ...(vendor === null &&
      url !== null &&
      /^https?:/.test(url) &&
      ["openai-chat", "anthropic", "gemini"].includes(format) && { baseURL: url }),
    ...(format === "gemini" && !isNamed && inAddress !== undefined && { capabilities: { model: inAddress } }),
  };
}

const violationsOf = (given) =>
  ofList(given.format, given.value, validate(given.format, asBody(given.format, given.value), optionsOf(given)));

/** The violations of a request, and what its refusal is about. */
export function judged({ words, ...given }) {
  const { format } = given;
  const isTarget = TARGETS.includes(format);
  const violations = isTarget ? violationsOf(given) : undefined;
  const explanations = words === "" ? undefined : explain(refusalOf(words), { ...(isTarget && { target: format, violations }) });
  const verdict = verdictOf({ ...(isTarget && { target: format, violations }), ...(explanations && { explanations }) });
  return { violations: violations ?? [], explanations: explanations ?? [], verdict };
}

/** The findings, the worst first: broken rules, what the repair leaves to the person, and notes on the repair. */
export function findingsOf({ violations, verdict, explanations }, { repairs, left }, rangeOf) {
  const isLeft = new Set(left.map(({ rule, path }) => `${rule} ${path}`));
  const first = violations.findIndex(({ path }) => path === verdict.path);
  const ordered = first <= 0 ? violations : [violations[first], ...violations.slice(0, first), ...violations.slice(first + 1)];
  const single = ordered.map((violation) => ({
    title: violation === ordered[0] ? verdict.title : titleOfViolation(violation),
    detail: violation.path === "" ? "the body" : violation.path,
    note: isLeft.has(`${violation.rule} ${violation.path}`) && violation.remedy !== undefined ? `Left to you: ${violation.remedy}.` : null,
    // The words may name the other side of the first fault.
    rule: (violation === ordered[0] ? verdict.rule : violation.rule) ?? null,
    severity: "find",
    count: 1,
    from: rangeOf(violation.path).from,
  }));
  const found = single.length > MOST_SINGLE ? grouped(single) : single;
  const words =
    violations.length > 0 || verdict.kind !== "unexplained" || verdict.path === null
      ? []
      : [
          {
            title: "The words point here",
            detail: verdict.path,
            note: null,
            rule: verdict.rule,
            severity: "warn",
            count: 1,
            from: rangeOf(verdict.path).from,
          },
        ];
  const isStandIn = repairs.some(({ code }) => code === "missing-result-added");
  const notes = isStandIn
    ? [
        {
          title: "The new result only says that it is missing",
          detail: "",
          note: "Put in the real output if you have it.",
          rule: null,
          severity: "note",
          count: 1,
          from: null,
        },
      ]
    : [];
  const said =
    violations.length > 0
      ? []
      : explanations
          .filter(({ rule }) => rule !== null)
          .slice(0, 3)
          .map(({ rule, path }) => ({
            title: titleOfViolation({ rule: rule.id, path: "", message: "" }),
            detail: path ?? "",
            note: null,
            rule: rule.id,
            severity: "warn",
            count: 1,
            from: null,
          }));
  return [...found, ...words, ...(words.length > 0 ? [] : said), ...notes];
}

function grouped(findings) {
  const groups = new Map();
  for (const finding of findings) {
    const group = groups.get(finding.rule);
    if (group === undefined) groups.set(finding.rule, { ...finding });
    else group.count += 1;
  }
  return [...groups.values()];
}

/** The texts of the rules that findings name. */
export const rulesOf = (findings, explanations) =>
  Object.fromEntries(
    [...new Set(findings.map(({ rule }) => rule))].flatMap((id) => {
      const rule = RULE.get(id);
      if (rule === undefined) return [];
      const said = explanations.find((each) => each.rule?.id === id);
      const { sentence, words, evidence = null, handling, remedy, target } = rule;
      return [
        [
          id,
          {
            id,
            target,
            sentence,
            words: [...words],
            evidence,
            handling,
            remedy,
            isSaid: said !== undefined,
            isSure: said !== undefined && said.likeness === 1,
          },
        ],
      ];
    }),
  );

/** Marks in the text: the key or the id that is at fault, with the lines around it. */
export function marksOf(violations, verdict, rangeOf) {
  const described = describeViolations(violations.slice(0, MOST_MARKS));
  const marks = described.map(({ path, message, rule, isParameter }, place) => ({
    ...markOf(path, rangeOf, isParameter === true),
    message,
    say: sayOf(violations[place], rule),
    severity: "find",
  }));
  if (violations.length === 0 && verdict.kind === "unexplained" && verdict.path !== null)
    marks.push({
      ...markOf(verdict.path, rangeOf),
      message: "The words of the refusal point here.",
      say: "the words point here",
      severity: "warn",
    });
  return marks;
}

/** A short value is marked whole, a long one and a parameter by its key. */
function markOf(path, rangeOf, isKey = false) {
  const { from, to, keyFrom, keyTo } = rangeOf(path);
  if (isKey && keyFrom !== null) return { from: keyFrom, to: keyTo, barFrom: keyFrom, barTo: to };
  const isShort = to - from <= 120;
  // The bar of a short value stands beside the object around it, if this is no list of messages.
  const around = /^(.+)\.[^.[\]]+$/.exec(path)?.[1];
  const outer = isShort && around !== undefined ? rangeOf(around) : { from: keyFrom ?? from, to };
  return { from: isShort ? from : (keyFrom ?? from), to: isShort ? to : (keyTo ?? from + 1), barFrom: outer.from, barTo: outer.to };
}

const SAYINGS = [
  [/has no result/, "no result"],
  [/result answers no call|no call `/, "no call"],
  [/used twice|second/, "twice"],
  [/empty|visible characters/, "empty"],
  [/signature/, "signature"],
];

function sayOf({ remedy = "", message, isParameter }) {
  if (isParameter === true) return null;
  return SAYINGS.find(([words]) => words.test(`${message} ${remedy}`))?.[1] ?? null;
}

/** The options with which a body is repaired: of an unnamed model, so that Gemini 3, which demands most, takes it. */
function repairOptions(given, openCalls) {
  const options = optionsOf(given, openCalls);
  const isUnnamed = given.format === "gemini" && options.capabilities === undefined && typeof given.value?.model !== "string";
  return isUnnamed && violationsOf(given).length > 0 ? { ...options, capabilities: { model: "gemini-3-pro" } } : options;
}

/** Repairs a request. @returns {{ body: unknown, repairs: object[], repairCount: number, left: object[], error: string | null }} */
export function repairedBy(given, openCalls, extra = []) {
  const { format, value } = given;
  if (!TARGETS.includes(format)) return { body: value, repairs: [], repairCount: 0, left: [], error: null };
  try {
    const isList = Array.isArray(value);
    const whole = asBody(format, value);
    const begun = extra.length === 0 ? whole : edited(whole, extra);
    const { body: sanitized, repairs } = sanitize(format, begun, repairOptions(given, openCalls));
    const {
      body,
      repairs: parameters,
      left,
    } = isList ? { body: sanitized, repairs: [], left: [] } : repairParameters(sanitized, validate(format, sanitized, optionsOf(given)));
    const located =
      extra.length > 0 ? [] : [...locateRepairs(repairs.slice(0, MOST_LISTED), whole, body), ...parameters.map(locatedParameter)];
    const placed = (path) => (path === null || !isList ? path : path.replace(/^\w+/, ""));
    return {
      body: isList ? listIn(format, body) : body,
      repairs: located.slice(0, MOST_LISTED).map(({ repair: { code, rule = null, detail }, before, after }) => ({
        code,
        rule,
        detail,
        before: placed(before),
        after: placed(after),
      })),
      repairCount: repairs.length + parameters.length + (extra.length > 0 ? 1 : 0),
      left,
      error: null,
    };
  } catch (error) {
    return { body: value, repairs: [], repairCount: 0, left: [], error: error.message };
  }
}

const edited = (body, edits) => repairParameters(body, [{ rule: "", path: "", message: "The words of the refusal.", repair: edits }]).body;

/** The repairs that the words of a refusal call for, each with what the check of it says. */
export function triesOf(given, { violations, verdict, explanations }, words, openCalls) {
  if (violations.length > 0 || verdict.kind !== "unexplained") return [];
  return likelyRepairs(asBody(given.format, given.value), explanations, words).flatMap(({ title, why, edits }) => {
    const { body, error, left } = repairedBy(given, openCalls, edits);
    return error === null && left.length === 0 ? [{ title, why, edits, body }] : [];
  });
}

/** A repair of a parameter in the form of `locateRepairs`; its code is the kind of the first edit. */
function locatedParameter({ rule, path, detail, edits: [edit] }) {
  const code = "remove" in edit ? "parameter-dropped" : "rename" in edit ? "parameter-renamed" : "parameter-set";
  const after = "remove" in edit ? null : "rename" in edit ? edit.path.replace(/[^.[\]]+$/, () => edit.rename) : edit.path;
  return { repair: { code, rule, detail }, before: path, after };
}

/** The rules of a target by what they are about, and what is not checked. */
export function checkedOf(target) {
  const rules = RULES.filter((rule) => rule.target === target);
  const groups = GROUPS.map(([title, words]) => [title, 0, words]);
  for (const { id, sentence, remedy } of rules) {
    const isParameter = remedy.startsWith("parameters are");
    const group = isParameter ? groups.at(-1) : (groups.find(([, , words]) => words.test(sentence)) ?? groups.at(-2));
    if (group !== undefined && id !== "") group[1] += 1;
  }
  return groups.filter(([, count]) => count > 0).map(([title, count]) => ({ title, count }));
}

const GROUPS = [
  ["Calls and their results", /\bcalls?\b|\bresults?\b|\boutput\b|arguments|input of a call|`args`/i],
  ["Reasoning and the form of signatures", /thinking|reasoning|signature|summar/i],
  ["Contents, media, empty texts", /content|image|media|text|document|file|cache|parts|sentence/i],
  ["Order and roles of messages", /role|alternate|begins|ends|system|instruction|user|message|item/i],
  ["Form, ids and names", /./],
  ["Parameters and schemas of tools", /^$/],
];
