// The pages of docs/ in their order, the tables that they link to, and the files of the repository that they name.

import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { pagesOfDocs } from "../documents/pages.mjs";
import { at, packageFolder } from "../lib/paths.mjs";
import { coloured } from "./colours.mjs";
import { rendered } from "./markdown.mjs";

const TABLES = { MODELS: "Models", VENDORS: "Vendors", SIZES: "Sizes of requests" };

/** Where a file of the repository is shown, by its path in the repository. */
const placeOf = new Map([
  ["README.md", "docs/index.html"],
  ["docs", "docs/index.html"],
  ["docs/recipes", "docs/recipes/index.html"],
  ["src/rules/RULES.md", "refusals/index.html"],
]);

/**
 * Returns the pages, without their lists, and the list that all of them have beside them.
 *
 * @returns {{ pages: object[], groups: import("./frame.mjs").Nav }}
 */
export function documents() {
  const sources = [{ file: "README.md", path: "docs/index.html", group: "Start" }];
  const add = (group, file, path) => {
    placeOf.set(file, path);
    sources.push({ file, path, group });
  };
  for (const { group, file } of pagesOfDocs()) add(group, file, file.replace(/README\.md$/, "index.md").replace(/\.md$/, ".html"));
  for (const name of Object.keys(TABLES)) add("Tables", `src/rules/${name}.md`, `docs/tables/${name.toLowerCase()}.html`);
  const wanted = new Set();
  const pages = sources.map(({ file, path, group }) => ({ ...pageOf(file, path, wanted), group }));
  const shown = filesOf(wanted);
  const groups = [...new Set(pages.map(({ group }) => group))].map((title) => ({
    title,
    items: pages.filter(({ group }) => group === title).map(({ path, name }) => ({ path, title: name })),
  }));
  return { pages: [...pages, ...shown], groups };
}

/** The page of a file of Markdown. Files of the repository that it links to are put into `wanted`. */
function pageOf(file, path, wanted) {
  const text = readFileSync(file === "README.md" ? join(packageFolder, file) : at(file), "utf8");
  const { html, title, description, headings, sections } = rendered(text, (href) => addressOf(href, file, wanted));
  const name = path === "docs/index.html" ? "Overview" : title;
  return {
    path,
    part: "docs",
    name,
    title: path === "docs/index.html" ? "backscroll: documents" : `${title} · backscroll`,
    description,
    crumbs: [],
    contents: headings,
    sections,
    main: file === "docs/errors.md" ? html.replace(/<td><code>([a-z-]+)<\/code><\/td>/g, linkedCode) : html,
  };
}

/** A cell with a code, as a link to the code's page. */
const linkedCode = (_, code) => `<td><a href="site:docs/codes/${code}.html"><code>${code}</code></a></td>`;

/** The address of a link in a file of the repository. */
export function addressOf(href, file, wanted) {
  if (/^(?:https?:|mailto:|#)/.test(href)) return href;
  const [target, anchor = ""] = href.split(/(?=#)/);
  const found = posix.normalize(posix.join(posix.dirname(file), decodeURIComponent(target))).replace(/\/$/, "");
  if (placeOf.has(found)) return `site:${placeOf.get(found)}${anchor}`;
  if (!existsSync(at(found))) throw new Error(`${file} links to ${href}, and nothing is there`);
  const isFile = statSync(at(found)).isFile();
  if (/\.(?:svg|png)$/.test(found) && isFile) {
    wanted?.add(found);
    return `site:docs/files/${posix.basename(found)}`;
  }
  if (wanted === undefined || !isFile) return null;
  wanted.add(found);
  return `site:docs/files/${found}.html${anchor}`;
}

/** Pages that show files of the repository. Their own links to further files are plain text. */
function filesOf(wanted) {
  return [...wanted].map((file) => {
    const text = readFileSync(at(file), "utf8");
    if (/\.svg$/.test(file)) return { path: `docs/files/${posix.basename(file)}`, file: at(file) };
    if (file.endsWith(".md")) return { ...pageOf(file, `docs/files/${file}.html`, undefined), isListed: false };
    const name = posix.basename(file);
    return {
      path: `docs/files/${file}.html`,
      part: "docs",
      name,
      title: `${name} · backscroll`,
      description: `The file ${file} of the repository.`,
      crumbs: [
        { path: "docs/index.html", title: "Docs" },
        { path: null, title: dirname(file) },
      ],
      contents: [],
      sections: [],
      main: `<h1>${name}</h1><pre class="block" tabindex="0"><code>${coloured(text, name.split(".").pop())}</code></pre>`,
    };
  });
}
