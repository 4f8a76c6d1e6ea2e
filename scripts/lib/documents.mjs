// The documents of the site: the pages of docs/ in their order, and a page for each rule of a provider and for each code.

import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { at, packageFolder } from "./paths.mjs";

/** Pages that are written when the site is built. Git ignores them. */
const written = at("target", "documents");

/** The groups of the site's navigation, each with its pages below docs/. */
const GROUPS = {
  Start: ["getting-started", "words", "when-not"],
  Concepts: ["fitting", "conversations", "formats", "tools", "streams", "tokens", "cost", "parameters", "errors"],
  Integration: ["frameworks", "stores", "runtimes", "speed"],
};

/**
 * Writes the pages, and returns the paths of the documents in the order of the navigation. A page's group is in its front matter, so
 * each page of docs/ is copied with one.
 *
 * @returns {Promise<string[]>}
 */
export async function documents() {
  rmSync(written, { recursive: true, force: true });
  const { RULES } = await import("backscroll/doctor");
  const paths = [];
  const add = (folder, name, title, group, text) => {
    mkdirSync(join(written, folder), { recursive: true });
    const path = join(written, folder, `${name}.md`);
    writeFileSync(path, `---\ntitle: ${JSON.stringify(title)}\ngroup: ${group}\n---\n\n${text}`);
    paths.push(path);
  };
  const copy = (folder, name, group) => {
    const source = at("docs", folder, `${name}.md`);
    const [, title, text] = /^# (.+)\n([^]*)$/.exec(readFileSync(source, "utf8"));
    add(folder, name, title, group, relinked(`# ${title}\n${text}`, folder));
  };
  for (const [group, names] of Object.entries(GROUPS)) for (const name of names) copy("", name, group);
  for (const [folder, group] of [
    ["recipes", "Recipes"],
    ["guides", "Coming from another library"],
  ]) {
    for (const name of readdirSync(at("docs", folder)).sort()) copy(folder, name.replace(/\.md$/, ""), group);
  }
  const forgotten = readdirSync(at("docs")).filter(
    (name) => name.endsWith(".md") && !Object.values(GROUPS).flat().includes(name.replace(/\.md$/, "")),
  );
  if (forgotten.length > 0) throw new Error(`scripts/lib/documents.mjs has no group for ${forgotten.join(", ")}`);
  for (const rule of RULES) add("rules", rule.id, rule.id, `Rules of ${TITLES[rule.target]}`, rulePage(rule, RULES));
  for (const { code, meaning, isError } of codes())
    add("codes", code, code, isError ? "Error codes" : "Repair codes", codePage(code, meaning, isError, RULES));
  return paths;
}

const TITLES = {
  "openai-chat": "OpenAI Chat",
  "openai-responses": "OpenAI Responses",
  anthropic: "Anthropic",
  gemini: "Gemini",
  bedrock: "Bedrock",
  mistral: "Mistral",
};

/** Rules link to the files beside RULES.md. A bare name such as `MODELS.md` would become a link to a domain. */
const lists = relative(join(written, "rules"), at("src", "rules")).replaceAll("\\", "/");
const plain = (text) => text.replaceAll("`", "").replace(/\[([^\]]+)\]\(([^)]+)\)/g, `[$1](${lists}/$2)`);

/** Links that lead out of docs/ lead to the files of the repository. */
function relinked(text, folder) {
  const from = join(written, folder);
  return text.replace(/(\]\(|src=")(?!https?:|#)([^)"\s#]+)/g, (whole, before, path) => {
    const target = join(at("docs", folder), path);
    const isPage = !relative(at("docs"), target).startsWith("..") && path.endsWith(".md");
    return isPage ? whole : `${before}${relative(from, target).replaceAll("\\", "/")}`;
  });
}

const HANDLING = { repaired: "backscroll repairs it", refused: "backscroll refuses it, with the code", left: "This is left to you" };

const PARAMETERS = " [Parameters, tools and schemas](../parameters.md) says what is repaired.";

/** The page of a rule. */
function rulePage({ id, target, sentence, words, evidence, handling, remedy }, rules) {
  const others = rules
    .filter((rule) => rule.id !== id && rule.words.some((each) => words.includes(each)))
    .map((rule) => `[${rule.id}](${rule.id}.md)`);
  const said =
    words.length === 0 ? "" : `## What ${TITLES[target]} answers\n\n${words.map((each) => `\`\`\`text\n${each}\n\`\`\``).join("\n\n")}\n\n`;
  const isOfParameters = remedy.startsWith("parameters are the caller's choice");
  return `# ${id}: ${plain(sentence)}

${TITLES[target]} demands: ${plain(sentence).replace(/^./, (letter) => letter.toLowerCase())}.

${said}${evidence === undefined ? "" : `Evidence: ${plain(evidence)}\n\n`}## What to do

**${HANDLING[handling]}:** ${
    handling === "refused"
      ? remedy
          .split(", ")
          .map((code) => `[\`${code}\`](../codes/${code}.md)`)
          .join(", ")
      : plain(remedy)
  }.

\`\`\`js
import { sanitize, validate } from "backscroll";${isOfParameters ? '\nimport { repairParameters } from "backscroll/doctor";' : ""}

const broken = validate("${target}", body).filter(({ rule }) => rule === "${id}"); // each with its \`path\`
${workOf(target, handling, isOfParameters)}
\`\`\`

On the command line: \`npx backscroll check request.json\`.${isOfParameters ? PARAMETERS : ""}${others.length === 0 ? "" : `\n\nThe same words are answered to requests that break ${others.join(", ")}.`}
`;
}

/** The line of a program that repairs a body. */
function workOf(target, handling, isOfParameters) {
  if (isOfParameters) return "const { body: repaired, repairs, left } = repairParameters(body, broken);";
  return handling === "repaired"
    ? `const { body: repaired, repairs } = sanitize("${target}", body);`
    : "// Correct the body at these places.";
}

/** The codes of docs/errors.md, with their meanings. */
function codes() {
  const [errors, repairs] = readFileSync(at("docs", "errors.md"), "utf8").split("\n## Repairs\n");
  const rows = (text, isError) =>
    [...text.matchAll(/^\| `([a-z-]+)` \| (.+) \|$/gm)].map(([, code, meaning]) => ({ code, meaning, isError }));
  return [...rows(errors, true), ...rows(repairs, false)];
}

/** The page of a code: its meaning, what throws it, and the rules that lead to it. */
function codePage(code, meaning, isError, rules) {
  const declared = readFileSync(join(packageFolder, "index.d.ts"), "utf8");
  const sentence = relinked(meaning, "").replaceAll("](", "](../");
  if (!isError) {
    return `# ${code}

A repair: ${sentence}.

Each request, \`sanitize\`, \`fit\` and \`convert\` list their repairs:

\`\`\`js
const found = repairs.filter(({ code }) => code === "${code}");
for (const { detail, rule, messageId, toolCallId } of found) console.log(detail);
\`\`\`

[Errors and repairs](../errors.md#repairs) lists all codes.
`;
  }
  const throwing = [...declared.matchAll(/\/\*\*((?:[^*]|\*(?!\/))*)\*\/\s*(?:static |declare |export |async )*(?:function )?(\w+)[<(]/g)]
    .filter(([, comment]) => comment.split("@throws")[1]?.includes(`\`${code}\``))
    .map(([, , name]) => name);
  const from = [...new Set(throwing)].map((name) => `\`${name}\``).join(", ");
  const refused = rules
    .filter(({ handling, remedy }) => handling === "refused" && remedy.split(", ").includes(code))
    .map(({ id }) => `[${id}](../rules/${id}.md)`);
  return `# ${code}

An error: ${sentence}.

${from === "" ? "" : `Thrown by ${from}, among others.\n\n`}${refused.length === 0 ? "" : `Rules of providers that lead to it: ${refused.join(", ")}.\n\n`}\`\`\`js
import { ConversationError } from "backscroll";

try {
  // ...
} catch (error) {
  if (!(error instanceof ConversationError) || error.code !== "${code}") throw error;
  console.error(error.message, error.details); // what is wrong, where, and what to do
}
\`\`\`

After an error, the history is as it was. [Errors and repairs](../errors.md#errors) lists all codes.
`;
}
