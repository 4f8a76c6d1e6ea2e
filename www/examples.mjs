// Examples: real refusals with a request that breaks the rule. The first screen offers some; a page of each refusal links to its own.

import { LETTERS, TITLES } from "./formats.mjs";
import { REFUSALS, pasteOf } from "./refusals.mjs";
import { el, icon } from "./view/dom.mjs";

const SHOWN = ["AN1", "OR3", "GE4", "MI3"];

const MESSAGES = [/(?:"|\\")message(?:"|\\")\s*:\s*"((?:[^"\\]|\\.)*)"/, /'message': "([^"]*)"/, /'message': '([^']*)'/];

/** The words of an error, without what a client put around them. */
const wordsOf = (error) =>
  MESSAGES.map((pattern) => pattern.exec(error)?.[1])
    .find(Boolean)
    ?.replaceAll('\\"', '"') ?? error.replace(/^(?:Error code: )?400 (?:- )?/, "");

export function offerExamples(list) {
  const rows = SHOWN.map((rule) => REFUSALS.find((refusal) => refusal.rule === rule)).filter(Boolean);
  list.replaceChildren(
    ...rows.map(({ rule, format, error }) =>
      el(
        "li",
        {},
        el(
          "a",
          { href: `#doctor?example=${rule}` },
          el("span", { class: "vendor", "aria-hidden": "true" }, LETTERS[format]),
          el("span", { class: "st" }, "400"),
          el("p", {}, wordsOf(error)),
          el("span", { class: "who" }, TITLES[format]),
          icon("right"),
        ),
      ),
    ),
  );
}

/** The text of an example; null for an unknown one. The pages of refusals have many more, each in a file of its own. */
export async function exampleOf(id) {
  const own = REFUSALS.find(({ rule }) => rule === id);
  if (own !== undefined) return { text: pasteOf(own) };
  if (!/^[\w.-]{2,80}$/.test(id ?? "")) return null;
  try {
    const answer = await fetch(new URL(`examples/${id}.json`, location.href));
    const { text } = await answer.json();
    return typeof text === "string" ? { text } : null;
  } catch {
    return null;
  }
}
