// The five answers of Fit: how full the window is, what later steps need, the user's words, the cost, and the prompt cache. A figure that is
// not known yet is `…`; one that cannot be known is `–`.

import { count, el, number } from "../dom.mjs";
import { money, shareOf, usdOf } from "./figures.mjs";

/**
 * @typedef {object} State
 * @property {number} window
 * @property {number} size of the newest request
 * @property {string} way to cut
 * @property {Map<string, { kept?: object | null, bill?: object | null }>} known what is known of each way
 */

/** @param {State} state @returns {Node[]} */
export function answers(state) {
  return [filled(state), needed(state), words(state), cost(state), cached(state)].map(([name, figure, small, note]) =>
    el("div", {}, el("dt", {}, name), el("dd", {}, el("b", {}, figure, " ", el("small", {}, small)), el("span", {}, note))),
  );
}

const ofWay = ({ known, way }) => known.get(way) ?? {};

function filled(state) {
  const { window, size } = state;
  const room = window - size;
  const note = room >= 0 ? stepsLeft(ofWay(state).bill, room) : `${number(-room)} too many`;
  return ["Fills the window", `${Math.round((100 * size) / window)} %`, `of ${number(window)}`, note];
}

/** The steps until the next cut, by the growth of the requests. */
function stepsLeft(bill, room) {
  const requests = bill?.requests ?? [];
  const growths = requests.flatMap(({ tokens }, place) =>
    place > 0 && tokens > requests[place - 1].tokens ? [tokens - requests[place - 1].tokens] : [],
  );
  if (growths.length === 0) return `room for ${number(room)} tokens`;
  const steps = Math.floor(room / (growths.reduce((sum, each) => sum + each, 0) / growths.length));
  return `next cut after about ${count(Math.max(1, steps), "more step")}`;
}

function needed({ known, way }) {
  const name = "What later steps need";
  if (way === "none") return [name, "All", "kept", "while it is not refused"];
  const recall = shareOf(known.get(way)?.kept?.recall);
  if (recall === undefined) return [name, known.get(way)?.kept === null ? "–" : "…", "", ""];
  if (recall === null) return [name, "–", "", "the last answers name too little to tell"];
  const other = shareOf(known.get(way === "age" ? "need" : "age")?.kept?.recall);
  const note =
    other === undefined || other === null
      ? "ids, paths, names and amounts"
      : `${way === "age" ? "by need" : "oldest first"} would keep ${other} %`;
  return [name, `${recall} %`, "kept", note];
}

function words(state) {
  const name = "The user’s words";
  if (state.way === "none") return [name, "All kept", "", ""];
  const { kept } = ofWay(state);
  if (!kept) return [name, kept === null ? "–" : "…", "", ""];
  const { whole, all } = kept.user;
  return whole === all
    ? [name, "All kept", `${whole} of ${all}`, "word for word"]
    : [name, `${whole} of ${all}`, "whole", "messages, word for word"];
}

function cost(state) {
  const { bill } = ofWay(state);
  const usd = usdOf(bill);
  const name = bill ? `${count(bill.requests.length, "request")} cost` : "Its requests cost";
  if (usd === undefined) return [name, "…", "", ""];
  if (usd === null) return [name, "–", "", bill === null ? "" : "no price of this model is known"];
  const uncut = state.known.get("none")?.bill;
  const whole = usdOf(uncut);
  const refused = uncut?.requests.findIndex(({ tokens }) => tokens > state.window) ?? -1;
  const note = whole == null ? "" : `without a cut ${money(whole)}${refused >= 0 ? `, and refused from ${refused + 1}` : ""}`;
  return [name, money(usd), "", note];
}

function cached(state) {
  const name = "From the prompt cache";
  const { bill } = ofWay(state);
  if (!bill || bill.requests.length === 0) return [name, bill === undefined ? "…" : "–", "", ""];
  const sumOf = (list, size) => list.reduce((sum, each) => sum + size(each), 0);
  const share =
    sumOf(bill.requests, (each) => each.cached) /
    Math.max(
      1,
      sumOf(bill.requests, (each) => each.tokens),
    );
  const cuts = bill.requests.filter(({ isCut }) => isCut);
  const uncached = number(sumOf(cuts, (each) => each.tokens - each.cached));
  const note =
    cuts.length === 0
      ? "no cut reads anything again"
      : `${cuts.length === 1 ? "the cut reads" : `${cuts.length} cuts read`} ${uncached} tokens again`;
  return [name, `${Math.round(100 * share)} %`, "", note];
}
