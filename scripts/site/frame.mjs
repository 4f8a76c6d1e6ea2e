// The frame of a page: head, header, the lists beside the text, and the place of the search.

import { ICONS, MARK } from "./icons.mjs";
import { escaped, link, plain, relativeLinks, relativePath, withCode } from "./html.mjs";

/**
 * A page of the site.
 *
 * @typedef {object} Page
 * @property {string} path below the site's root, such as `docs/fitting.html`
 * @property {string} title
 * @property {string} description
 * @property {"refusals" | "docs"} part
 * @property {string} main HTML, with links to `site:` paths
 * @property {{ path: string | null, title: string }[]} crumbs
 * @property {Nav} nav
 * @property {{ id: string, title: string, level?: number }[]} contents the headings of the page
 * @property {{ id: string, title: string, text: string }[]} sections the texts for the search
 * @property {string} name the short title, for lists and the search
 * @property {boolean} [hasNeighbours] true for a page that is read in the order of the list
 *
 * @typedef {{ title: string, items: { path: string, title: string }[] }[]} Nav titles may have `backticks`
 */

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

/** The whole document of a page. @param {Page} page @param {string | null} source the address of the sources */
export function framed(page, source) {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escaped(page.description)}">
<title>${escaped(page.title)}</title>
<link rel="icon" href="site:mark.svg" type="image/svg+xml">
<link rel="preload" href="site:fonts/schibsted-grotesk-latin-wght-normal.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="site:assets/site.css">
<script src="site:assets/theme.js"></script>
<script type="module" src="site:assets/page.js"></script>
</head>
<body data-root="${relativePath(page.path, "index.html")}">
<a class="skip" href="#main">Skip to the content</a>
${header(page, source)}
<div class="doc">
<aside class="l" aria-label="${page.part === "refusals" ? "Refusals" : "Documents"}" id="nav"><button class="find-box" type="button" data-search>${ICONS.search} <span>${page.part === "refusals" ? "Search words of errors" : "Search"}</span> <kbd>/</kbd></button>
${nav(page)}</aside>
<main id="main" tabindex="-1"><article>
${crumbs(page)}
${page.main}
${neighbours(page)}</article></main>
${contents(page)}
</div>
</body>
</html>
`;
  return relativeLinks(html, page.path);
}

/** The header of the page for refused requests, with its views. */
function header({ part }, source) {
  const current = (name) => (name === part ? ' aria-current="true"' : "");
  const view = (name) => `<a href="site:index.html#${name.toLowerCase()}" data-view>${name}</a>`;
  return `<header class="top">
<button class="btn bare icon open-list" type="button" aria-controls="nav" aria-expanded="false" aria-label="Contents" data-menu>${ICONS.menu}</button>
<a class="brand" href="site:index.html" aria-label="backscroll, start">${MARK}<span>backscroll</span></a>
<nav class="tabs" aria-label="Views"><a href="site:index.html">Doctor</a>${view("Fit")}${view("Convert")}</nav>
<div class="end"><span class="trust">${ICONS.lock} Nothing leaves your browser</span>${link("refusals/index.html", "Refusals", current("refusals"))}${link("docs/index.html", "Docs", current("docs"))}${source === null ? "" : `<a class="source" href="${escaped(source)}">GitHub</a>`}<button class="btn bare icon" type="button" aria-label="Search" data-search>${ICONS.search}</button><button class="btn bare icon" type="button" aria-label="Theme: as the system" data-theme-button>${ICONS.theme}</button></div>
</header>`;
}

function nav({ path, nav: groups }) {
  const item = (each) => `<li>${link(each.path, withCode(each.title), each.path === path ? ' aria-current="page"' : "")}</li>`;
  return groups
    .filter(({ items }) => items.length > 0)
    .map(({ title, items }) => `<h2>${escaped(title)}</h2><ul>${items.map(item).join("")}</ul>`)
    .join("\n");
}

/** The pages before and behind a document, in the order of the list. */
function neighbours({ path, nav: groups, hasNeighbours = false }) {
  if (!hasNeighbours) return "";
  const items = groups.flatMap((group) => group.items);
  const here = items.findIndex((item) => item.path === path);
  const to = (item, word) =>
    item === undefined || here < 0 ? "<span></span>" : link(item.path, `<small>${word}</small> ${withCode(item.title)}`);
  return `<nav class="neighbours" aria-label="Neighbours">${to(items[here - 1], "Before")}${to(items[here + 1], "Next")}</nav>`;
}

function crumbs({ crumbs: places }) {
  if (places.length === 0) return "";
  const parts = places.map(({ path, title }) => (path === null ? `<span>${escaped(title)}</span>` : link(path, escaped(title))));
  return `<nav class="crumb" aria-label="Place">${parts.join("<i>/</i>")}</nav>`;
}

function contents({ contents: headings }) {
  const shown = headings.filter(({ level = 2 }) => level <= 3);
  if (shown.length < 2) return '<div class="r"></div>';
  const item = ({ id, title, level = 2 }) =>
    `<li${level > 2 ? ' class="in"' : ""}><a href="#${escaped(id)}">${escaped(plain(title))}</a></li>`;
  return `<aside class="r" aria-label="On this page"><h2>On this page</h2><ul>${shown.map(item).join("")}</ul></aside>`;
}
