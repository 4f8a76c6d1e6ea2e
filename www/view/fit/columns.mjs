// The window as a picture: before and after as two columns of one scale, and the window as a line across both.

import { number, shape } from "../dom.mjs";

const [TOP, HEIGHT, WIDTH] = [22, 216, 352];
const [BEFORE, AFTER, COLUMN] = [90, 250, 80];
/** Blocks that are drawn; smaller neighbours share one. */
const LEAST = 0.6;

/** @param {import("./rows.mjs").CutRow[]} rows */
export function columns(rows, { total, after, window }) {
  const scale = HEIGHT / Math.max(total, window, 1);
  const line = TOP + window * scale;
  const over = total - window;
  const picture = shape("svg", {
    viewBox: `0 0 ${WIDTH} 246`,
    role: "img",
    "aria-label": `Before the cut ${number(total)} tokens${over > 0 ? ` reach past the window of ${number(window)}` : ` fit into the window of ${number(window)}`}. After it ${number(after)} remain.`,
  });
  const add = (name, attributes, ...children) => picture.append(shape(name, attributes, ...children));
  const text = (x, y, kind, value, anchor = null) => add("text", { class: kind, x, y, "text-anchor": anchor }, value);
  if (over > 0) add("rect", { class: "over", x: 0, y: line, width: WIDTH, height: TOP + total * scale - line });
  text(BEFORE, 13, "h", "Before");
  text(AFTER, 13, "h", "After");
  let [left, right] = [TOP, TOP];
  const blocks = [];
  for (const row of rows) {
    const [before, stays] = [row.tokens * scale, row.after * scale];
    if (stays >= LEAST) add("path", { class: `rib f-${row.kind}`, d: ribbon(left, left + Math.min(before, stays), right, right + stays) });
    if (row.state === "removed")
      blocks.push(["rect", { class: "f-gone", x: BEFORE + 0.5, y: left, width: COLUMN - 1, height: Math.max(0.5, before - 0.7) }]);
    else
      blocks.push([
        "rect",
        { class: `f-${row.kind}`, x: BEFORE, y: left, width: COLUMN, height: Math.max(0.5, before - (before > 2 ? 0.7 : 0)) },
      ]);
    if (stays > 0)
      blocks.push([
        "rect",
        { class: `f-${row.kind}`, x: AFTER, y: right, width: COLUMN, height: Math.max(0.5, stays - (stays > 2 ? 0.7 : 0)) },
      ]);
    if (row.kind === "user") {
      blocks.push(["path", { class: "tick", d: `M${BEFORE - 10} ${left - 3}l6 3.5-6 3.5z` }]);
      if (stays > 0) blocks.push(["path", { class: "tick", d: `M${AFTER + COLUMN + 10} ${right - 3}l-6 3.5 6 3.5z` }]);
    }
    [left, right] = [left + before, right + stays];
  }
  for (const [name, attributes] of blocks) add(name, attributes);
  if (line - right > 34) {
    add("rect", { class: "room", x: AFTER + 0.5, y: right + 1, width: COLUMN - 1, height: line - right - 1 });
    text(AFTER + 8, right + 18, "m", number(after));
    text(AFTER + 8, right + 33, "m", `room: ${number(window - after)}`);
  }
  if (line <= TOP + HEIGHT + 1) {
    add("path", { class: "wline", d: `M0 ${line}H${WIDTH}` });
    const isLow = line > 225;
    text(8, isLow ? line - 20 : line - 6, "w", "Window");
    text(8, isLow ? line - 6 : line + 15, "w", number(window));
  }
  if (over > 0 && TOP + total * scale - line > 14) text(WIDTH - 8, TOP + total * scale - 4, "o", `${number(over)} too many`, "end");
  return picture;
}

const ribbon = (top, bottom, newTop, newBottom) => {
  const [from, to] = [BEFORE + COLUMN + 1, AFTER - 1];
  const middle = (from + to) / 2;
  const f = (value) => value.toFixed(1);
  return `M${from} ${f(top)}C${middle} ${f(top)} ${middle} ${f(newTop)} ${to} ${f(newTop)}V${f(newBottom)}C${middle} ${f(newBottom)} ${middle} ${f(bottom)} ${from} ${f(bottom)}Z`;
};
