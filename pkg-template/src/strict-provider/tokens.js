/**
 * The provider's own rough count of a request, for the context window.
 *
 * One token for each four UTF-8 bytes of text, rounded up, and a flat price for
 * each piece of media. Text is every string value in the messages, the system
 * prompt and the tools: contents, tool arguments and results, names, ids. Keys,
 * numbers and punctuation cost nothing, so the count errs low for bodies that
 * are mostly structure.
 */

import { byteLength } from "./bytes.js";

const BYTES_PER_TOKEN = 4;

/** The approximate tokens of a screenshot. Its base64 would count far more. */
const TOKENS_PER_MEDIUM = 1000;

/** Strings under these keys are media when they hold base64 or a data URL. */
const MEDIA_KEYS = new Set(["data", "url", "file_data", "image_url", "document_url", "input_audio", "bytes"]);
const MEDIA_LENGTH = 256;

/**
 * @param {unknown} value any part of a request body
 * @returns {number} tokens
 */
export function countTokens(value) {
  let bytes = 0;
  let media = 0;
  // Uses a work list instead of recursion: tool arguments may be nested deeper than the stack allows.
  const left = [{ value, key: "" }];
  while (left.length > 0) {
    const { value: item, key } = left.pop();
    if (typeof item === "string") {
      if (isMedium(item, key)) media += 1;
      else bytes += byteLength(item);
    } else if (Array.isArray(item)) {
      for (const element of item) left.push({ value: element, key });
    } else if (typeof item === "object" && item !== null) {
      for (const [name, field] of Object.entries(item)) left.push({ value: field, key: name });
    }
  }
  return Math.ceil(bytes / BYTES_PER_TOKEN) + media * TOKENS_PER_MEDIUM;
}

/**
 * @param {object} body a request body of any of the providers
 * @returns {number} tokens that the request takes of the context window
 */
export function countRequest(body) {
  const { tools, toolConfig, system, messages, instructions, input, systemInstruction, system_instruction: instruction, contents } = body;
  return countTokens([tools ?? toolConfig?.tools, system, messages, instructions, input, systemInstruction, instruction, contents]);
}

function isMedium(text, key) {
  if (!MEDIA_KEYS.has(key)) return false;
  return text.startsWith("data:") || (text.length >= MEDIA_LENGTH && /^[A-Za-z0-9+/]+=*$/.test(text));
}
