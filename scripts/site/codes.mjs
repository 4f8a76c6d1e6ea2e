// A page for each code of errors and of repairs.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { at, packageFolder } from "../lib/paths.mjs";
import { addressOf } from "./documents.mjs";
import { rendered, shortened } from "./markdown.mjs";

const KINDS = { error: "Error codes", repair: "Repair codes" };

/** @param {readonly import("./refusals/list.mjs").Refusal[]} refusals */
export function codePages(refusals) {
  const declared = readFileSync(join(packageFolder, "index.d.ts"), "utf8");
  const codes = listed();
  const groups = Object.entries(KINDS).map(([kind, title]) => ({
    title,
    items: codes.filter((each) => each.kind === kind).map(({ code }) => ({ path: pathOf(code), title: `\`${code}\`` })),
  }));
  const pages = codes.map((each) => codePage(each, declared, refusals));
  return { pages, groups };
}

const pathOf = (code) => `docs/codes/${code}.html`;

/** The codes of docs/errors.md, with their meanings. */
function listed() {
  const [errors, repairs] = readFileSync(at("docs", "errors.md"), "utf8").split("\n## Repairs\n");
  const rows = (text, kind) => [...text.matchAll(/^\| `([a-z-]+)` \| (.+) \|$/gm)].map(([, code, meaning]) => ({ code, meaning, kind }));
  return [...rows(errors, "error"), ...rows(repairs, "repair")];
}

function codePage({ code, meaning, kind }, declared, refusals) {
  const text = kind === "error" ? ofError(code, meaning, declared) : ofRepair(code, meaning);
  const leading = refusals.filter(({ rule, shown }) =>
    kind === "error"
      ? rule?.handling === "refused" && rule.remedy.split(", ").includes(code)
      : shown?.repairs.some((repair) => repair.code === code),
  );
  const list = leading.map(({ path, label, provider }) => `- [${provider.title}: ${label}](site:${path})`).join("\n");
  const more = list === "" ? "" : `\n## Refusals that lead to it\n\n${list}\n`;
  const page = rendered(`${text}${more}`, (href) => (href.startsWith("site:") ? href : addressOf(href, "docs/errors.md")));
  return {
    path: pathOf(code),
    part: "docs",
    name: code,
    title: `${code} · backscroll ${kind}`,
    description: shortened(page.description),
    crumbs: [
      { path: "docs/index.html", title: "Docs" },
      { path: "docs/errors.html", title: "Errors and repairs" },
      { path: null, title: KINDS[kind] },
    ],
    contents: page.headings,
    sections: page.sections,
    main: page.html,
  };
}

function ofRepair(code, meaning) {
  return `# ${code}

A repair: ${meaning}.

Each request, \`sanitize\`, \`fit\` and \`convert\` list their repairs:

\`\`\`js
const found = repairs.filter(({ code }) => code === "${code}");
for (const { detail, rule, messageId, toolCallId } of found) console.log(detail);
\`\`\`

[Errors and repairs](errors.md#repairs) lists all codes.
`;
}

function ofError(code, meaning, declared) {
  const throwing = [...declared.matchAll(/\/\*\*((?:[^*]|\*(?!\/))*)\*\/\s*(?:static |declare |export |async )*(?:function )?(\w+)[<(]/g)]
    .filter(([, comment]) => comment.split("@throws")[1]?.includes(`\`${code}\``))
    .map(([, , name]) => name);
  const from = [...new Set(throwing)].map((name) => `\`${name}\``).join(", ");
  return `# ${code}

An error: ${meaning}.

${from === "" ? "" : `Thrown by ${from}, among others.\n\n`}\`\`\`js
import { ConversationError } from "backscroll";

try {
  // ...
} catch (error) {
  if (!(error instanceof ConversationError) || error.code !== "${code}") throw error;
  console.error(error.message, error.details); // what is wrong, where, and what to do
}
\`\`\`

After an error, the history is as it was. [Errors and repairs](errors.md#errors) lists all codes.
`;
}
