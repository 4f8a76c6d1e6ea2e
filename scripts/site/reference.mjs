// The reference of the package, from its published declarations.

import { readFileSync, readdirSync, rmSync } from "node:fs";
import { join, posix } from "node:path";
import { index, subEntries } from "../lib/entries.mjs";
import { at, packageFolder } from "../lib/paths.mjs";
import { StepError } from "../lib/run.mjs";
import { escaped, link } from "./html.mjs";
import { rendered } from "./markdown.mjs";

/** The reference as Markdown. Git ignores it. */
const written = at("target", "reference");

/** These types are shown where they are used, and have no page of their own. */
const SHOWN_ELSEWHERE = [
  "RequestHistory",
  "Continued",
  "HasForeignTools",
  "ToolField",
  "ErrorOrigin",
  "Detected",
  "FormOf",
  "ClassOf",
  "Arrived",
  "NameOf",
  "ValueOf",
  "StandardResult",
  "PlainMessage",
  "ProgramBody",
  "StrandsBody",
  "SentBy",
  "Without",
  "Writable",
];

/**
 * Writes the reference as Markdown. The package must have been built.
 *
 * @throws {StepError} on a broken link, an unknown tag, or a type that is used and not shown
 */
async function write() {
  const { Application, Converter, LogLevel } = await import("typedoc");
  rmSync(written, { recursive: true, force: true });
  const app = await Application.bootstrapWithPlugins({
    plugin: ["typedoc-plugin-markdown"],
    outputs: [{ name: "markdown", path: written }],
    entryPoints: [index, ...subEntries].map(({ name }) => join(packageFolder, `${name}.d.ts`)),
    tsconfig: at("pkg-template", "tsconfig.docs.json"),
    readme: "none",
    name: "backscroll",
    entryFileName: "index",
    hidePageHeader: true,
    hideBreadcrumbs: true,
    useCodeBlocks: true,
    expandParameters: true,
    indexFormat: "table",
    parametersFormat: "table",
    treatWarningsAsErrors: true,
    logLevel: LogLevel.Warn,
    disableSources: true,
    disableGit: true,
    githubPages: false,
    intentionallyNotExported: SHOWN_ELSEWHERE,
    excludeExternals: true,
  });
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, leaveToIndex);
  const project = await app.convert();
  if (project !== undefined) app.validate(project);
  const isFaulty = () => project === undefined || app.logger.hasErrors() || app.logger.hasWarnings();
  const advice = "fix the comments in pkg-template/src";
  if (isFaulty()) throw new StepError("typedoc has objections, see above", { advice });
  await app.generateOutputs(project);
  if (isFaulty()) throw new StepError("typedoc cannot write the reference, see above", { advice });
}

/** `slim` exports everything that `index` exports. The reference shows these names once, under `index`, where users look for them. */
function leaveToIndex({ project }) {
  const [index, slim] = ["index", "slim"].map((name) => project.getChildByName(name));
  for (const child of [...slim.children]) if (index.getChildByName(child.name)) project.removeReflection(child);
}

/** The path that programs import, by the name of an entry. */
const importOf = (module) => posix.join("backscroll", [index, ...subEntries].find(({ name }) => name === module).path ?? module);

const KINDS = {
  functions: "Functions",
  classes: "Classes",
  interfaces: "Interfaces",
  "type-aliases": "Types",
  variables: "Values",
  enumerations: "Enumerations",
};

/**
 * The pages of the reference.
 *
 * @returns {Promise<{ pages: object[] }>} each page with the list beside it
 */
export async function referencePages() {
  await write();
  const files = readdirSync(written, { recursive: true }).map((name) => name.replaceAll("\\", "/"));
  const all = files.filter((name) => name.endsWith(".md") && name !== "index.md").sort();
  const pages = all.map(referencePage);
  const order = [index, ...subEntries].map(({ name }) => name);
  const modules = pages
    .filter(({ kind }) => kind === "module")
    .sort((one, other) => order.indexOf(one.module) - order.indexOf(other.module));
  const ofModule = new Map(modules.map(({ module }) => [module, listOf(pages, modules, module)]));
  const listed = pages.map(({ kind, module, ...page }) => ({ ...page, nav: ofModule.get(module) }));
  return { pages: [{ ...rootPage(pages, modules), nav: listOf(pages, modules, null) }, ...listed] };
}

/** The page of all modules: their paths, and the values that each exports. */
function rootPage(pages, modules) {
  const exported = (module) => pages.filter((page) => page.module === module && ["functions", "classes", "variables"].includes(page.kind));
  const row = ({ path, module, name }) =>
    `<tr><td>${link(path, `<code>${name}</code>`)}</td><td>${exported(module)
      .map((page) => link(page.path, `<code>${escaped(page.name)}</code>`))
      .join(", ")}</td></tr>`;
  const says = "Everything that the package exports, by the path that programs import.";
  return {
    path: "docs/reference/index.html",
    part: "docs",
    name: "Reference",
    title: "Reference · backscroll",
    description: says,
    crumbs: [{ path: "docs/index.html", title: "Docs" }],
    contents: [],
    sections: [],
    main: `<h1>Reference</h1><p>${says}</p><div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th>Module</th><th>Exports</th></tr></thead><tbody>${modules.map(row).join("")}</tbody></table></div>`,
  };
}

/** The list beside the pages of a module: what it exports, and the other modules. */
function listOf(pages, modules, module) {
  const own = Object.entries(KINDS).map(([folder, title]) => ({
    title,
    items: pages
      .filter((page) => page.module === module && page.kind === folder)
      .map(({ path, name }) => ({ path, title: `\`${name}\`` }))
      .sort((one, other) => one.title.localeCompare(other.title, "en")),
  }));
  const others = modules.map(({ path, module: name }) => ({ path, title: `\`${importOf(name)}\`` }));
  const here = others.filter((_, at) => modules[at].module === module);
  return [
    { title: "", items: [{ path: "docs/index.html", title: "Documents" }] },
    ...(module === null ? [] : [{ title: "Module", items: here }, ...own]),
    { title: module === null ? "Modules" : "Other modules", items: others.filter((_, at) => modules[at].module !== module) },
  ];
}

function referencePage(file) {
  const [module, folder, ...rest] = file.split("/");
  const kind = rest.length === 0 ? "module" : folder;
  const text = readFileSync(join(written, file), "utf8");
  // A readable title: a name in place of "Function: name()", an import in place of a folder.
  const titled = kind === "module" ? text.replace(/^# .*$/m, `# ${importOf(module)}`) : text.replace(/^# (~~)?[A-Z][\w ]*: /m, "# $1");
  const page = rendered(titled, (href) => addressOf(href, file));
  const name = kind === "module" ? importOf(module) : page.title.replace(/\(\)$|<.*$/g, "");
  return {
    kind,
    module,
    path: `docs/reference/${file.replace(/\.md$/, ".html")}`,
    part: "docs",
    name,
    title: `${name}${kind === "module" ? "" : ` · ${importOf(module)}`} · reference`,
    description: page.description === "" ? `The reference of ${name}.` : page.description,
    crumbs: [
      { path: "docs/index.html", title: "Docs" },
      { path: "docs/reference/index.html", title: "Reference" },
      ...(kind === "module" ? [] : [{ path: `docs/reference/${module}/index.html`, title: importOf(module) }]),
    ],
    contents: page.headings,
    sections: page.sections.filter((each) => each.id === "" || (each.text !== "" && isMember(each.title, page.headings))),
    main: page.html,
  };
}

/** True for the heading of a member, such as a method, and false for one that every page has, such as "Returns". */
function isMember(title, headings) {
  const { level } = headings.find((heading) => heading.title === title);
  return level === 3 && title !== "Constructor" && /^\W?[a-z]/.test(title);
}

function addressOf(href, file) {
  if (/^(?:https?:|#)/.test(href)) return href;
  const [target, anchor = ""] = href.split(/(?=#)/);
  return `site:docs/reference/${posix.normalize(posix.join(posix.dirname(file), target)).replace(/\.md$/, ".html")}${anchor}`;
}
