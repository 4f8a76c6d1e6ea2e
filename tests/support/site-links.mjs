// Follows the links of a served site.

/** The addresses in a page's HTML: of links, styles, scripts and pictures. */
const addressesIn = (html) => [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, address]) => address.replaceAll("&amp;", "&"));

const idsIn = (html) => new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));

/**
 * Follows all links that stay on a site's server.
 *
 * @param {string} start the address of the site's root, with its slash at the end
 * @param {readonly string[]} paths the pages to begin with, below the root
 * @returns {Promise<{ pages: Map<string, string>, broken: string[], outside: Set<string> }>} `pages` by their path below `start`, `broken`
 * with the page that links, `outside` the addresses on the server that are not below `start`
 */
export async function crawl(start, paths = [""]) {
  const [pages, files, broken, outside] = [new Map(), new Map(), [], new Set()];
  const queue = paths.map((path) => ({ address: `${start}${path}`, from: "start" }));
  const anchors = [];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const url = new URL(next.address);
    const anchor = decodeURIComponent(url.hash.slice(1));
    url.hash = "";
    if (!url.href.startsWith(start)) outside.add(url.href);
    const path = url.href.slice(start.length);
    // The anchors of the page for refused requests, at the root, are its views.
    if (anchor !== "" && !["", "index.html"].includes(path)) anchors.push({ path, anchor, from: next.from });
    if (files.has(path)) continue;
    const answer = await fetch(url);
    files.set(path, answer.status);
    if (!answer.ok) {
      broken.push(`${next.from}: ${next.address}`);
      await answer.arrayBuffer();
      continue;
    }
    if (!answer.headers.get("content-type").startsWith("text/html")) {
      await answer.arrayBuffer();
      continue;
    }
    const html = await answer.text();
    pages.set(path, html);
    for (const address of addressesIn(html)) {
      const target = new URL(address, url);
      if (target.origin === url.origin) queue.push({ address: target.href, from: path });
    }
  }
  for (const { path, anchor, from } of anchors) if (pages.has(path) && !idsIn(pages.get(path)).has(anchor)) broken.push(`${from}: ${path}#${anchor}`);
  return { pages, broken, outside };
}
