// The page of a refusal.

import { coloured } from "../colours.mjs";
import { escaped, link, plain, withCode } from "../html.mjs";
import { shortened } from "../markdown.mjs";
import { exampleOf } from "./list.mjs";
import { panes } from "./panes.mjs";

/** @param {import("./list.mjs").Refusal} refusal @param {readonly import("./list.mjs").Refusal[]} all @returns {import("../frame.mjs").Page} */
export function refusalPage(refusal, all) {
  const { id, label, path, provider, words, says, action, ways, rule, shown, evidence } = refusal;
  const own = ownWords(refusal, all);
  const heading = own ?? plain(label);
  const parts = [
    { id: "causes", title: "Causes", html: causes(ways) },
    ...(shown === null
      ? []
      : [{ id: "before", title: shown.after === null ? "A request that is refused" : "Before and after", html: panes(refusal) }]),
    { id: "mend", title: "Mend it for good", html: mend(refusal) },
    ...optional("alike", "The same refusal in other words", alike(refusal, all, firstWords(heading, 150))),
    ...optional("evidence", "Evidence", proof(evidence)),
  ];
  const example =
    exampleOf(refusal) === null ? "" : `<a class="btn big" href="site:index.html#example=${id}">Open this example in the Doctor</a>`;
  return {
    path,
    part: "refusals",
    name: label,
    title: `${firstWords(heading, 90).replace(/\.$/, "")}: causes and repair (${provider.title})`,
    description: shortened(
      `${rule === null ? "" : `${provider.title}. `}${plain(says)} ${COUNTS[ways.length - 1]}${bodies(shown)}, and how to mend it.`,
    ),
    crumbs: [
      { path: "refusals/index.html", title: "Refusals" },
      { path: `refusals/index.html#${provider.folder}`, title: provider.title },
      ...(id === null ? [] : [{ path: null, title: `Rule ${id}` }]),
    ],
    contents: parts,
    sections: [{ id: "", title: "", text: [...words, says, action, shown?.found ?? "", ...ways.flat()].join(" ") }],
    main: `<h1${own === undefined ? "" : ' class="words"'}>${greyed(firstWords(heading, 150))}</h1>
<p class="lead"><b>${withCode(says)}</b> ${withCode(action)}</p>
<p class="cta"><a class="btn ink big" href="site:index.html">Find it in your request</a>${example}<span class="act">in your browser, nothing is uploaded</span></p>
${parts.map(({ id: anchor, title, html }) => `<h2 id="${anchor}">${title}</h2>\n${html}`).join("\n")}`,
  };
}

/** The first words of a refusal that no earlier refusal of the provider has; undefined if there are none. */
function ownWords({ id, label, words, provider }, all) {
  const earlier = all.slice(
    0,
    all.findIndex((other) => other.id === id && other.label === label),
  );
  const taken = earlier.filter((other) => other.provider === provider).map((other) => firstWords(other.words[0] ?? "", 90));
  return words.find((each) => !taken.includes(firstWords(each, 90)));
}

const bodies = (shown) => (shown === null ? "" : shown.after === null ? ", a body that shows it" : ", a body before and after");

/** How many causes a page has, in words. */
const COUNTS = ["The cause", "Two causes", "Three causes", "Four causes"];

const optional = (id, title, html) => (html === "" ? [] : [{ id, title, html }]);

/** The first sentence, or what of it fits. */
export function firstWords(words, most) {
  const flat = words.replace(/\s+/g, " ");
  const end = flat.slice(0, most).search(/[.!] (?=[A-Z])/);
  if (end > 35) return flat.slice(0, end);
  return flat.length <= most ? flat : `${flat.slice(0, most).replace(/\s\S*$/, "")} …`;
}

/** The provider's words, with the places and ids that differ each time in grey. */
const greyed = (words) =>
  escaped(words)
    .replace(/^(?:messages|tools|input|contents|output_format|thinking)[\w.[\]]*: (?=.{12})/, "<i>$&</i>")
    .replace(/\b(?:\w+_)?X\b/g, "<i>$&</i>");

function causes(ways) {
  const item = ([title, text], index) => `<li><i>${index + 1}</i><b>${withCode(title)}</b><p>${withCode(text)}</p></li>`;
  return `<ol class="causes">${ways.map(item).join("")}</ol>`;
}

function mend(refusal) {
  const { rule, prevention } = refusal;
  const program = codeOf(refusal);
  const without =
    prevention === ""
      ? ""
      : `<p class="txt">Without a package: ${withCode(prevention.replace(/^./, (letter) => letter.toLowerCase()))}</p>`;
  const doing =
    rule === null
      ? ""
      : `<p class="txt">With the package: ${rule.handling === "refused" ? "it is refused with the code " : ""}${remedyOf(rule)}.</p>`;
  if (program === undefined) return without === "" ? `<p class="txt">${withCode(refusal.action)}</p>` : without + doing;
  return `${without}${doing}<pre class="block" tabindex="0"><code>${coloured(program, "ts")}</code></pre>
${rule === null ? "" : '<p class="txt soft">On the command line: <code>npx backscroll check request.json</code></p>'}`;
}

/** The tables that remedies name, as pages. */
const TABLES = { "MODELS.md": "docs/tables/models.html", "VENDORS.md": "docs/tables/vendors.html", "SIZES.md": "docs/tables/sizes.html" };

function remedyOf({ handling, remedy }) {
  if (handling === "refused")
    return remedy
      .split(", ")
      .map((code) => link(`docs/codes/${code}.html`, `<code>${code}</code>`))
      .join(", ");
  const TITLES = { "MODELS.md": "the list of models", "VENDORS.md": "the list of vendors", "SIZES.md": "the list of sizes" };
  return withCode(remedy).replace(/\[[^\]]+\]\(([A-Z]+\.md)\)/g, (_, name) => link(TABLES[name], TITLES[name]));
}

/** The program of a page; undefined if it has none. */
export const codeOf = (refusal) => (refusal.rule === null ? refusal.code : programOf(refusal));

/** A program that mends the body, or finds the place. */
function programOf({ id, rule: { target, handling }, shown }) {
  const options =
    Object.keys(shown?.options ?? {}).length === 0
      ? ""
      : `, ${JSON.stringify(shown.options)
          .replace(/"(\w+)":/g, " $1: ")
          .replace(/\}/g, " }")}`;
  if (shown === null && handling !== "repaired") return undefined;
  if (shown?.after && shown.repairs.length === 0) {
    const [{ detail }] = shown.parameters;
    return `import { validate } from "backscroll";
import { repairParameters } from "backscroll/doctor";

const { body, repairs, left } = repairParameters(request, validate("${target}", request${options}));
// ${detail}`;
  }
  if (handling === "repaired" || shown.repairs.length > 0) {
    const [repair] = shown?.repairs ?? [];
    return `import { sanitize } from "backscroll";

const { body, repairs } = sanitize("${target}", request${options});${repair === undefined ? "" : `\n// repairs[0].code is "${repair.code}"`}`;
  }
  return `import { validate } from "backscroll";

const broken = validate("${target}", request${options}).filter(({ rule }) => rule === "${id}");
// broken[0].path is "${shown.paths[0]}"${shown.found === null ? "" : `, and broken[0].remedy says: ${shown.found}`}`;
}

const chip = ({ letters }) => `<span class="vendor" aria-hidden="true">${letters}</span>`;

/** Causes that very different faults share: their refusals are not alike. */
const WIDE = ["parameter-value", "parameter-unsupported", "unknown-field", "missing-field", "content-form", "tool-type"];

/** Other spellings of the words, and refusals of the same cause. */
function alike({ id, words, cause, provider, rule }, all, heading) {
  const own = words
    .filter((text) => text !== heading)
    .map((text) => `<li>${rule === null ? "" : chip(provider)}<code>${escaped(text)}</code></li>`);
  if (rule === null) return own.length === 0 ? "" : `<ul class="alike">${own.join("")}</ul>`;
  const isAlike = (other) => other.id !== id && other.rule !== null && other.words.some((each) => words.includes(each));
  const isElsewhere = (other) =>
    other.rule !== null && other.provider !== provider && other.cause === cause && !WIDE.includes(cause) && other.words.length > 0;
  const others = [...all.filter(isAlike), ...all.filter((other) => !isAlike(other) && isElsewhere(other)).slice(0, 8)];
  const linked = others.map(
    (other) => `<li>${chip(other.provider)}${link(other.path, `<code>${escaped(firstWords(other.words[0], 120))}</code>`)}</li>`,
  );
  return own.length + linked.length === 0 ? "" : `<ul class="alike">${own.join("")}${linked.join("")}</ul>`;
}

/** Threads as links, other sources as they are. */
function proof(evidence) {
  const item = (text) => {
    const [, before, name, number, after] = /^([^]*?)\b([\w.-]+\/[\w.-]+)#(\d+)([^]*)$/.exec(text) ?? [];
    if (/^[\w.-]+\.[a-z]+\/[\w./-]+$/.test(text)) return `<li><a href="https://${text}">${escaped(text)}</a></li>`;
    if (name === undefined) return `<li><span>${withCode(text)}</span></li>`;
    return `<li><span>${withCode(before)}<a href="https://github.com/${name}/issues/${number}">${escaped(name)}#${number}</a>${withCode(after)}</span></li>`;
  };
  return evidence.length === 0 ? "" : `<ul class="evidence">${evidence.map(item).join("")}</ul>`;
}
