/**
 * Signatures of thinking, as this provider makes and checks them. A signature names the signed text, what stood before it, and the thinking
 * that stood before it, so that the body alone shows a changed text (AN16, AN17) or a changed past (AN18).
 */

import { lastIndexOf } from "../last.js";
import { textOfBase64, toBase64 } from "../bytes.js";
import { digestOf } from "../digest.js";
import { isObject } from "../json-type.js";

const FORM = /^strict\.([0-9a-f]{32})\.([0-9a-f]{32})\.((?:[0-9a-f]{32})*)$/;

/**
 * @param {string} thinking
 * @param {import('./conversation.js').Conversation} conversation the conversation before it
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
 * @param {import('./conversation.js').Conversation} conversation
 * @param {number} end the turn that the thinking opens
 */
export function isSignedFor(signature, conversation, end) {
  const signed = readSignature(signature);
  const pasts = [pastOf(conversation, end), pastOf(conversation, end, replacedBy)];
  return signed !== null && pasts.some((past) => signed.past === digest(past)) && signed.thoughts.endsWith(thoughtsOf(conversation, end));
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
  return turns.at(-1).role === "assistant" ? turns.length - 1 : turns.length;
}

/**
 * Returns what the model saw before a turn: tools, system prompt and messages, without thinking, and without cache breakpoints, which may move.
 * It begins at the newest boundary. For thinking that is older than a signed boundary, the boundary stands for the messages that it replaced.
 */
function pastOf({ body, system, turns }, end, replaced = () => null) {
  return stable([body.tools ?? [], system.map(({ block }) => block), ...saidBefore(turns, end, replaced)]);
}

function saidBefore(turns, end, replaced = () => null) {
  let said = [];
  for (const [index, { role, entries }] of turns.slice(0, end + 1).entries()) {
    const blocks = entries.map(({ block }) => block);
    const at = lastIndexOf(blocks, isBoundary);
    const stands = at < 0 ? null : replaced(blocks[at]);
    if (at >= 0) said = stands ?? [];
    if (index === end) return said;
    const rest = blocks.slice(stands === null ? Math.max(at, 0) : at + 1).filter(isSaid);
    if (stands === null || rest.length > 0) said = [...said, [role, ...rest]];
  }
  return said;
}

const stable = (value) => JSON.stringify(value, (_key, inner) => (isObject(inner) ? ordered(inner) : inner));

/** Returns true for a summary that the provider made in place of what stands before it. */
export const isBoundary = ({ type, content }) => type === "compaction" && typeof content === "string" && content !== "";

/**
 * Signs a summary of a conversation.
 *
 * @param {import('./conversation.js').Conversation} conversation
 */
export const signSummary = ({ turns }) => `strict.summary.${toBase64(stable(saidBefore(turns, turns.length)))}`;

/** Returns the messages that a signed summary replaced; null for another block. */
function replacedBy({ signature }) {
  const [, said] = /^strict\.summary\.(.*)$/.exec(signature ?? "") ?? [];
  return said === undefined ? null : JSON.parse(textOfBase64(said));
}

/** Returns the digests of the thinking before a turn, from the newest boundary on. */
function thoughtsOf({ turns }, end) {
  const blocks = turns.slice(0, end).flatMap(({ entries }) => entries.map(({ block }) => block));
  const read = blocks.slice(Math.max(lastIndexOf(blocks, isBoundary), 0));
  return read
    .filter(({ type }) => type === "thinking")
    .map(({ thinking }) => digest(thinking))
    .join("");
}

function isSaid({ type }) {
  return type !== "thinking" && type !== "redacted_thinking";
}

/** Returns the fields in a fixed order, without those that do not change the content. */
function ordered(object) {
  const names = Object.keys(object).filter((name) => name !== "cache_control" && !(name === "is_error" && object[name] !== true));
  return Object.fromEntries(names.sort().map((name) => [name, plain(name, object)]));
}

/** A tool result's string is short for one text block. */
function plain(name, object) {
  const value = object[name];
  if (name !== "content" || object.type !== "tool_result" || typeof value !== "string") return value;
  return [{ type: "text", text: value }];
}

/** @param {string} text */
export function digest(text) {
  return digestOf(text);
}
