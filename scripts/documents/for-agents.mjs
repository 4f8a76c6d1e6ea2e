// Texts for coding agents: llms.txt, llms-full.txt and a skill, made from the documents.

import { readFileSync } from "node:fs";
import { at } from "../lib/paths.mjs";
import { pagesOfDocs, textOf } from "./pages.mjs";

/** The package in one paragraph, from its manifest. */
const summary = () => JSON.parse(readFileSync(at("pkg-template", "package.json"), "utf8")).description;

/** The title of a page, and what is in it: its headings, or its first sentence if it has at most one. */
function headOf(text) {
  const prose = text.replaceAll(/^```[^]*?^```$/gm, "");
  const title = /^# (.+)$/m.exec(prose)?.[1] ?? "";
  const headings = [...prose.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  if (headings.length > 1) return { title, about: `${headings.join("; ")}.` };
  const first = prose
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .find((block) => /^[\w`*[]/.test(block));
  const plain = (first ?? "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/\s+/g, " ");
  return { title, about: /^.*?[.:?](?= |$)/.exec(plain)?.[0].replace(/:$/, ".") ?? plain };
}

/** A list of all documents, with links relative to the file. */
function listOf(pages, folder = "") {
  const groups = [...new Set(pages.map(({ group }) => group))];
  return groups
    .map((name) => {
      const items = pages
        .filter(({ group }) => group === name)
        .map((page) => {
          const { title, about } = headOf(textOf(page));
          return `- [${title}](${folder}${page.file})${about === "" ? "" : `: ${about}`}`;
        });
      return `## ${name}\n\n${items.join("\n")}`;
    })
    .join("\n\n");
}

/** The index of the documents, in the form of llmstxt.org. */
export const llms = () => `# backscroll\n\n> ${summary()}\n\n${listOf(pagesOfDocs())}\n`;

/** All documents in one text. */
export const llmsFull = () =>
  `# backscroll\n\n> ${summary()}\n\n${pagesOfDocs()
    .map((page) => `<!-- ${page.file} -->\n\n${textOf(page).trim()}`)
    .join("\n\n")}\n`;

/** The first table and the first program of a page. */
const tableOf = (text) => /(?:^\|.*\n)+/m.exec(text)?.[0].trim() ?? "";
const programOf = (text) => /^```ts\n[^]*?^```$/m.exec(text)?.[0] ?? "";

/** A skill: when to use the package, which way, and where the documents are. */
export function skill() {
  const pages = pagesOfDocs();
  const textAt = (file) => textOf(pages.find((page) => page.file === file));
  const withoutLinks = (text) => text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  return `---
name: backscroll
description: Keeps the message history of programs that talk to language models valid and within the context window. Use it when a list of messages outgrows the window, when a provider answers 400 to a request (a tool call without its result, roles that do not alternate, a lost signature), when messages go from one provider or framework to another, and when requests, tokens or prompt caches are to be counted.
---

# backscroll

${summary()}

## Which way

${withoutLinks(tableOf(textAt("docs/choose.md")))}

## A first program

${programOf(textAt("docs/getting-started.md"))}

## When a provider refuses a request

\`npx backscroll request.json\` says which rule the request breaks, and where; \`npx backscroll repair request.json\` writes a repaired request; \`npx backscroll explain error.txt\` finds the cause of a refusal. \`npx backscroll mcp\` serves the same commands as tools. Every error of the package has a code, which the page on errors lists with what to do.

## Documents

The documents are in the package. Read the page that is about the task before you write code.

${listOf(pages, "node_modules/backscroll/").replaceAll(/^## /gm, "### ")}
`;
}
