// The theme: as the system, light, or dark.

import { byId } from "./dom.mjs";

const THEMES = ["system", "light", "dark"];
const NAMES = { system: "as the system", light: "light", dark: "dark" };
const KEY = "backscroll-theme";

export function offerTheme() {
  const button = byId("theme");
  const show = (theme) => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.setAttribute("aria-label", `Theme: ${NAMES[theme]}`);
    button.title = `Theme: ${NAMES[theme]}`;
  };
  const chosen = () => THEMES.find((theme) => theme === document.documentElement.dataset.theme) ?? "system";
  show(chosen());
  button.addEventListener("click", () => {
    const next = THEMES[(THEMES.indexOf(chosen()) + 1) % THEMES.length];
    show(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // A private window may keep nothing: the theme holds for this visit.
    }
  });
}
