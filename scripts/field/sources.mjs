// Where the package's own rows stand, and the sources that they name.

import { readFileSync } from "node:fs";
import { at } from "../lib/paths.mjs";

const cells = (line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim());
/** The cells of the rows of a document's tables, from a heading on. */
function tableOf(file, heading = "# ") {
  const text = readFileSync(at("src", "rules", file), "utf8");
  const lines = text.slice(text.indexOf(heading)).split("\n");
  return lines.filter((line) => line.startsWith("| ")).map(cells);
}

/** The source of a vendor's row. */
export function sourceOfVendor(vendor) {
  const row = vendor === null ? undefined : tableOf("VENDORS.md").find(([, name]) => name.startsWith(`\`${vendor}\`:`));
  return row === undefined ? "VENDORS.md has no such address" : `VENDORS.md: ${row.at(-2) || "no source"}`;
}

/** The families in SIZES.md of the makers, and of the packages, that have one. */
const FAMILIES = {
  anthropic: "Claude",
  deepseek: "DeepSeek",
  google: "Gemini",
  minimax: "MiniMax",
  mistral: "Mistral",
  moonshotai: "Kimi",
  openai: "OpenAI's own",
  xai: "Grok",
  zai: "GLM",
  "@anthropic-ai/sdk": "Claude",
  "@google/genai": "Gemini",
};

/** The sources of the rows of a maker that have a window of so many tokens, or of all such rows. */
export function sourceOfWindow(tokens, maker) {
  if (tokens === null) return "SIZES.md has no such model";
  const rows = tableOf("SIZES.md", "## Windows").filter((row) => row.includes(String(tokens)));
  const own = rows.filter(([, family]) => family === FAMILIES[maker]);
  const sources = (own.length > 0 ? own : rows).map((row) => row.at(-2));
  return `SIZES.md: ${[...new Set(sources)].join("; ")}`;
}

const PRICES = ["anthropic", "gemini", "mistral", "openai-chat"];

/** The comment above the row that has the prices of a model. */
export function sourceOfPrice(id) {
  for (const provider of PRICES) {
    let [prefix, comment] = ["", []];
    let isOpen = false;
    for (const line of readFileSync(at("pkg-template", "src", "providers", provider, "prices.ts"), "utf8").split("\n")) {
      prefix = /^ {4}prefix: "(.*)"/.exec(line)?.[1] ?? prefix;
      const said = /^ {6}\/\/ (.*)/.exec(line)?.[1];
      if (said !== undefined) comment = isOpen ? [...comment, said] : [said];
      isOpen = said !== undefined;
      const row = /^ {6}"([^ <]+)/.exec(line)?.[1];
      if (row !== undefined && new RegExp(`^${prefix}(${row.replaceAll("\\\\", "\\")})(-20[\\d-]{6,8})?$`).test(id))
        return comment.join(" ");
    }
  }
  return "no row of a `prices.ts` has this name";
}
