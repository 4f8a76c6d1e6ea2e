// The pages of docs/ in their order: for the site, for the package, and for coding agents.

import { readFileSync, readdirSync } from "node:fs";
import { at } from "../lib/paths.mjs";

/** The groups of pages, each with the names of its files below docs/. */
const GROUPS = {
  Start: ["choose", "getting-started", "words", "when-not"],
  Concepts: ["fitting", "conversations", "formats", "tools", "streams", "tokens", "cost", "parameters", "errors"],
  Integration: ["frameworks", "stores", "coding-agents", "testing", "runtimes", "speed", "promises"],
};
const FOLDERS = { Recipes: "recipes", "Coming from another library": "guides" };

/**
 * A page of docs/.
 *
 * @typedef {{ group: string, file: string }} Page `file` is its path in the repository
 */

/** @returns {Page[]} */
export function pagesOfDocs() {
  const forgotten = markdownIn("docs").filter((name) => !Object.values(GROUPS).flat().includes(name));
  if (forgotten.length > 0) throw new Error(`scripts/documents/pages.mjs has no group for ${forgotten.join(", ")}`);
  const [start, concepts, integration] = Object.entries(GROUPS).map(([group, names]) =>
    names.map((name) => ({ group, file: `docs/${name}.md` })),
  );
  const inFolders = Object.entries(FOLDERS).flatMap(([group, folder]) =>
    markdownIn(`docs/${folder}`).map((name) => ({ group, file: `docs/${folder}/${name}.md` })),
  );
  return [...start, ...concepts, ...inFolders, ...integration];
}

/** The names of the pages in a folder, the overview first. */
const markdownIn = (folder) =>
  readdirSync(at(folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => name.replace(/\.md$/, ""))
    .sort((one, other) => Number(other === "README") - Number(one === "README") || (one < other ? -1 : 1));

/** A page's text, without the comments for the tests. */
export const textOf = ({ file }) => readFileSync(at(file), "utf8").replace(/<!--[^]*?-->\n?/g, "");
