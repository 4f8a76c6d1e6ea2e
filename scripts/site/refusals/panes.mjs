// A body before and after its repair, side by side, with the place and the changes marked.

import { escaped, withCode } from "../html.mjs";
import { changes, inOrderOf, linesOf, piecesAt } from "./body.mjs";

/** @param {import("./list.mjs").Refusal} refusal */
export function panes({ shown: { before, after, paths, found, repairs, parameters } }) {
  const refused = linesOf(before);
  const marked = new Set(paths.flatMap((path) => piecesAt(refused, path)));
  if (after === null) {
    const place = found === null ? placeOf(paths[0]) : `${placeOf(paths[0])}: ${withCode(found)}`;
    return `<p class="txt">${place}.</p><div class="ba one">${pane("Refused", "", refused, { marked })}</div>`;
  }
  const mended = linesOf(inOrderOf(after, before));
  const { removed, added } = changes(refused, mended);
  const count = repairs.length + parameters.length;
  const told = [...repairs, ...parameters].map(({ detail }) => detail);
  const note = `<ul class="told">${told.map((detail) => `<li>${withCode(detail)}</li>`).join("")}</ul>`;
  const title = `Repaired: <span class="n">${count} ${count === 1 ? "change" : "changes"}</span>`;
  return `<div class="ba">${pane("Refused", placeOf(paths[0]), refused, { marked, removed })}${pane(title, "", mended, { added })}</div>${note}`;
}

const placeOf = (path) => (path === "" ? "the body" : `<code>${escaped(path)}</code>`);

function pane(title, place, lines, { marked = new Set(), removed = new Set(), added = new Set() }) {
  const item = (line, index) => {
    const isMarked = line.some((piece) => marked.has(piece));
    const classes = [isMarked ? "bar" : "", removed.has(index) ? "cut" : "", added.has(index) ? "add" : ""].filter((name) => name !== "");
    const html = line.map((piece) => written(piece, marked.has(piece))).join("");
    return `<li${classes.length === 0 ? "" : ` class="${classes.join(" ")}"`}><span class="ln">${html}</span></li>`;
  };
  const label = title.startsWith("Refused") ? "Refused body" : "Repaired body";
  return `<div><div class="pane-top"><h3>${title}</h3>${place === "" ? "" : `<span class="at">${place}</span>`}</div><div class="code" tabindex="0" role="group" aria-label="${label}"><ol>${lines.map(item).join("")}</ol></div></div>`;
}

function written({ text, kind }, isMarked) {
  const classes = [kind, isMarked ? "u" : null].filter((name) => name !== null);
  return classes.length === 0 ? escaped(text) : `<span class="${classes.join(" ")}">${escaped(text)}</span>`;
}
