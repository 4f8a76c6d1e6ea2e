// The verdict: what was read, the finding as a headline, and the actions.

import { LETTERS, TITLES } from "../formats.mjs";
import { VENDORS } from "../vendors.mjs";
import { byId, count, el, headline, number, rich } from "./dom.mjs";
import { caret, menu } from "./menu.mjs";

/** The colour and the word of each kind of verdict. There is no green one. */
const KINDS = {
  refused: ["find", "Refused"],
  unexplained: ["warn", "Refused, cause not visible"],
  clean: ["calm", "Nothing found"],
  unchecked: ["calm", "Not a request to a provider"],
};

/** The texts for what holds no request. */
const UNREAD = {
  broken: ({ fault }) => [
    "warn",
    fault?.isTruncated ? "Cut off" : "Cannot be read",
    `The text breaks off or is broken at line ${fault.line}, column ${fault.column}`,
    capital(fault.what),
  ],
  unknown: ({ taken }) => ["calm", "Not a request", "This is no request that we know", taken],
  response: ({ taken }) => ["calm", "An answer", "This is a provider’s answer, not a request", taken],
  stream: ({ taken }) => ["calm", "A stream", "This is a stream of a provider’s answer, not a request", taken],
  "too-large": ({ size }) => [
    "warn",
    "Too large",
    `The text is too large for the page: ${Math.round(size / 1e6)} MB`,
    "The page reads up to 50 MB. Use `npx backscroll check` on the file.",
  ],
};

const capital = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

/** Shows the verdict on what was read. */
/** @param {{ readAs: (format: string) => unknown, at: (vendor: string) => unknown }} page */
export function showVerdict(about, page) {
  const [colour, word, title, why] = textsOf(about);
  byId("main").className = colour;
  byId("word").textContent = word;
  headline("Doctor", rich(title, 24));
  byId("why").replaceChildren(rich(why));
  showForm(about);
  showFormat(about, page);
  showCounts(about);
}

function textsOf(about) {
  const { kind, verdict, error, fault } = about;
  if (error) return ["find", "Cannot be checked", error.message, `It was read as ${TITLES[about.format] ?? about.format}.`];
  if (verdict) {
    const [colour, word] = KINDS[verdict.kind];
    const isCut = fault?.isTruncated === true;
    if (verdict.kind === "unchecked")
      return [
        colour,
        word,
        `${TITLES[about.format] ?? "Data"} of a program: no provider takes it as it is`,
        "Convert shows it as a request to any provider; Fit shows what a window leaves of it.",
      ];
    if (isCut && verdict.kind === "clean")
      return [
        "warn",
        "Cut off",
        `The text is cut off at line ${fault.line}, column ${fault.column}`,
        `${capital(fault.what)} What is there ${verdict.title.replace(/^B/, "b")}.`,
      ];
    const cut = isCut ? `The text is cut off at line ${fault.line}: ${fault.what}. What is there was checked. ` : "";
    return [colour, isCut ? `${word}, cut off` : word, verdict.title, `${cut}${verdict.why}`];
  }
  if (Object.hasOwn(UNREAD, kind)) return UNREAD[kind](about);
  return ["calm", "", "", ""];
}

function showForm({ form, taken, kind, isGuess }) {
  const chip = byId("form-chip");
  const isPlain = form === undefined || form === "" || form === "JSON" || kind === "too-large" || kind === "refusal";
  chip.hidden = isPlain;
  chip.textContent = isPlain ? "" : `${isGuess ? "probably " : ""}${form}`;
  chip.title = taken ?? "";
}

/** The format, which can be changed; the reason of the detection is its tooltip. */
function showFormat({ format, detected, vendor }, page) {
  const host = byId("format-host");
  if (format === undefined || format === null) return host.replaceChildren();
  const actions = Object.entries(TITLES).map(([name, title]) => ({
    text: title,
    note: LETTERS[name],
    id: `read-as-${name}`,
    isChosen: name === format,
    run: () => page.readAs(name),
  }));
  const isChosen = detected?.format !== format;
  const title = isChosen ? "You chose this format." : `Read as ${TITLES[format]}. ${detected.why.join(" ")}`;
  const name = `Read as ${TITLES[format] ?? format}; change`;
  const formats = menu([TITLES[format] ?? format, caret()], actions, { kind: "chip", title, id: "format", name });
  host.replaceChildren(formats, format === "openai-chat" ? vendorsOf(vendor, page) : "");
}

/** The vendor behind the format: told by the address or the words, or chosen. */
function vendorsOf(vendor, page) {
  const actions = ["", ...VENDORS].map((name) => ({
    text: name === "" ? "any vendor" : name,
    id: `at-${name === "" ? "any" : name}`,
    isChosen: name === (vendor ?? ""),
    run: () => page.at(name),
  }));
  const title = vendor === null ? "The rules of all vendors that speak this format." : `The rules of ${vendor}.`;
  const label = vendor === null ? "any vendor" : `at ${vendor}`;
  return menu([label, caret()], actions, { kind: "chip", title, id: "vendor", name: `${label}; change the vendor` });
}

function showCounts({ model, messages, noun, tokens }) {
  const parts = [model ?? null, messages === undefined ? null : count(messages, noun), tokens ? count(tokens, "token") : null];
  byId("counts").replaceChildren(...parts.filter((part) => part !== null).map((part) => el("span", {}, el("bdi", {}, part))));
}

/** The requests of a text that holds several, the refused ones first. */
export function showPicker({ list = [], number: chosen, count: all = 1 }, pick) {
  const place = byId("picker");
  place.hidden = all < 2;
  if (all < 2) return place.replaceChildren();
  const ranks = ["refused", "unexplained", "unchecked", "clean"];
  const sorted = [...list]
    .filter(Boolean)
    .sort((one, other) => ranks.indexOf(one.kind) - ranks.indexOf(other.kind) || one.number - other.number);
  const shown = sorted.slice(0, 200);
  const refused = list.filter((each) => each?.kind === "refused").length;
  const items = shown.map(({ number: own, kind, place: at, model, messages, title }) => {
    const [colour, word] = KINDS[kind];
    const item = el(
      "li",
      { class: colour, "aria-current": own === chosen ? "true" : null },
      el(
        "button",
        { type: "button", "data-request": String(own), onclick: () => pick(own) },
        el("span", { class: "word" }, kind === "refused" ? "Refused" : kind === "clean" ? "Nothing found" : word),
        el("code", {}, `${at}${model === null ? "" : `, ${model}`}, ${count(messages, "message")}`),
        title === "" ? null : el("span", { class: "pick-title" }, rich(title)),
      ),
    );
    return item;
  });
  place.replaceChildren(
    el(
      "li",
      { class: "picker-head" },
      `${number(all)} requests, ${number(refused)} refused${list.length < all ? `; the first ${number(list.length)} are checked` : ""}${shown.length < sorted.length ? `; ${number(shown.length)} are shown` : ""}`,
    ),
    ...items,
  );
}

/** Arrow keys move in the list of requests. */
byId("picker").addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const buttons = [...byId("picker").querySelectorAll("button")];
  buttons[(buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length]?.focus();
  event.preventDefault();
});
