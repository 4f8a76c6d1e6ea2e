// One line that says what is wrong, the format, and the six targets.

import { TITLES } from "../formats.mjs";
import { byId, complain, count, el, number, rich, say } from "./dom.mjs";

/** Shows what was read. */
export function showVerdict(about) {
  document.body.dataset.kind = about.kind;
  complain("");
  say(rich(sentenceOf(about)));
  byId("verdict").dataset.tone = toneOf(about);
  byId("format").closest(".read-as").hidden = about.format === undefined;
  byId("badges").hidden = about.format === undefined;
  if (about.format !== undefined) showFormat(about);
}

function toneOf({ kind, count: found = 0, cards = [], error, isTarget }) {
  if (kind === "empty") return "none";
  if (["broken", "too-large"].includes(kind) || error) return "bad";
  if (kind === "refusal") return cards.length > 0 ? "warn" : "none";
  return found > 0 ? "bad" : isTarget ? "good" : "none";
}

function sentenceOf({ kind, size, fault, cards = [], format, isTarget, count: found, rules, error }) {
  if (kind === "empty") return "";
  if (kind === "too-large")
    return `This is too large for the page: ${number(Math.round(size / 1e6))} million characters, and it reads up to 20 million. Use \`npx backscroll check\` on the file.`;
  if (kind === "broken") return `This is no JSON: ${fault.what}, line ${number(fault.line)}, column ${number(fault.column)}.`;
  if (kind === "refusal") {
    if (cards[0]?.advice) return `${cards[0].advice} Paste the request as well: it says more.`;
    if (cards.length === 0) return "No rule is like this text. Paste the request as well: it says more.";
    return cards[0].id === "context-window"
      ? "The request was too long for the model's context window. Paste it as well, and make it fit."
      : `This refusal is about ${cards[0].id}: ${cards[0].sentence}. Paste the request as well, and see the place.`;
  }
  if (error) return `It cannot be read as ${TITLES[format]}: ${error.message}`;
  if (!isTarget) return `These are data of ${TITLES[format]}, which no provider takes as they are. Convert them.`;
  if (found === 0) return `${TITLES[format]} would accept it: no rule is broken.`;
  return `${TITLES[format]} would refuse it: ${count(found, "violation")}${rules > 1 ? ` of ${count(rules, "rule")}` : ""}.`;
}

function showFormat({ format, detected, lines, line, lineFaults }) {
  const select = byId("format");
  select.value = format;
  const isGuess = detected !== null && detected.format === format;
  const others =
    isGuess && detected.others.length > 0 ? ` It may also be ${detected.others.map((name) => TITLES[name] ?? name).join(" or ")}.` : "";
  byId("why").replaceChildren(
    rich(
      detected === null
        ? "No format was recognised: choose one."
        : isGuess
          ? `${detected.why.slice(0, 2).join(" ")}${others}`
          : `You chose this. It looks like ${TITLES[detected.format]}.`,
    ),
  );
  byId("line-label").hidden = lines === 0;
  byId("line-count").textContent = number(lines);
  byId("line").max = String(Math.max(1, lines));
  byId("line").value = String(line);
  const list = byId("line-faults");
  if (lines === 0) return list.replaceChildren();
  const total = lineFaults.length;
  const links = lineFaults
    .slice(0, 12)
    .map(({ line: place }) => el("button", { type: "button", class: "link", "data-line": place }, String(place)));
  list.replaceChildren(
    total === 0 ? "No line has violations." : `${count(total, "line")} with violations: `,
    ...links.flatMap((link) => [link, " "]),
    total > 12 ? "…" : "",
  );
}

/** Shows what each provider would say. */
export function showBadges(list) {
  byId("badges").replaceChildren(
    ...list.map(({ target, isOwn, violations, losses, error }) => {
      const [tone, text] =
        error !== null
          ? ["bad", "cannot be converted"]
          : isOwn
            ? [violations > 0 ? "bad" : "good", violations > 0 ? count(violations, "violation") : "accepted"]
            : losses > 0
              ? ["warn", `converted, ${count(losses, "loss", "losses")}`]
              : ["good", "converted, nothing lost"];
      const mark = { good: "✓", warn: "!", bad: "✕" }[tone];
      return el(
        "li",
        {},
        el(
          "button",
          { type: "button", class: `badge ${tone}`, "data-target": target, title: error },
          el("span", { "aria-hidden": "true" }, mark),
          ` ${TITLES[target]} `,
          el("small", {}, text),
        ),
      );
    }),
  );
}
