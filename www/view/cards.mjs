// A card for each rule: what it demands, what the provider says, where it is broken, and what repairs it.

import { byId, count, el, number, own, rich } from "./dom.mjs";
import { TITLES } from "../formats.mjs";

const DOES = { repaired: "backscroll repairs it", refused: "backscroll refuses it, with the code", left: "This is left to you" };
/** Shows the cards. A click on a place calls `goTo`. */
export function showCards(cards, goTo) {
  byId("cards-title").classList.toggle("unseen", cards.length === 0);
  byId("cards-title").textContent = cards.length === 0 ? "Findings" : count(cards.length, "finding");
  const broken = cards.filter(({ count: found }) => found > 0).map(({ id }) => id);
  byId("cards").replaceChildren(...cards.map((card) => cardOf(card, broken, goTo)));
}

function cardOf(card, broken, goTo) {
  const { id, target, sentence, words, does, isNamed, likeness, named, places, count: found } = card;
  if (id === "context-window") {
    return el(
      "li",
      { class: "card" },
      el("h3", {}, "The request was too long"),
      el(
        "p",
        {},
        "The model's context window is full. ",
        el("button", { type: "button", class: "link", "data-go": "fit" }, "Make it fit"),
        ".",
      ),
    );
  }
  if (card.advice) {
    return el(
      "li",
      { class: "card named" },
      el("h3", {}, rich(card.advice)),
      named === null ? null : el("p", { class: "soft" }, "The refusal names ", el("code", {}, own(named)), "."),
    );
  }
  const list = places.map(({ path, message, from }) =>
    el(
      "li",
      {},
      el("button", { type: "button", class: "place", onclick: () => goTo(from) }, el("code", {}, own(path === "" ? "(the body)" : path))),
      " ",
      rich(particulars(message)),
    ),
  );
  return el(
    "li",
    { class: isNamed && found === 0 ? "card named" : "card" },
    el(
      "h3",
      {},
      id === "" ? null : el("a", { href: `rules.html#${id}`, class: "rule" }, id),
      " ",
      rich(sentence),
      found > 1 ? el("span", { class: "times" }, ` × ${number(found)}`) : null,
    ),
    isNamed
      ? el(
          "p",
          { class: "soft" },
          `Your provider's refusal is about this rule${likeness < 1 ? ` (${Math.round(100 * likeness)} % of its words)` : ""}.`,
          named === null ? null : " It names ",
          named === null ? null : el("code", {}, own(named)),
          named === null ? null : ".",
        )
      : null,
    words.length === 0
      ? null
      : el("figure", {}, el("figcaption", {}, `${TITLES[target] ?? "The provider"} answers`), el("blockquote", {}, own(words[0]))),
    list.length === 0 ? elsewhere(isNamed, broken) : el("ul", { class: "places" }, ...list),
    found > places.length ? el("p", { class: "soft" }, `and ${number(found - places.length)} more places`) : null,
    ...remediesOf(card),
    does.includes("openCalls")
      ? el(
          "p",
          { class: "soft" },
          "Alternatives: leave the call out, or keep it open. Choose beside ",
          el("a", { href: "#open-calls" }, "Unanswered calls"),
          ".",
        )
      : null,
  );
}

/** Returns a line for the parameters that are repaired, and one for what else the rule asks for. */
function remediesOf({ handling, does, remedies, repaired }) {
  const line = (how, what) => el("p", { class: "remedy" }, el("strong", {}, `${DOES[how]}: `), rich(`${what}.`));
  const lines = repaired.length === 0 ? [] : [line("repaired", repaired.slice(0, 3).join("; "))];
  if (handling === null || (repaired.length > 0 && remedies.length === 0)) return lines;
  const rest = remedies.length > 0 ? remedies.slice(0, 3).join("; ") : does.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1");
  return [...lines, line(handling, rest)];
}

/** Returns the rest of a message beside the name of its rule: the call, or the reason. */
function particulars(message) {
  const inner = /^(.*?)Breaks \w+(?: \((.*)\))?\.$/s.exec(message);
  return inner === null ? message : (inner[2] ?? inner[1].trim());
}

/** Providers stop at the first fault, and use the same words for several rules. */
function elsewhere(isNamed, broken) {
  if (!isNamed || broken.length === 0) return null;
  return el("p", { class: "soft" }, `The text that you pasted breaks ${broken.join(", ")}, which providers also answer with such words.`);
}

/** Shows the repairs, or why there are none. */
export function showRepairs({ repairs, repairCount, error }, goTo) {
  const place = byId("repairs");
  if (error !== null) return place.replaceChildren(el("h2", {}, "It cannot be repaired"), el("p", {}, rich(error)));
  if (repairCount === 0) return place.replaceChildren();
  const rows = repairs.map((repair) => rowOf(repair, goTo));
  place.replaceChildren(
    el("details", {}, el("summary", {}, `What the repair does: ${count(repairCount, "change")}`), el("ul", { class: "reports" }, ...rows)),
  );
}

/** A repair, with its path in the repaired body. A click goes to the place that it was made for. */
function rowOf({ code, rule, detail, after, from }, goTo) {
  const path = el("code", {}, own(after ?? "left out"));
  const link = from === null ? path : el("button", { type: "button", class: "place", onclick: () => goTo(from) }, path);
  return el("li", {}, link, " ", el("code", {}, code), rule === null ? null : ` ${rule}`, " ", rich(detail));
}
