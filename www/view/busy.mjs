// The sign that something is being read: a bar, and a sentence with what is done so far.

import { byId, el } from "./dom.mjs";

/** Shows the sign; null hides it. @param {string | null} text @param {(() => unknown) | null} stop */
export function showBusy(text, stop = null) {
  byId("busy").hidden = text === null;
  const note = byId("busy-note");
  note.hidden = text === null;
  note.replaceChildren(text ?? "", stop === null ? "" : el("button", { type: "button", class: "link", onclick: stop }, "Stop"));
}

/** Says how many requests of a text are checked. */
export function showProgress({ checked, of }, stop) {
  showBusy(`The first ${checked.toLocaleString("en")} of ${of.toLocaleString("en")} requests are checked. `, stop);
}
