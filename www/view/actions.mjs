// The actions of a view: one primary button, one beside it, and a menu for all else. On a phone they stand at the thumb.

import { byId, el, icon } from "./dom.mjs";
import { caret, menu } from "./menu.mjs";

/**
 * @typedef {{ text: string, id: string, run: () => unknown, kind?: "mend" | "ink" | "", icon?: string, isDisabled?: boolean }} Button
 * @typedef {{ primary: Button | null, second?: Button | null, menu?: import("./menu.mjs").Action[] }} Actions
 */

/** @param {Actions} actions */
export function showActions({ primary, second = null, menu: more = [] }) {
  const isSplit = primary !== null && primary.kind === "mend" && more.length > 0;
  const others = [...(second === null ? [] : [{ text: second.text, run: second.run }, null]), ...more];
  byId("actions").replaceChildren(
    ...[
      second === null ? null : buttonOf(second, "btn big"),
      primary === null
        ? null
        : isSplit
          ? el(
              "span",
              { class: "split" },
              buttonOf(primary, "btn mend big"),
              menu([caret()], more, { kind: "btn mend big", name: "More ways to take it", id: "more" }),
            )
          : buttonOf(primary, `btn big ${primary.kind ?? ""}`),
      isSplit || more.length === 0 ? null : menu([icon("more")], more, { kind: "btn big icon", name: "More ways to take it", id: "more" }),
    ].filter((part) => part !== null),
  );
  const first = primary ?? second;
  byId("thumb").replaceChildren(
    ...(first === null
      ? []
      : [
          buttonOf({ ...first, id: `${first.id}-thumb` }, `btn ${first.kind ?? ""}`),
          others.length === 0
            ? ""
            : menu([icon("more")], primary === null ? more : others, { kind: "btn icon", name: "More ways to take it", isUp: true }),
        ]),
  );
}

const buttonOf = ({ text, id, run, icon: name, isDisabled = false }, kind) =>
  el("button", { type: "button", class: kind, id, disabled: isDisabled, onclick: run }, name === undefined ? null : icon(name), text);
