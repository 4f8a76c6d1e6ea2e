// A body before and after its repair, side by side, with the place and the changes marked.

import { escaped, withCode } from "../html.mjs";
import { changes, folded, inOrderOf, linesOf, piecesAt } from "./body.mjs";

/** @param {import("./list.mjs").Refusal} refusal */
export function panes({ shown: { before, after, paths, found, repairs, parameters } }) {
  const width = after === null ? 84 : 45;
  const refused = linesOf(before, width);
  const marked = new Set(paths.flatMap((path) => piecesAt(refused, path)));
  if (after === null) {
    const place = found === null ? placeOf(paths[0]) : `${placeOf(paths[0])}: ${withCode(found)}`;
    return `<p class="txt">${place}.</p><div class="ba one">${pane("Refused", "", refused, { marked })}</div>`;
  }
  const mended = linesOf(inOrderOf(after, before), width);
  const { removed, added, nearRemoved, nearAdded } = changes(refused, mended);
  const count = repairs.length + parameters.length;
  const details = [...repairs, ...parameters].map(({ detail }) => detail);
  const note = `<ul class="done">${details.map((detail) => `<li>${withCode(capital(detail))}.</li>`).join("")}</ul>`;
  const title = `Repaired: <span class="n">${count} ${count === 1 ? "change" : "changes"}</span>`;
  return `<div class="ba">${pane("Refused", placeOf(paths[0]), refused, { marked, removed, near: nearAdded })}${pane(title, "", mended, { added, near: nearRemoved })}</div>${note}`;
}

const capital = (text) => text.replace(/^[a-z]/, (letter) => letter.toUpperCase());

const placeOf = (path) => (path === "" ? "the body" : `<code>${escaped(path)}</code>`);

function pane(title, place, lines, { marked = new Set(), removed = new Set(), added = new Set(), near = new Set() }) {
  const isMarkedLine = (line) => line.some((piece) => marked.has(piece));
  const places = [...removed, ...added, ...near, ...lines.flatMap((line, index) => (isMarkedLine(line) ? [index] : []))];
  const item = ({ line: index, left }) => {
    if (left !== undefined) return `<li class="left">… ${left} ${left === 1 ? "line" : "lines"}</li>`;
    const line = lines[index];
    const isMarked = isMarkedLine(line);
    const classes = [isMarked ? "bar" : "", removed.has(index) ? "cut" : "", added.has(index) ? "add" : ""].filter((name) => name !== "");
    const html = line.map((piece) => written(piece, marked.has(piece))).join("");
    return `<li${classes.length === 0 ? "" : ` class="${classes.join(" ")}"`}><span class="ln">${html}</span></li>`;
  };
  const label = title.startsWith("Refused") ? "Refused body" : "Repaired body";
  return `<div><div class="pane-top"><h3>${title}</h3>${place === "" ? "" : `<span class="at">${place}</span>`}</div><div class="code" tabindex="0" role="group" aria-label="${label}"><ol>${folded(lines.length, places).map(item).join("")}</ol></div></div>`;
}

function written({ text, kind }, isMarked) {
  const classes = [kind, isMarked ? "u" : null].filter((name) => name !== null);
  return classes.length === 0 ? escaped(text) : `<span class="${classes.join(" ")}">${escaped(text)}</span>`;
}
