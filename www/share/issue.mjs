// A comment for an issue: the rule, the place, the provider's words, a redacted body and a link.

import { redacted } from "./redact.mjs";
import { TITLES } from "../formats.mjs";

/** Characters of a body in a comment. */
const MOST = 6_000;

export function issueOf({ about, words, source, link }) {
  const { verdict, format, model } = about;
  const body = JSON.stringify(redacted(JSON.parse(source)), null, 2);
  const lines = [
    `**${verdict.title}**`,
    "",
    `- Provider: ${TITLES[format] ?? format}${model ? `, model \`${model}\`` : ""}`,
    ...(verdict.rule === null ? [] : [`- Rule: ${verdict.rule}`]),
    ...(verdict.path === null ? [] : [`- Place: \`${verdict.path}\``]),
    `- ${verdict.why}`,
    ...(words === "" ? [] : ["", "The provider's words:", "", "```text", words.slice(0, 1_500), "```"]),
    "",
    "<details><summary>The request, texts redacted</summary>",
    "",
    "```json",
    body.length > MOST ? `${body.slice(0, MOST)}\n…` : body,
    "```",
    "",
    "</details>",
    ...(link === null ? [] : ["", `[Open in the backscroll Doctor](${link})`]),
  ];
  return `${lines.join("\n")}\n`;
}
