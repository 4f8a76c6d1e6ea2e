/** Judges the ids of items, and the links between items. */

import { refuse } from '../openai-chat/refuse.mjs';
import { isAssistants, itemsOf, typeOf } from './item.mjs';

const PREFIXES = { message: 'msg', function_call: 'fc', custom_tool_call: 'ctc', reasoning: 'rs' };

/** OR5: an id has the prefix of its kind. */
export function* idsAreOwn(body) {
  for (const [index, item] of itemsOf(body).entries()) {
    const prefix = PREFIXES[typeOf(item)];
    if (prefix === undefined || (item.id ?? null) === null || item.id.startsWith(prefix)) continue;
    yield refuse('OR5', `Invalid 'input[${index}].id': '${item.id}'. Expected an ID that begins with '${prefix}'.`, {
      param: `input[${index}].id`,
      code: 'invalid_value',
    });
  }
}

/** OR6: no item occurs twice. */
export function* itemsAreDistinct(body) {
  const seen = new Set();
  for (const item of itemsOf(body)) {
    if ((item.id ?? null) === null) continue;
    if (seen.has(item.id)) {
      yield refuse('OR6', `Duplicate item found with id ${item.id}. Remove duplicate items from your input and try again.`, { param: 'input' });
    }
    seen.add(item.id);
  }
}

/** OR10: where nothing is stored, no item may be referred to by its id alone. */
export function* storedItemsAreThere(body) {
  if (body.store !== false) return;
  for (const item of itemsOf(body)) {
    const { type, id, encrypted_content: encrypted } = item;
    if (typeOf(item) !== 'item_reference' && (type !== 'reasoning' || typeof encrypted === 'string')) continue;
    yield refuse(
      'OR10',
      `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false. ` +
        'Try again with `store` set to true, or remove this item from your input.',
      { param: 'input' },
    );
  }
}

/** OR3: reasoning is followed by the item that it led to. */
export function* reasoningIsFollowed(body) {
  const items = itemsOf(body);
  for (const [index, { type, id }] of items.entries()) {
    if (type !== 'reasoning') continue;
    const next = items[index + 1];
    const isKnown = next !== undefined && isAssistants(next) && (typeOf(next) !== 'message' || (next.id ?? null) !== null || (id ?? null) === null);
    const isOwn = !isKnown || next.type === 'reasoning' || !isReply(id) || sourceOf(next) === id;
    if (!isKnown || !isOwn) yield refuse('OR3', `Item '${id}' of type 'reasoning' was provided without its required following item.`, { param: 'input' });
  }
}

/** OR4: the items that reasoning led to stand behind it. Ids of this provider name them. */
export function* reasoningIsThere(body) {
  const seen = new Set();
  for (const item of itemsOf(body)) {
    if (item.type === 'reasoning') seen.add(item.id);
    const source = sourceOf(item);
    if (source !== null && !seen.has(source)) {
      yield refuse('OR4', `Item '${item.id}' of type '${typeOf(item)}' was provided without its required 'reasoning' item: '${source}'.`, {
        param: 'input',
      });
    }
  }
}

/** OR12: encrypted reasoning is of this model, if the option requires that. */
export function* reasoningIsVerified(body, { encrypted }) {
  if (encrypted === 'any') return;
  for (const { type, id, encrypted_content: content } of itemsOf(body)) {
    if (type !== 'reasoning' || (content ?? null) === null || content === encryptedFor(id, body.model)) continue;
    yield refuse('OR12', `The encrypted content for item ${id} could not be verified. Reason: Encrypted content could not be decrypted or parsed.`, {
      code: 'invalid_encrypted_content',
    });
  }
}

/** Returns encrypted reasoning as this provider makes it. */
export const encryptedFor = (id, model) => Buffer.from(`${id} ${model}`).toString('base64');

/** Returns the id of an item that reasoning led to, which names the reasoning. */
export const idOf = (id, reasoning) => (reasoning === null ? id : `${id}_of_${reasoning}`);

const sourceOf = ({ id }) => /_of_(rs_\d{24})$/.exec(id ?? '')?.[1] ?? null;
const isReply = (id) => /^rs_\d{24}$/.test(id ?? '');
