// Menus: a button that opens a list of actions. Arrow keys move, Escape closes.

import { el, icon } from "./dom.mjs";

/**
 * @typedef {{ text: string, note?: string, id?: string, isChosen?: boolean, run: () => unknown } | null} Action null is a line between groups
 */

/** Makes a menu behind a button. @param {Node[]} label @param {Action[]} actions */
export function menu(label, actions, { kind = "btn", name = null, id = null, title = null, isUp = false } = {}) {
  const close = () => host.removeAttribute("open");
  const list = el(
    "div",
    { class: isUp ? "menu up" : "menu", role: "menu" },
    ...actions.map((action) =>
      action === null
        ? el("hr", { role: "separator" })
        : el(
            "button",
            {
              type: "button",
              role: action.isChosen === undefined ? "menuitem" : "menuitemradio",
              "aria-checked": action.isChosen === undefined ? null : String(action.isChosen),
              id: action.id ?? null,
              onclick: () => [close(), action.run()],
            },
            action.text,
            action.note === undefined ? null : el("small", {}, action.note),
          ),
    ),
  );
  const button = el("summary", { class: kind, "aria-label": name, title, id, role: "button", "aria-haspopup": "menu" }, ...label);
  const host = el("details", { class: "menu-of" }, button, list);
  host.addEventListener("toggle", () => {
    button.setAttribute("aria-expanded", String(host.open));
    if (host.open) list.querySelector("button")?.focus();
  });
  host.addEventListener("keydown", (event) => {
    if (!host.open) return;
    const items = [...list.querySelectorAll("button")];
    const at = items.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") [close(), button.focus()];
    else if (step !== undefined) items[(at + step + items.length) % items.length]?.focus();
    else return;
    event.preventDefault();
  });
  host.addEventListener("focusout", (event) => !host.contains(event.relatedTarget) && event.relatedTarget !== null && close());
  return host;
}

/** A press outside of a menu closes it. */
document.addEventListener("pointerdown", ({ target }) => {
  for (const open of document.querySelectorAll("details.menu-of[open]")) if (!open.contains(target)) open.removeAttribute("open");
});

export const caret = () => icon("caret");
