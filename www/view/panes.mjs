// The heads of the two texts: titles, the error that was pasted, undo, and the changes.

import { byId, count, el, icon } from "./dom.mjs";

/** Characters of the error that are shown. */
const MOST = 2_000;

/** @typedef {{ title: string, note?: string, isChange?: boolean, tools?: Node[] }} Head */

/** Shows the heads. @param {Head} one @param {Head | null} two */
export function showHeads(one, two, answer) {
  const head = ({ title, note = "", isChange = false, tools = [] }, side) =>
    el(
      "div",
      { class: "head", "data-head": side },
      el(
        "div",
        { class: "pane-top" },
        el("h2", {}, isChange ? el("span", {}, "Repaired: ", el("span", { class: "n" }, title)) : title),
        el("span", { class: "pane-note" }, note),
        el("span", { class: "end" }, ...tools),
      ),
      side === "a" ? answer.mine : answer.theirs,
    );
  byId("heads").replaceChildren(head(one, "a"), ...(two === null ? [] : [head(two, "b")]));
  byId("heads").dataset.count = two === null ? "1" : "2";
}

/** The error that was pasted, with the words marked that name the place. */
export function errorBar(words, { isWhole, path, remove }) {
  if (words === "") return null;
  const text = words.length > MOST ? `${words.slice(0, MOST)}…` : words;
  return el(
    "div",
    { class: isWhole ? "answer full" : "answer", id: "error" },
    el("b", {}, "Error"),
    el("p", { title: text, tabindex: "0" }, ...marked(text, path)),
    remove === null
      ? null
      : el("button", { type: "button", class: "btn bare icon", "aria-label": "Remove the error", onclick: remove }, icon("close")),
  );
}

/** A path of ours as providers spell it. */
function marked(text, path) {
  if (path === null) return [text];
  const spelled = [path, path.replaceAll(/\[(\d+)\]/g, ".$1"), path.replaceAll(/\[(\d+)\]/g, "[$1]")];
  const found = spelled.map((each) => [text.indexOf(each), each]).find(([at]) => at >= 0);
  if (found === undefined) return [text];
  const [at, each] = found;
  return [text.slice(0, at), el("mark", {}, each), text.slice(at + each.length)];
}

export const checkBar = ({ leftCount, checked }) =>
  el(
    "div",
    { class: "answer no-phone" },
    el("b", {}, "Check"),
    el("p", {}, leftCount > 0 ? `${count(leftCount, "fault")} left to you` : `breaks none of the ${checked} rules that we check`),
  );

export const linesOf = (text) => count(text.split("\n").length, "line");

export function tool(label, run, { name = null, id = null, isDisabled = false } = {}) {
  const isIcon = typeof label !== "string";
  return el(
    "button",
    { type: "button", class: isIcon ? "btn bare icon" : "btn bare", "aria-label": name, id, disabled: isDisabled, onclick: run },
    label,
  );
}
