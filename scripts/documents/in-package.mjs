// The documents in the package: docs/, and what is made of them for coding agents.

import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { at } from "../lib/paths.mjs";
import { llms, llmsFull, skill } from "./for-agents.mjs";
import { pagesOfDocs, textOf } from "./pages.mjs";

/** The files for coding agents, by their paths in the package. */
const MADE = { "llms.txt": llms, "llms-full.txt": llmsFull, "skills/backscroll/SKILL.md": skill };

/** Writes the documents into a folder. */
export function writeDocuments(folder) {
  const pages = pagesOfDocs();
  const known = new Set(pages.map(({ file }) => file));
  const put = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const page of pages) put(page.file, linked(textOf(page), page.file, known));
  for (const [path, text] of Object.entries(MADE)) put(path, text());
  if (existsSync(at("docs", "picture.svg"))) copyFileSync(at("docs", "picture.svg"), join(folder, "docs", "picture.svg"));
}

/** A text whose links to files that the package does not have are plain text. */
function linked(text, file, known) {
  return text.replace(/(?<!!)\[((?:[^\]`]|`[^`]*`)*)\]\(([^)\s]+)\)/g, (whole, words, href) => {
    if (/^(?:https?:|mailto:|#)/.test(href)) return whole;
    const target = posix.normalize(posix.join(posix.dirname(file), href.split("#")[0]));
    return known.has(target) || target.endsWith(".svg") ? whole : words;
  });
}
