// Steps of tools that the provider runs, in words for other models.

import { type Fields, isFields } from "../../formats/fields.js";
import type { NeutralPart, TextBlock } from "../../types/program-format.js";
import { calledWords, returnedWords, textsUnder } from "../words.js";
import { verbatim } from "./names.js";

/** The fields of results that a model can read: Google's suggestions are HTML for a page. */
const READABLE = ["text", "url", "name", "title", "status"];

/** Keeps an unchanged step, with its words. */
export function readToolStep(step: Fields): NeutralPart {
  const words = wordsOf(step);
  return { ...verbatim(step), ...(words !== undefined && { words }) } as NeutralPart;
}

/** The words of a step; undefined for one that says nothing. */
function wordsOf({ type, name, arguments: given, result }: Fields): TextBlock | undefined {
  const [, tool = "", end] = /^(.*)_(call|result)$/s.exec(String(type)) ?? [];
  const title = typeof name === "string" ? name : tool;
  if (end === "call" && given !== undefined)
    return calledWords(title, isFields(given) && typeof given.code === "string" ? given.code : given);
  if (end !== "result" || result === undefined) return undefined;
  const texts = typeof result === "string" ? [result] : textsUnder(result, READABLE);
  return texts.length === 0 ? undefined : returnedWords(title, texts);
}
