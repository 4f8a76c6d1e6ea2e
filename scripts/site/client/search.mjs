// The search over the texts of all pages. Its texts are loaded when it is first opened, and nothing leaves the browser.

import MiniSearch from "minisearch";

/** The number of results that are shown, and the length of the words around a match. */
const [MOST, AROUND] = [30, 150];

/** The parts of the site that people search for rather, and less. */
const WEIGHTS = { Refusals: 1.5, Reference: 0.7 };

/** The number of results with all words, from which those with only some of them are left out. */
const ENOUGH = 8;

/** Opens the search at its buttons, at `/`, and at Control or Command with K. */
export function startSearch(buttons, root) {
  let parts = null;
  const open = () => {
    parts ??= dialog(root);
    if (!parts.frame.open) parts.frame.showModal();
    parts.input.select();
  };
  for (const button of buttons) button.addEventListener("click", open);
  addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]");
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping;
    const isK = event.key === "k" && (event.ctrlKey || event.metaKey);
    if (!isSlash && !isK) return;
    event.preventDefault();
    open();
  });
}

function dialog(root) {
  const frame = element("dialog", { class: "search", "aria-label": "Search" });
  const input = element("input", {
    type: "search",
    "aria-label": "Search the site",
    placeholder: "Words of an error, a function, a topic",
    autocomplete: "off",
    spellcheck: "false",
  });
  const said = element("p", { role: "status", class: "said" });
  const list = element("ol", {});
  const top = element("div", { class: "search-top" });
  const close = element("button", { type: "button", class: "btn bare" });
  close.textContent = "Close";
  close.addEventListener("click", () => frame.close());
  top.append(input, close);
  frame.append(top, said, list);
  document.body.append(frame);
  frame.addEventListener("click", (event) => event.target === frame && frame.close());
  frame.addEventListener("keydown", (event) => move(event, input, list));
  const index = loaded(root);
  said.textContent = "Loading the texts …";
  const look = async () => {
    const wanted = input.value.trim();
    const { search, texts } = await index;
    if (wanted !== input.value.trim()) return;
    const found = wanted === "" ? [] : best(search, wanted);
    said.textContent =
      wanted === ""
        ? ""
        : found.length === 0
          ? "Nothing has these words."
          : `${found.length === MOST ? "The first " : ""}${found.length} ${found.length === 1 ? "result" : "results"}`;
    list.replaceChildren(...found.map(({ id, terms }) => result(texts[id], terms, root)));
  };
  input.addEventListener("input", look);
  index.then(look, () => {
    said.textContent = "The texts of the search cannot be loaded.";
  });
  return { frame, input };
}

/** The sections that have all words, then some that have the most of them. */
function best(search, wanted) {
  const all = search.search(wanted);
  if (all.length >= ENOUGH) return all.slice(0, MOST);
  const known = new Set(all.map(({ id }) => id));
  const some = search.search(wanted, { combineWith: "OR" }).filter(({ id }) => !known.has(id));
  return [...all, ...some.slice(0, ENOUGH + 2)].slice(0, MOST);
}

/** The texts and their index. */
async function loaded(root) {
  const answer = await fetch(`${root}assets/search.json`);
  if (!answer.ok) throw new Error(`${answer.status}`);
  const texts = await answer.json();
  const search = new MiniSearch({
    fields: ["page", "heading", "text"],
    storeFields: [],
    // Names such as `tool_use_id` are found whole and by their parts.
    tokenize: (text) => text.split(/[^\p{L}\p{N}_]+/u).flatMap((word) => (word.includes("_") ? [word, ...word.split("_")] : [word])),
    searchOptions: {
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
      combineWith: "AND",
      boost: { page: 4, heading: 2 },
      boostDocument: (id) => WEIGHTS[texts[id][4]] ?? 1,
    },
  });
  await search.addAllAsync(
    texts.map(([, page, heading, text], id) => ({ id, page, heading, text })),
    { chunkSize: 60 },
  );
  return { search, texts };
}

function result([path, page, heading, text, kind, provider], terms, root) {
  const item = element("li", {});
  const link = element("a", { href: `${root}${path.replace(/(^|\/)index\.html/, "$1")}` });
  const title = element("b", {});
  title.textContent = heading === "" ? page : `${page}: ${heading}`;
  const place = element("span", { class: "kind" });
  place.textContent = provider === undefined || provider === "" ? kind : `${kind}, ${provider}`;
  const words = element("p", {});
  words.append(...excerpt(text, terms));
  link.append(title, place, words);
  item.append(link);
  return item;
}

/** The words around the first match, with the matches marked. */
function excerpt(text, terms) {
  const pattern = new RegExp(`(${terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "i");
  const first = Math.max(0, text.search(pattern));
  const from = first < AROUND / 2 ? 0 : text.indexOf(" ", first - AROUND / 2) + 1;
  const shown = `${from > 0 ? "… " : ""}${text.slice(from, from + AROUND)}${from + AROUND < text.length ? " …" : ""}`;
  return shown.split(new RegExp(pattern.source, "gi")).map((piece, index) => {
    if (index % 2 === 0) return piece;
    const mark = element("mark", {});
    mark.textContent = piece;
    return mark;
  });
}

/** The arrows move between the field and the results. */
function move(event, input, list) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const links = [...list.querySelectorAll("a")];
  const next = links.indexOf(document.activeElement) + step;
  event.preventDefault();
  (links[next] ?? (next < 0 ? input : links.at(-1)))?.focus();
}

function element(name, attributes) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
