// The index of all refusals, by provider, and the lists beside the pages.

import { escaped, link, plain, withCode } from "../html.mjs";
import { TOPICS } from "./causes.mjs";
import { firstWords } from "./page.mjs";
import { OTHER, PROVIDERS } from "./providers.mjs";

const ALL = [...Object.values(PROVIDERS), OTHER];

/** @param {readonly import("./list.mjs").Refusal[]} all @returns {import("../frame.mjs").Page} */
export function indexPage(all) {
  const item = ({ id, label, words, path }) =>
    `<li${id === null ? "" : ` id="${id}"`} data-text="${escaped(`${plain(label)} ${words.join(" ")} ${id ?? ""}`.toLowerCase())}">${link(path, withCode(label))}<code>${escaped(firstWords(words[0] ?? "", 110))}</code><span class="id">${id ?? ""}</span></li>`;
  const count = all.length;
  return {
    path: "refusals/index.html",
    part: "refusals",
    name: "Refusals",
    title: "Refusals of model providers: causes and repairs",
    description: `The ${count} refusals that backscroll explains, by provider: the provider's words, their causes, a body before and after, and the repair.`,
    crumbs: [],
    nav: [
      {
        title: "Providers",
        items: ALL.map(({ folder, title }) => ({ path: `refusals/index.html#${folder}`, title })),
      },
    ],
    contents: [],
    sections: [],
    main: `<h1>Refusals</h1>
<p class="lead">What providers answer to a request that they refuse, why they do, and how to mend it. Paste a part of your error, or <a href="site:index.html">give the whole error to the Doctor</a>.</p>
<label class="filter"><span class="unseen">Words of the error</span><input type="search" data-filter placeholder="Words of the error, such as tool_use_id" autocomplete="off" spellcheck="false"></label>
<p class="soft" role="status" data-filter-count>${count} refusals</p>
${ALL.map((provider) => section(provider, topicsOf(provider, all), item)).join("\n")}`,
  };
}

function section(provider, topics, item) {
  const part = ({ title, own }) =>
    `<div data-group>${title === null ? "" : `<h3>${escaped(title)}</h3>`}<ul class="list">${own.map(item).join("")}</ul></div>`;
  const chip = provider === OTHER ? "" : `<span class="vendor" aria-hidden="true">${provider.letters}</span> `;
  return `<section data-group><h2 id="${provider.folder}">${chip}${escaped(provider.title)}</h2>${topics.map(part).join("")}</section>`;
}

/** The refusals of a provider by their topic. Those that are not about the body have none. */
function topicsOf(provider, all) {
  const own = all.filter((each) => each.provider === provider);
  if (provider === OTHER) return [{ title: null, own }];
  const topics = Object.entries(TOPICS).map(([title, causes]) => ({ title, own: own.filter(({ cause }) => causes.includes(cause)) }));
  return topics.filter((topic) => topic.own.length > 0);
}

/** The list beside the pages of a provider: its refusals by topic, and the other providers. */
export function navOf(provider, all) {
  const topics = topicsOf(provider, all).map(({ title, own }) => ({
    title: title ?? provider.title,
    items: own.map(({ path, label }) => ({ path, title: label })),
  }));
  const others = ALL.filter((each) => each !== provider).map((each) => ({ path: `refusals/index.html#${each.folder}`, title: each.title }));
  return [...topics, { title: "Other providers", items: others }];
}
