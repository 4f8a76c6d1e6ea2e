// Shows the provider's rule that requires a repair.

import { ruleSentence } from "../pkg/index.mjs";
import { el, prose } from "./dom.mjs";

/** Returns the id of a rule with its sentence; nothing for a repair without a rule. @param {string | undefined} id */
export function ruleElement(id) {
  return id === undefined ? "" : el("span.must-hold", {}, el("span.rule", {}, id), " ", ...prose(`${ruleSentence(id)}.`));
}
