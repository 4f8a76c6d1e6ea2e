// The site: the doctor at its root, the documents, and a page for each refusal.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { BROWSERS, BUNDLED, buildPage } from "../lib/page.mjs";
import { at } from "../lib/paths.mjs";
import { writeDocuments } from "../documents/in-package.mjs";
import { codePages } from "./codes.mjs";
import { documents } from "./documents.mjs";
import { framed } from "./frame.mjs";
import { missingPage } from "./missing.mjs";
import { referencePages } from "./reference.mjs";
import { indexPage, navOf } from "./refusals/index-page.mjs";
import { exampleOf, refusals } from "./refusals/list.mjs";
import { refusalPage } from "./refusals/page.mjs";
import { plain } from "./html.mjs";

/** The site, ready to be served from any folder of any server. Git ignores it. */
export const siteFolder = at("target", "site");

/**
 * Writes the site. The package must have been built and installed.
 *
 * @returns {Promise<{ folder: string, pages: import("./frame.mjs").Page[] }>}
 */
export async function buildSite() {
  const all = refusals();
  const pages = await allPages(all);
  const source = sourceAddress();
  rmSync(siteFolder, { recursive: true, force: true });
  cpSync(await buildPage(), siteFolder, { recursive: true });
  for (const page of pages) {
    if (page.file === undefined) put(page.path, framed(page, source));
    else copy(page.file, page.path);
  }
  for (const example of all.map(exampleOf)) if (example !== null) put(`examples/${example.id}.json`, JSON.stringify(example));
  put("404.html", missingPage());
  writeDocuments(siteFolder);
  put("assets/search.json", JSON.stringify(searched(pages)));
  await assets();
  return { folder: siteFolder, pages: pages.filter(({ file }) => file === undefined) };
}

async function allPages(all) {
  const docs = documents();
  const codes = codePages(all);
  const further = [
    ...docs.groups,
    {
      title: "Reference",
      items: [
        { path: "docs/reference/index.html", title: "All modules" },
        { path: "docs/reference/index/index.html", title: "`backscroll`" },
        { path: "refusals/index.html", title: "Refusals of providers" },
      ],
    },
  ];
  const { pages: reference } = await referencePages();
  return [
    indexPage(all),
    ...all.map((each) => ({ ...refusalPage(each, all), nav: navOf(each.provider, all) })),
    ...docs.pages.map((page) => (page.file === undefined ? { ...page, nav: further, hasNeighbours: page.group !== undefined } : page)),
    ...codes.pages.map((page) => ({
      ...page,
      nav: [{ title: "", items: [{ path: "docs/index.html", title: "Documents" }] }, ...codes.groups],
    })),
    ...reference,
  ];
}

/** The texts of the search: for each section of a page its address, the titles, and the text. */
function searched(pages) {
  const kindOf = ({ path }) => (path.startsWith("refusals/") ? "Refusals" : path.startsWith("docs/reference/") ? "Reference" : "Docs");
  return pages
    .filter(({ file, isListed = true }) => file === undefined && isListed)
    .flatMap((page) =>
      page.sections
        .filter(({ id, text }) => id === "" || text.trim() !== "")
        .map(({ id, title, text }) => [
          `${page.path}${id === "" ? "" : `#${id}`}`,
          plain(page.name),
          title,
          text.replace(/\s+/g, " ").trim(),
          kindOf(page),
          ...(page.path.startsWith("refusals/") ? [page.crumbs[1]?.title ?? ""] : []),
        ]),
    );
}

/** The address of the sources, as the package's manifest names it; null if it names none. */
function sourceAddress() {
  const { repository } = JSON.parse(readFileSync(at("pkg-template", "package.json"), "utf8"));
  const address = typeof repository === "string" ? repository : repository?.url;
  return address === undefined ? null : address.replace(/^git\+/, "").replace(/\.git$/, "");
}

async function assets() {
  const { build } = await import("esbuild");
  const client = (name) => at("scripts", "site", "client", `${name}.mjs`);
  await build({
    ...BUNDLED,
    entryPoints: [client("page"), client("theme")],
    outdir: join(siteFolder, "assets"),
  });
  put("assets/site.css", await styles());
}

/** The styles in one file: what the page for refused requests and the documents share, and the documents' own. */
async function styles() {
  const { transform } = await import("lightningcss");
  const shared = ["tokens", "base"].map((name) => at("www", "style", `${name}.css`));
  const own = ["frame", "text", "refusals", "search"].map((name) => at("scripts", "site", "style", `${name}.css`));
  const text = [...shared, ...own].map((file) => readFileSync(file, "utf8")).join("\n");
  // The typefaces are beside the page.
  const code = Buffer.from(text.replaceAll('url("fonts/', 'url("../fonts/'));
  return transform({ filename: "site.css", code, minify: true, targets: BROWSERS }).code;
}

function put(path, text) {
  const file = join(siteFolder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function copy(file, path) {
  mkdirSync(dirname(join(siteFolder, path)), { recursive: true });
  cpSync(file, join(siteFolder, path));
}
