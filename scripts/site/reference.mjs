// The reference of the package, from its published declarations.

import { readFileSync, readdirSync, rmSync } from "node:fs";
import { join, posix } from "node:path";
import { index, subEntries } from "../lib/entries.mjs";
import { at, packageFolder } from "../lib/paths.mjs";
import { StepError } from "../lib/run.mjs";
import { rendered } from "./markdown.mjs";

/** The reference as Markdown. Git ignores it. */
const written = at("target", "reference");

/** These types are shown where they are used, and have no page of their own. */
const SHOWN_ELSEWHERE = [
  "RequestHistory",
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

/** The import of a module, by its folder. */
const importOf = (module) => (module === "index" ? "backscroll" : `backscroll/${module}`);
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
  const all = files.filter((name) => name.endsWith(".md")).sort();
  const pages = all.map(referencePage);
  const modules = pages.filter(({ kind }) => kind === "module");
  const ofModule = new Map(modules.map(({ module }) => [module, listOf(pages, modules, module)]));
  return { pages: pages.map(({ kind, module, ...page }) => ({ ...page, nav: ofModule.get(module) ?? listOf(pages, modules, null) })) };
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
  const parts = file.split("/");
  const module = parts.length === 1 ? null : parts[0];
  const kind = parts.length === 1 ? "root" : parts.length === 2 ? "module" : parts[1];
  const text = readFileSync(join(written, file), "utf8");
  const page = rendered(titled(text, kind, module), (href) => addressOf(href, file));
  const name = kind === "root" ? "Reference" : kind === "module" ? importOf(module) : page.title.replace(/\(\)$|<.*$/g, "");
  const crumbs = [
    { path: "docs/index.html", title: "Docs" },
    ...(kind === "root" ? [] : [{ path: "docs/reference/index.html", title: "Reference" }]),
    ...(kind === "root" || kind === "module" ? [] : [{ path: `docs/reference/${module}/index.html`, title: importOf(module) }]),
  ];
  return {
    kind,
    module,
    path: `docs/reference/${file.replace(/\.md$/, ".html")}`,
    part: "docs",
    name,
    title: kind === "root" ? "Reference · backscroll" : `${name}${kind === "module" ? "" : ` · ${importOf(module)}`} · reference`,
    description: page.description === "" ? `The reference of ${name}.` : page.description,
    crumbs,
    contents: page.headings,
    sections: page.sections.filter(({ id, title, text }) => id === "" || (text !== "" && isMember(title, page.headings))),
    main: page.html,
  };
}

/** True for the heading of a member, such as a method, and false for one that every page has, such as "Returns". */
function isMember(title, headings) {
  const { level } = headings.find((heading) => heading.title === title);
  return level === 3 && title !== "Constructor" && /^\W?[a-z]/.test(title);
}

/** The text under a readable title: a name in place of "Function: name()", an import in place of a folder. */
function titled(text, kind, module) {
  if (kind === "root") {
    const lines = text.replace(/\[([\w-]+)\]\(/g, (_, name) => `[\`${importOf(name)}\`](`);
    return lines.replace(/^# .*$/m, "# Reference\n\nEverything that the package exports, by the path that programs import.");
  }
  if (kind === "module") return text.replace(/^# .*$/m, `# ${importOf(module)}`);
  return text.replace(/^# (~~)?[A-Z][\w ]*: /m, "# $1");
}

function addressOf(href, file) {
  if (/^(?:https?:|#)/.test(href)) return href;
  const [target, anchor = ""] = href.split(/(?=#)/);
  return `site:docs/reference/${posix.normalize(posix.join(posix.dirname(file), target)).replace(/\.md$/, ".html")}${anchor}`;
}
