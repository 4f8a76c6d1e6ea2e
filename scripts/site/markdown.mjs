// Markdown as HTML, with its headings and its texts for the search.

import GithubSlugger from "github-slugger";
import MarkdownIt from "markdown-it";
import { coloured } from "./colours.mjs";
import { escaped } from "./html.mjs";

/**
 * A page's text.
 *
 * @typedef {object} Rendered
 * @property {string} html
 * @property {string | null} title the heading of the first level
 * @property {string} description the first sentences of the first paragraph
 * @property {{ id: string, title: string, level: number }[]} headings those below the first level
 * @property {{ id: string, title: string, text: string }[]} sections
 */

/**
 * @param {string} text
 * @param {(href: string) => string | null} resolve the address of a link; null makes it plain text
 * @returns {Rendered}
 */
export function rendered(text, resolve) {
  const markdown = new MarkdownIt({ html: true, linkify: false });
  const tokens = markdown.parse(text.replace(/<!--[^]*?-->/g, ""), {});
  const slugger = new GithubSlugger();
  let last = 0;
  const found = { title: null, description: "", headings: [], sections: [{ id: "", title: "", text: "" }] };
  tokens.forEach((token, index) => {
    if (token.type === "heading_open") {
      const title = textOf(tokens[index + 1]);
      const id = slugger.slug(title);
      // No level is skipped, so that the headings can be heard in their order.
      const level = Math.min(Number(token.tag.slice(1)), last + 1);
      last = level;
      token.tag = `h${level}`;
      tokens[index + 2].tag = token.tag;
      token.attrSet("id", id);
      if (level === 1) found.title ??= title;
      else found.headings.push({ id, title, level });
      found.sections.push({ id: level === 1 ? "" : id, title: level === 1 ? "" : title, text: "" });
    } else if (token.type === "inline" && tokens[index - 1].type !== "heading_open") {
      const words = textOf(token);
      found.sections.at(-1).text += `${words} `;
      if (found.description === "" && tokens[index - 1].type === "paragraph_open" && tokens[index - 1].level === 0)
        found.description = words;
    } else if (token.type === "fence" || token.type === "code_block") {
      found.sections.at(-1).text += `${token.content} `;
    }
    for (const each of [token, ...(token.children ?? [])]) relink(each, resolve);
    token.children = unlinked(token.children);
    if (token.type === "th_open" && tokens[index + 1].content === "") token.tag = tokens[index + 2].tag = "td";
    // The pages allow no inline styles.
    if (token.attrGet("style") !== null) token.attrs = [["class", token.attrGet("style").replace("text-align:", "")]];
  });
  dress(markdown);
  const description = found.description === "" ? found.sections.map((section) => section.text).join(" ") : found.description;
  return { ...found, html: markdown.renderer.render(tokens, markdown.options, {}), description: shortened(description) };
}

const textOf = ({ children }) =>
  children.map(({ type, content }) => (type === "text" || type === "code_inline" ? content : type === "softbreak" ? " " : "")).join("");

/** Whole sentences, at most about 160 characters. */
export function shortened(text) {
  const flat = text.replace(/\s+/g, " ").trim();
  if (flat.length <= 160) return flat;
  const end = flat.slice(0, 160).lastIndexOf(". ");
  return end > 60 ? flat.slice(0, end + 1) : `${flat.slice(0, 157).replace(/\s\S*$/, "")}…`;
}

function relink(token, resolve) {
  if (token.type.startsWith("html_")) token.content = token.content.replace(/ src="([^"]+)"/g, (_, href) => ` src="${resolve(href)}"`);
  const attribute = { link_open: "href", image: "src" }[token.type];
  if (attribute === undefined) return;
  const address = resolve(token.attrGet(attribute));
  if (address === null) token.meta = { isDropped: true };
  else token.attrSet(attribute, address);
}

/** The tokens without links that lead nowhere; their texts stay. */
function unlinked(tokens) {
  if (tokens === null) return tokens;
  const open = [];
  return tokens.filter((token) => {
    if (token.type === "link_open") open.push(token.meta?.isDropped === true);
    if (token.type === "link_open") return !open.at(-1);
    return token.type === "link_close" ? !open.pop() : true;
  });
}

/** Tables and code scroll by themselves, and by the keyboard, so that a page never scrolls sideways. */
function dress({ renderer: { rules } }) {
  rules.table_open = () => '<div class="table" tabindex="0" role="group" aria-label="Table"><table>';
  rules.table_close = () => "</table></div>\n";
  rules.fence = (tokens, index) => {
    const { info, content } = tokens[index];
    return `<pre class="block" tabindex="0"><code>${coloured(content.replace(/\n$/, ""), info.trim())}</code></pre>\n`;
  };
  rules.code_block = (tokens, index) => `<pre class="block" tabindex="0"><code>${escaped(tokens[index].content)}</code></pre>\n`;
  rules.hr = () => "";
}
