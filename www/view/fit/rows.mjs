// The rows of Fit: a bar for each message, in tokens and of one scale: what stays is solid, what goes is hatched.

import { el, number, own, shape } from "../dom.mjs";

/** Rows that are shown at once. */
const MOST = 120;

/**
 * A row after a cut.
 *
 * @typedef {object} CutRow
 * @property {number} from
 * @property {number} to
 * @property {"user" | "assistant" | "tool" | "system"} kind
 * @property {string} text
 * @property {string | null} tool
 * @property {number} steps
 * @property {number} tokens
 * @property {number} after
 * @property {"kept" | "shortened" | "removed"} state
 */

/** Joins the rows with what becomes of their messages. @returns {CutRow[]} */
export function cutRows({ rows, sizes, beside, tools }, fates) {
  const first =
    beside > 0
      ? [
          {
            from: -1,
            to: -1,
            kind: "system",
            text: tools > 0 ? `System prompt and ${tools} ${tools === 1 ? "tool" : "tools"}` : "System prompt and frame",
            tool: null,
            steps: 1,
            tokens: beside,
            after: beside,
            state: "kept",
          },
        ]
      : [];
  return [
    ...first,
    ...rows.map((row) => {
      let [after, removed, changed] = [0, 0, 0];
      for (let place = row.from; place <= row.to; place += 1) {
        const fate = fates[place] ?? { state: "kept", after: null };
        if (fate.state === "removed") removed += 1;
        else after += fate.after ?? sizes[place];
        if (fate.state === "changed") changed += 1;
      }
      const state = removed === row.to - row.from + 1 ? "removed" : removed + changed > 0 ? "shortened" : "kept";
      return { ...row, after, state };
    }),
  ];
}

/** Shows the rows as a table. @param {CutRow[]} rows @param {(row: CutRow) => Promise<Node>} open what a row that is opened shows */
export function rowsTable(rows, open) {
  const most = Math.max(1, ...rows.map(({ tokens }) => tokens));
  const body = el("tbody");
  const append = (list) => body.append(...list.map((row) => rowOf(row, most, open)));
  append(rows.slice(0, MOST));
  if (rows.length > MOST) {
    const rest = el(
      "tr",
      { class: "rest" },
      el(
        "td",
        { colspan: "5" },
        el(
          "button",
          { type: "button", class: "link", onclick: () => [rest.remove(), append(rows.slice(MOST))] },
          `Show ${number(rows.length - MOST)} more rows`,
        ),
      ),
    );
    body.append(rest);
  }
  return el(
    "table",
    { class: "rows" },
    el(
      "thead",
      { class: "no-phone" },
      el(
        "tr",
        {},
        el("th", { class: "ix", scope: "col" }, "No."),
        el("th", { class: "nm", scope: "col" }, "Message"),
        el("th", { scope: "col" }, "Tokens: what stays, what goes"),
        el("th", { class: "tk", scope: "col" }, el("span", { class: "unseen" }, "Before and after")),
        el("th", { class: "st", scope: "col" }, el("span", { class: "unseen" }, "Fate")),
      ),
    ),
    body,
  );
}

function rowOf(row, most, open) {
  const { from, to, kind, text, tool, tokens, after, state, steps } = row;
  const index = from < 0 ? "" : from === to ? String(from) : `${from}–${to}`;
  const name = [
    el("i", { class: `kd ${kind}` }),
    ...(steps > 1 ? ["▸ "] : []),
    ...(tool === null ? [] : [el("code", {}, own(tool)), " "]),
    tool === null ? own(kind === "user" ? `“${text}”` : text || "(empty)") : el("code", { class: "arg" }, own(text)),
  ];
  const width = (value) => Math.max(value > 0 ? 1.5 : 0, (400 * value) / most).toFixed(1);
  const bar = shape(
    "svg",
    { viewBox: "0 0 400 12", preserveAspectRatio: "none", "aria-hidden": "true" },
    ...(tokens > after
      ? [
          shape("rect", {
            class: "f-gone",
            x: width(after),
            y: 1.5,
            width: width(tokens - after),
            height: 9,
            "vector-effect": "non-scaling-stroke",
          }),
        ]
      : []),
    shape("rect", { class: `f-${kind}`, x: 0, y: 1, width: width(after), height: 10 }),
  );
  const cells = el(
    "tr",
    { class: [kind, state, steps > 1 ? "many" : ""].join(" ") },
    el("td", { class: "ix" }, index),
    el(
      "td",
      { class: "nm" },
      from < 0
        ? el("span", {}, ...name)
        : el(
            "button",
            { type: "button", class: "row-name", "aria-expanded": "false", title: text, onclick: (event) => toggle(event.currentTarget) },
            ...name,
          ),
    ),
    el("td", {}, bar),
    el("td", { class: "tk" }, ...(tokens === after ? [el("b", {}, number(after))] : [`${number(tokens)} → `, el("b", {}, number(after))])),
    el("td", { class: "st" }, state),
  );
  let opened = null;
  const toggle = async (button) => {
    button.setAttribute("aria-expanded", String(opened === null));
    if (opened !== null) [, opened] = [opened.remove(), null];
    else {
      opened = el("tr", { class: "opened" }, el("td", { colspan: "5" }, "…"));
      cells.after(opened);
      opened.firstChild.replaceChildren(await open(row));
    }
  };
  return cells;
}
