// The strip of messages: calls are joined to their results, and the broken join is the picture of the fault.

import { byId, el, own, shape } from "./dom.mjs";

/** Messages that are shown; of more, those near the place. */
const MOST = 12;
/** Neighbours of the place that a phone shows, too. */
const NEAR = 1;

/** Shows the turns. `eye` is the place of the fault; -1 for none. */
export function showTurns({ turns, eye }, isFault, goTo) {
  const strip = byId("turns");
  strip.hidden = turns.length === 0;
  const first = turns.length <= MOST ? 0 : Math.max(0, Math.min(eye < 0 ? 0 : eye - MOST / 2, turns.length - MOST));
  const shown = turns.slice(first, first + MOST);
  const cells = shown.map((turn, index) => {
    const place = first + index;
    const isHere = place === eye;
    const isFar = eye < 0 ? index > 2 : Math.abs(place - eye) > NEAR;
    const classes = [turn.kind, isFar ? "far" : "", isHere ? (isFault ? "bad" : "eye") : ""].filter(Boolean).join(" ");
    return el(
      "li",
      { class: classes, "aria-current": isHere ? "true" : null, title: `${turn.path}: ${turn.role} ${turn.text}` },
      el(
        "button",
        { type: "button", tabindex: "-1", onclick: () => goTo(turn.path) },
        el("b", {}, el("i", {}, String(place)), own(turn.role)),
        el("span", {}, own(turn.text || " ")),
      ),
      joinOf(turn, place, isHere && isFault),
    );
  });
  const gap = (number, side) => (number > 0 ? [el("li", { class: `more ${side} far` }, `${number} more`)] : []);
  strip.replaceChildren(...gap(first, "before"), ...cells, ...gap(turns.length - first - shown.length, "after"));
  strip.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
}

/** The join to the next message: whole if it holds the result, cut if there is none. */
function joinOf({ answeredAt, isOpen }, place, isFault) {
  if (isOpen)
    return shape(
      "svg",
      { class: isFault ? "join cut" : "join cut mild", viewBox: "0 0 34 14", "aria-hidden": "true" },
      shape("path", { d: "M9 7h16" }),
      shape("circle", { cx: 5, cy: 7, r: 3.2 }),
      shape("circle", { cx: 29, cy: 7, r: 3.4 }),
    );
  if (answeredAt !== place + 1) return null;
  return shape(
    "svg",
    { class: "join", viewBox: "0 0 34 14", "aria-hidden": "true" },
    shape("path", { d: "M5 7h24" }),
    shape("circle", { cx: 5, cy: 7, r: 3 }),
    shape("circle", { cx: 29, cy: 7, r: 3 }),
  );
}
