// The models whose names the providers' own packages declare: each has a window and a price.

import { declaredTypes, kindsOf } from "../lib/declarations.mjs";
import { pricesOf, windowOf } from "./ours.mjs";
import { sourceOfPrice, sourceOfWindow } from "./sources.mjs";
import { installedVersion } from "./versions.mjs";

const OPENAI = "https://api.openai.com/v1";
const GEMINI = "https://generativelanguage.googleapis.com/v1beta";

/** The types of the names. */
const TYPES = [
  { name: "openai", type: 'import("openai/resources").ResponsesModel', baseURL: OPENAI },
  { name: "@anthropic-ai/sdk", type: 'import("@anthropic-ai/sdk/resources/messages").Model', baseURL: "https://api.anthropic.com" },
  { name: "@google/genai", type: 'import("@google/genai").Interactions.Model', baseURL: GEMINI },
];

/** The facts of the declared models. @returns {import("./differences.mjs").Fact[]} */
export function declaredFacts() {
  const { checker, types } = declaredTypes(Object.fromEntries(TYPES.map(({ type }, index) => [index, type])));
  return TYPES.flatMap(({ name, baseURL }, index) =>
    kindsOf(types[index], checker).flatMap((id) => {
      const window = windowOf({ id, baseURL });
      const prices = pricesOf({ id, baseURL }, 1, Date.now());
      const of = { of: name, model: id, theirs: "declared" };
      const source = `${name} ${installedVersion(name)}`;
      return [
        {
          ...of,
          subject: "window of a declared model",
          ours: window === null ? "none" : "declared",
          sources: [sourceOfWindow(window, name), source],
        },
        { ...of, subject: "price of a declared model", ours: prices === null ? "none" : "declared", sources: [sourceOfPrice(id), source] },
      ];
    }),
  );
}
