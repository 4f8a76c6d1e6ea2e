// Shows the choice of a callback with its source, and the report of the last reduction.

import { CALLBACKS } from "../callbacks.mjs";
import { byId, count, el, number } from "./dom.mjs";
import { repairElement } from "./request.mjs";
import { foldedElement, messageElement } from "./turns.mjs";

/** Fills the choice, and calls `choose` with the chosen callback: at once with the first. */
export function offerCallbacks(choose) {
  const select = byId("callback");
  select.replaceChildren(...CALLBACKS.map(({ id, title }) => el("option", { value: id }, title)));
  const take = () => {
    const callback = CALLBACKS.find(({ id }) => id === select.value);
    byId("source").textContent = callback.reduce.toString();
    choose(callback);
  };
  select.addEventListener("change", take);
  take();
}

/** @param {Awaited<ReturnType<import("../session.mjs").Session["view"]>>} view */
export function showReductions({ reductions }) {
  const nothing = el("p.nothing", {}, "Nothing has been removed yet.");
  byId("reductions").replaceChildren(...(reductions.length === 0 ? [nothing] : reductions.map(reductionElement)));
}

function reductionElement({ tokensBefore, tokensAfter, removed, shortened, summary, firstChangedIndex, repairs }) {
  const report = el("div.reduction");
  const saved = Math.round(100 * (1 - tokensAfter / tokensBefore));
  const numbers = el("p.numbers", {}, el("span", {}, number(tokensBefore)), " → ", el("strong", {}, number(tokensAfter)), " tokens of history ");
  numbers.append(el("span.chip.good", {}, `${saved} % less`));
  report.append(numbers);
  if (summary) report.append(el("h4", {}, "Put in"), messageElement(summary));
  if (removed.length > 0) report.append(el("h4", {}, `Removed: ${count(removed.length, "message")}`), ...removed.map(foldedElement));
  if (shortened.length > 0) report.append(el("h4", {}, `Shortened: ${count(shortened.length, "message")}`), ...shortened.map(shortenedElement));
  if (repairs.length > 0) report.append(el("h4", {}, "Repairs"), el("ul.repairs", {}, ...repairs.map(repairElement)));
  if (firstChangedIndex !== null) report.append(el("p.hint", {}, cacheSentence(firstChangedIndex)));
  return report;
}

function shortenedElement({ tokensBefore, tokensAfter, original }) {
  const size = el("p.size", {}, `${number(tokensBefore)} → ${number(tokensAfter)} tokens. It was:`);
  return el("div.shortened", {}, size, foldedElement(original));
}

function cacheSentence(index) {
  if (index === 0) return "The first message changed, so a prompt cache has nothing of this conversation any more.";
  return `${index === 1 ? "The first message stands" : `The first ${index} messages stand`} unchanged, and can still come from a prompt cache.`;
}
