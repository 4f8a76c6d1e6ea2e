// Copies for others: a link to the state, and a comment for an issue.

import { copy, toast } from "../view/dom.mjs";
import { issueOf } from "./issue.mjs";
import { linkOf } from "./link.mjs";

/** Forms that may hold a key beside the request: of these only the request is shared. */
const COMMANDS = /^(?:curl|fetch|PowerShell|HTTP|HAR)/;

/** Copies a link to the state of the page; with the texts, or with their form only. */
export async function copyLink(page, isWhole) {
  const { about } = page;
  const source = page.hasBody ? await page.engine.ask("source") : null;
  const shared = { ...page.document(), words: about.words ?? page.words, source, format: about.format ?? null, view: page.view };
  const { link, note } = await linkOf({ ...shared, isCommand: COMMANDS.test(about.form ?? ""), isWhole });
  if (link === null) return toast(note);
  await copy(link, note);
}

/** Copies the rule, the place, a redacted body and a link. */
export async function copyIssue(page) {
  const { about } = page;
  const source = await page.engine.ask("source");
  const shared = { ...page.document(), words: about.words, source, format: about.format, view: "doctor" };
  const { link } = await linkOf({ ...shared, isCommand: true, isWhole: false });
  await copy(issueOf({ about, words: about.words, source, link }), "the texts are redacted");
}
