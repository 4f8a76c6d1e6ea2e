// The work of a page beside being read: the theme, the list on a phone, the filter of refusals, and the search.

import { startSearch } from "./search.mjs";

const THEMES = ["system", "light", "dark"];
const NAMES = { system: "as the system", light: "light", dark: "dark" };

function startTheme(button) {
  const root = document.documentElement;
  const current = () => root.dataset.theme ?? "system";
  const name = () => button.setAttribute("aria-label", `Theme: ${NAMES[current()]}`);
  name();
  button.addEventListener("click", () => {
    const next = THEMES[(THEMES.indexOf(current()) + 1) % THEMES.length];
    if (next === "system") delete root.dataset.theme;
    else root.dataset.theme = next;
    try {
      localStorage.setItem("backscroll-theme", next);
    } catch {
      // The choice then holds for this page.
    }
    name();
  });
}

function startMenu(button) {
  const list = document.getElementById("nav");
  button.addEventListener("click", () => {
    const isOpen = list.classList.toggle("open");
    button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) list.querySelector("a, button")?.focus();
  });
}

/** The filter of the index: shows the refusals that have all words of the text. */
function startFilter(input) {
  const items = [...document.querySelectorAll("[data-text]")];
  const said = document.querySelector("[data-filter-count]");
  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const item of items) {
      const isShown = words.every((word) => item.dataset.text.includes(word));
      item.hidden = !isShown;
      if (isShown) count += 1;
    }
    for (const group of document.querySelectorAll("[data-group]")) group.hidden = group.querySelector("li:not([hidden])") === null;
    said.textContent =
      count === 0
        ? "No refusal has these words. Try fewer, or paste the error into the Doctor."
        : `${count} ${count === 1 ? "refusal" : "refusals"}`;
  };
  input.addEventListener("input", filter);
  if (input.value !== "") filter();
}

/** Marks the heading that is being read in the list of the page's headings. */
function startContents(list) {
  const links = new Map([...list.querySelectorAll("a")].map((link) => [decodeURIComponent(link.hash.slice(1)), link]));
  const headings = [...links.keys()].map((id) => document.getElementById(id)).filter((heading) => heading !== null);
  const mark = () => {
    const current = headings.filter((heading) => heading.getBoundingClientRect().top < 140).at(-1) ?? headings[0];
    for (const [id, link] of links) {
      if (id === current?.id) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  addEventListener("scroll", mark, { passive: true });
  mark();
}

/** Gives a piece of code a button that copies it. */
function offerCopy(block) {
  const frame = document.createElement("div");
  const button = document.createElement("button");
  frame.className = "copied";
  button.className = "btn";
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.textContent);
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2000);
  });
  block.replaceWith(frame);
  frame.append(block, button);
}

const one = (selector, start) => {
  const found = document.querySelector(selector);
  if (found !== null) start(found);
};
one("[data-theme-button]", startTheme);
one("[data-menu]", startMenu);
one("[data-filter]", startFilter);
one("aside.r", startContents);
if (navigator.clipboard !== undefined) for (const block of document.querySelectorAll("pre.block")) offerCopy(block);
one('#nav [aria-current="page"]', (item) => item.scrollIntoView({ block: "nearest" }));
startSearch(document.querySelectorAll("[data-search]"), document.body.dataset.root);
