// The rail beside the texts: findings with their rule, likely repairs, or what was checked.

import { TITLES } from "../formats.mjs";
import { byId, code, count, el, icon, rich } from "./dom.mjs";

/** @param {{ goTo: (offset: number) => void, refusalOf: (rule: string) => string }} page */
export function showFindings({ findings, rules, leftCount, repairs = [] }, { checked, page }) {
  const rail = byId("rail");
  const box = el("div", { class: "rule", id: "rule" });
  const show = (finding) => {
    for (const link of rail.querySelectorAll(".finds [aria-current]")) link.removeAttribute("aria-current");
    finding.link.setAttribute("aria-current", "true");
    box.replaceChildren(...(finding.rule === null || rules[finding.rule] === undefined ? [] : ruleOf(rules[finding.rule], page)));
    if (finding.from !== null) page.goTo(finding.from);
  };
  const links = findings.map((finding) => {
    const { title, detail, note, severity, count: times } = finding;
    const classes = { find: "f", warn: "w", note: "" }[severity];
    finding.link = el(
      "button",
      { type: "button", class: classes, onclick: () => show(finding) },
      el("b", {}, rich(title, 26), times > 1 ? ` (${times} times)` : null),
      detail === "" ? null : code(detail, 40),
      note === null ? null : el("small", {}, rich(note)),
    );
    return el("li", {}, finding.link);
  });
  const errors = findings.filter(({ severity }) => severity === "find").reduce((sum, { count: times }) => sum + times, 0);
  const notes = findings.filter(({ severity }) => severity === "note").length;
  const said = [errors > 0 ? count(errors, "fault") : null, notes > 0 ? count(notes, "note") : null].filter(Boolean).join(", ");
  const [first] = findings;
  rail.setAttribute("aria-label", "Findings");
  rail.replaceChildren(
    el("div", { class: "pane-top" }, el("h2", {}, "Findings"), el("span", { class: "end" }, said)),
    el("ol", { class: "finds", id: "findings" }, ...links),
    box,
    repairs.length === 0 ? "" : repairsOf(repairs, page),
    checked === 0
      ? ""
      : el(
          "p",
          { class: "rail-foot" },
          leftCount > 0 ? `${count(leftCount, "fault")} left to you. ` : "",
          `${checked} rules were checked. `,
          el("a", { href: "docs/parameters.html" }, "What is not checked"),
        ),
  );
  if (first !== undefined) {
    first.link.setAttribute("aria-current", "true");
    box.replaceChildren(...(first.rule === null || rules[first.rule] === undefined ? [] : ruleOf(rules[first.rule], page)));
  }
}

function ruleOf({ id, target, sentence, words, evidence, isSaid, isSure }, page) {
  const [first, ...others] = words;
  return [
    el("p", { class: "id" }, `Rule ${id}`),
    el("h3", {}, rich(`${sentence}.`)),
    first === undefined ? null : el("p", { class: "label" }, `The words of ${TITLES[target]}`),
    first === undefined ? null : el("blockquote", { class: "quote" }, first),
    isSaid
      ? el(
          "p",
          { class: "same" },
          icon("check"),
          el("span", {}, isSure ? "The error that you pasted says this." : "The error that you pasted is like this."),
        )
      : null,
    others.length > 0
      ? el(
          "details",
          { class: "others" },
          el("summary", {}, `${count(others.length, "other wording")}`),
          ...others.map((each) => el("blockquote", { class: "quote" }, each)),
        )
      : null,
    words.length === 0 && evidence ? el("p", {}, "Evidence: ", rich(evidence)) : null,
    el("p", { class: "links" }, el("a", { href: page.refusalOf(id) }, "How requests get like this, and how to stop it")),
  ].filter((part) => part !== null);
}

function repairsOf(repairs, page) {
  return el(
    "details",
    { class: "repairs rule" },
    el("summary", {}, `What the repair does: ${count(repairs.length, "step")}`),
    el(
      "ul",
      { class: "reports" },
      ...repairs.map(({ code: name, detail, from }) =>
        el(
          "li",
          {},
          from === null ? null : el("button", { type: "button", class: "link", onclick: () => page.goTo(from) }, "Show"),
          " ",
          rich(detail),
          " ",
          el("code", { class: "soft" }, name),
        ),
      ),
    ),
  );
}

/** The repairs that the words call for, where we cannot know. */
export function showTries({ tries }, chosen, { choose, report }) {
  const rail = byId("rail");
  rail.setAttribute("aria-label", "Likely repairs");
  const cards = tries.map(({ title, why }, place) =>
    el(
      "label",
      { class: place === chosen ? "try on" : "try" },
      el("input", {
        class: "unseen",
        type: "radio",
        name: "try",
        value: String(place),
        checked: place === chosen,
        onchange: () => choose(place),
      }),
      el("h3", {}, `${place + 1}. `, rich(title)),
      el("p", {}, why),
    ),
  );
  rail.replaceChildren(
    el(
      "div",
      { class: "pane-top" },
      el("h2", {}, "Likely repairs"),
      el("span", { class: "end" }, tries.length === 0 ? "" : "the likeliest first"),
    ),
    tries.length === 0
      ? el(
          "div",
          { class: "rule" },
          el("p", {}, "No repair follows from these words. Compare the place that they name with the provider’s reference."),
        )
      : el("div", { class: "tries", role: "radiogroup", "aria-label": "Likely repairs" }, ...cards),
    el(
      "p",
      { class: "rail-foot" },
      tries.length === 0 ? "" : "Nobody but the provider can check these. ",
      "None of them? ",
      el("button", { type: "button", class: "link", onclick: report }, "Copy as an issue comment"),
      ", texts redacted, so that a rule can be written.",
    ),
  );
}

/** Causes of refusals that no request shows. */
const UNSEEN = [
  "Your key, quota, and access to the model",
  "Filters of content",
  "Whether signatures and encrypted reasoning are genuine",
  "Whether the ids of stored items still exist",
  "Fields that are newer than this release",
];

/** Shows the rules that were checked, and what was not, with equal weight. */
export function showChecked({ checked }, { format, tokens, window, model }) {
  const rail = byId("rail");
  rail.setAttribute("aria-label", "What was checked");
  const facts = checked.flatMap(({ title, count: rules }) => [el("dt", {}, title), el("dd", {}, count(rules, "rule"))]);
  const share = tokens && window ? Math.max(1, Math.round((100 * tokens) / window)) : null;
  rail.replaceChildren(
    el(
      "div",
      { class: "rule" },
      el("h2", {}, "Checked"),
      el("dl", { class: "facts" }, ...facts),
      el("p", { class: "links" }, el("a", { href: "refusals/index.html" }, `All rules of ${TITLES[format]}`)),
    ),
    el("div", { class: "rule" }, el("h2", {}, "Not checked"), el("ul", { class: "not" }, ...UNSEEN.map((text) => el("li", {}, text)))),
    share === null
      ? ""
      : el(
          "p",
          { class: "rail-foot" },
          `Fills ${share} % of the window of ${model ?? "the model"}. `,
          el("a", { href: "#fit", "data-go": "fit" }, "See it in Fit"),
        ),
  );
}

/** A text without a request: the words and what they may mean, or what a request would have. */
export function showNothing(about, page) {
  const { findings = [], rules = {} } = about;
  if (findings.length > 0) return showFindings({ findings, rules, leftCount: 0 }, { checked: 0, page });
  const rail = byId("rail");
  rail.setAttribute("aria-label", "What a request has");
  rail.replaceChildren(
    el(
      "div",
      { class: "rule" },
      el("h2", {}, "A request has"),
      el(
        "ul",
        { class: "not" },
        ...[
          "`messages`, `input` or `contents`: the list of messages",
          "mostly a `model`",
          "at OpenAI and Anthropic, a call in one message and its result in the next",
        ].map((text) => el("li", {}, rich(text))),
      ),
      about.canAppend
        ? el(
            "p",
            {},
            "Append this answer to its request with ",
            el("code", {}, "addResponse"),
            ": ",
            el("a", { href: "docs/getting-started.html" }, "Getting started"),
            ".",
          )
        : null,
    ),
  );
}
