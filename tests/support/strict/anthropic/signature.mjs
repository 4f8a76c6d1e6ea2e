/**
 * Signatures of thinking, as this provider makes and checks them. A signature names the signed text, what stood before it, and the thinking
 * that stood before it, so that the body alone shows a changed text (AN16, AN17) or a changed past (AN18).
 */

import { createHash } from 'node:crypto';
import { isObject } from '../json-type.mjs';

const FORM = /^strict\.([0-9a-f]{32})\.([0-9a-f]{32})\.((?:[0-9a-f]{32})*)$/;

/**
 * @param {string} thinking
 * @param {import('./conversation.mjs').Conversation} conversation the conversation before it
 * @param {number} [end] the turn that it opens; by default the next one
 * @returns {string}
 */
export function sign(thinking, conversation, end = replyIndex(conversation)) {
  return `strict.${digest(thinking)}.${digest(pastOf(conversation, end))}.${thoughtsOf(conversation, end)}`;
}

/**
 * Reports whether the signature is for this conversation. The first thinking may be missing; no thinking behind other thinking may be.
 *
 * @param {string} signature
 * @param {import('./conversation.mjs').Conversation} conversation
 * @param {number} end the turn that the thinking opens
 */
export function isSignedFor(signature, conversation, end) {
  const signed = readSignature(signature);
  return signed !== null && signed.past === digest(pastOf(conversation, end)) && signed.thoughts.endsWith(thoughtsOf(conversation, end));
}

/**
 * @param {string} signature
 * @returns {{ text: string, past: string, thoughts: string } | null} null when it is not a signature of this provider
 */
export function readSignature(signature) {
  const parts = FORM.exec(signature);
  return parts && { text: parts[1], past: parts[2], thoughts: parts[3] };
}

/** The reply continues an assistant turn at the end, rather than following it. */
function replyIndex({ turns }) {
  return turns.at(-1).role === 'assistant' ? turns.length - 1 : turns.length;
}

/** Returns what the model saw before a turn: tools, system prompt and messages, without thinking, and without cache breakpoints, which may move. */
function pastOf({ body, system, turns }, end) {
  const said = turns.slice(0, end).map(({ role, entries }) => [role, ...entries.map(({ block }) => block).filter(isSaid)]);
  const past = [body.tools ?? [], system.map(({ block }) => block), ...said];
  return JSON.stringify(past, (key, value) => (isObject(value) ? ordered(value) : value));
}

/** Returns the digests of the thinking before a turn. */
function thoughtsOf({ turns }, end) {
  const blocks = turns.slice(0, end).flatMap(({ entries }) => entries.map(({ block }) => block));
  return blocks.filter(({ type }) => type === 'thinking').map(({ thinking }) => digest(thinking)).join('');
}

function isSaid({ type }) {
  return type !== 'thinking' && type !== 'redacted_thinking';
}

/** Returns the fields in a fixed order, without those that do not change the content. */
function ordered(object) {
  const names = Object.keys(object).filter((name) => name !== 'cache_control' && !(name === 'is_error' && object[name] !== true));
  return Object.fromEntries(names.sort().map((name) => [name, plain(name, object)]));
}

/** A tool result's string is short for one text block. */
function plain(name, object) {
  const value = object[name];
  if (name !== 'content' || object.type !== 'tool_result' || typeof value !== 'string') return value;
  return [{ type: 'text', text: value }];
}

/** @param {string} text */
export function digest(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
