/** Judges the ids of items, and the links between items. */

import { lastIndexOf } from "../last.js";
import { textOfBase64, toBase64 } from "../bytes.js";
import { digestOf } from "../digest.js";
import { refuse } from "../openai-chat/refuse.js";
import { isAssistants, itemsOf, typeOf } from "./item.js";

const PREFIXES = { message: "msg", function_call: "fc", custom_tool_call: "ctc", reasoning: "rs" };

/** OR5: an id has the prefix of its kind. */
export function* idsAreOwn(body) {
  for (const [index, item] of itemsOf(body).entries()) {
    const prefix = PREFIXES[typeOf(item)];
    if (prefix === undefined || (item.id ?? null) === null || item.id.startsWith(prefix)) continue;
    yield refuse("OR5", `Invalid 'input[${index}].id': '${item.id}'. Expected an ID that begins with '${prefix}'.`, {
      param: `input[${index}].id`,
      code: "invalid_value",
    });
  }
}

/** OR6: no item occurs twice. */
export function* itemsAreDistinct(body) {
  const seen = new Set();
  for (const item of itemsOf(body)) {
    if ((item.id ?? null) === null) continue;
    if (seen.has(item.id)) {
      yield refuse("OR6", `Duplicate item found with id ${item.id}. Remove duplicate items from your input and try again.`, {
        param: "input",
      });
    }
    seen.add(item.id);
  }
}

/** OR10: where nothing is stored, no item may be referred to by its id alone. */
export function* storedItemsAreThere(body) {
  if (body.store !== false) return;
  for (const item of itemsOf(body)) {
    const { type, id, encrypted_content: encrypted } = item;
    if (typeOf(item) !== "item_reference" && (type !== "reasoning" || typeof encrypted === "string")) continue;
    yield refuse(
      "OR10",
      `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false. ` +
        "Try again with `store` set to true, or remove this item from your input.",
      { param: "input" },
    );
  }
}

/** OR3: reasoning is followed by the item that it led to. */
export function* reasoningIsFollowed(body) {
  const items = itemsOf(body);
  for (const [index, { type, id }] of items.entries()) {
    if (type !== "reasoning") continue;
    const next = items[index + 1];
    const isKnown =
      next !== undefined && isAssistants(next) && (typeOf(next) !== "message" || (next.id ?? null) !== null || (id ?? null) === null);
    const isOwn = !isKnown || next.type === "reasoning" || !isReply(id) || sourceOf(next) === id;
    if (!isKnown || !isOwn)
      yield refuse("OR3", `Item '${id}' of type 'reasoning' was provided without its required following item.`, { param: "input" });
  }
}

/** OR4: the items that reasoning led to stand behind it. Ids of this provider name them. */
export function* reasoningIsThere(body) {
  const seen = new Set();
  for (const item of itemsOf(body)) {
    if (item.type === "reasoning") seen.add(item.id);
    const source = sourceOf(item);
    if (source !== null && !seen.has(source)) {
      yield refuse("OR4", `Item '${item.id}' of type '${typeOf(item)}' was provided without its required 'reasoning' item: '${source}'.`, {
        param: "input",
      });
    }
  }
}

/** OR12: encrypted reasoning is of this model, if the option requires that. */
export function* reasoningIsVerified(body, { encrypted }) {
  if (encrypted === "any") return;
  for (const { type, id, encrypted_content: content } of itemsOf(body)) {
    if (type !== "reasoning" || (content ?? null) === null || isFor(content, id, body.model)) continue;
    yield refuse(
      "OR12",
      `The encrypted content for item ${id} could not be verified. Reason: Encrypted content could not be decrypted or parsed.`,
      {
        code: "invalid_encrypted_content",
      },
    );
  }
}

/** Returns encrypted reasoning as this provider makes it. It names what stood before it. */
export const encryptedFor = (id, model, past = "") => toBase64(`${id} ${model} ${past}`);

/**
 * Finds the reasoning that is void, because something before it is not what it was made with. Models from GPT-6 on do not see it; it is no fault.
 *
 * @param {object} body
 * @returns {{ id: string, index: number, action: 'removed', reason: 'prefix_mismatch', type: 'reasoning' }[]} the entries of
 *   `input_transformations`, each with the place of the item
 */
export function voidReasoning(body) {
  if (generationOf(body.model) < 6) return [];
  const start = lastIndexOf(itemsOf(body), isBoundary);
  const isVoid = ({ type, encrypted_content: encrypted }, index) =>
    index > start && type === "reasoning" && pastIn(encrypted) !== pastOf(body, index);
  const found = itemsOf(body).map(
    (item, index) => isVoid(item, index) && { id: item.id, index, action: "removed", reason: "prefix_mismatch", type: "reasoning" },
  );
  return found.filter(Boolean);
}

/**
 * Returns the digest of what stands before the item at `end`: tools, the form of text, the effort, and items from the newest compaction on.
 * Reasoning may be missing.
 */
export function pastOf(body, end = itemsOf(body).length) {
  const before = itemsOf(body).slice(0, end);
  const read = before.slice(Math.max(lastIndexOf(before, isBoundary), 0));
  const items = typeof body.input === "string" ? [body.input] : read.filter(({ type }) => type !== "reasoning");
  // From GPT-6.2 on, instructions stand behind the input.
  const instructions = generationOf(body.model) >= 6.2 ? null : (body.instructions ?? null);
  const past = [body.tools ?? [], body.text?.format ?? null, body.reasoning?.effort ?? null, instructions, items];
  const withoutMarks = (key, value) => (key === "prompt_cache_breakpoint" ? undefined : value);
  return digestOf(JSON.stringify(past, withoutMarks));
}

const isBoundary = ({ type }) => type === "compaction";
const generationOf = (model) => Number(/gpt-(\d+(?:\.\d+)?)/.exec(model)?.[1] ?? 9);
const pastIn = (encrypted) => textOfBase64(encrypted ?? "").split(" ")[2];

/** Returns the id of an item that reasoning led to, which names the reasoning. */
export const idOf = (id, reasoning) => (reasoning === null ? id : `${id}_of_${reasoning}`);

const isFor = (content, id, model) => textOfBase64(content).startsWith(`${id} ${model} `);
const sourceOf = ({ id }) => /_of_(rs_\d{24})$/.exec(id ?? "")?.[1] ?? null;
const isReply = (id) => /^rs_\d{24}$/.test(id ?? "");
