// Pieces of HTML that all pages share.

const NAMED = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text for HTML, also inside of an attribute. */
export const escaped = (text) => text.replace(/[&<>"]/g, (character) => NAMED[character]);

/** A text in which `backticks` are code. */
export const withCode = (text) => escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>");

/** A text without backticks. */
export const plain = (text) => text.replaceAll("`", "");

/** A link to a path of the site. The frame of a page makes it relative to that page. */
export const link = (path, html, attributes = "") => `<a href="site:${path}"${attributes}>${html}</a>`;

/** Links of the site as they are written in a page: relative to it, so that the site works below any path. */
export function relativeLinks(html, path) {
  return html.replace(/ (href|src)="site:([^"#]*)(#[^"]*)?"/g, (_, attribute, target, anchor = "") => {
    return ` ${attribute}="${relativePath(path, target)}${anchor}"`;
  });
}

/** The relative link from a page to a path of the site. A folder's `index.html` is linked as the folder. */
export function relativePath(from, to) {
  const [here, there] = [from.split("/").slice(0, -1), to.split("/")];
  const name = there.pop();
  let shared = 0;
  while (shared < here.length && shared < there.length && here[shared] === there[shared]) shared += 1;
  const steps = [...here.slice(shared).map(() => ".."), ...there.slice(shared)];
  const file = name === "index.html" ? "" : name;
  if (steps.length === 0) return file === "" ? "./" : file;
  return `${steps.join("/")}/${file}`;
}
