// Shows the conversation as turns, each message with its repairs.

import { byId, count, el, number } from "./dom.mjs";
import { ruleElement } from "./rule.mjs";

/** The number of characters of a text that are shown at once. */
const SHOWN = 300;

/** @param {Awaited<ReturnType<import("../session.mjs").Session["view"]>>} view */
export function showTurns({ parts, marks }) {
  const repairsOf = (message) => marks.filter(({ messageId }) => messageId === message.id);
  byId("turns").replaceChildren(...parts.map((part) => partElement(part, repairsOf)));
}

function partElement({ kind, title, messages, tokens }, repairsOf) {
  const heading = el("h3", {}, title);
  const size = el("span.size", {}, count(tokens, "token"));
  const list = messages.map((message) => messageElement(message, repairsOf(message)));
  return el(`li.part.${kind}`, {}, el("header", {}, heading, size), ...list);
}

/** Makes the element for a message and the repairs that it needs. */
export function messageElement(message, repairs = []) {
  const { role, toolCallId, isError } = message;
  const label = el("p.role", {}, nameOf(message));
  if (role === "tool") label.append(el("code", {}, toolCallId || "no call"), isError ? el("span", {}, "error") : "");
  return el(`article.message.${nameOf(message)}`, {}, label, saidElement(message, repairs));
}

/** Makes the element for a message that is folded to one line until opened. */
export function foldedElement(message) {
  const { content, toolCalls = [], toolCallId } = message;
  const said = [...textsOf(content), ...toolCalls.map(({ name }) => `${name}(...)`)].join(" ");
  const line = el(`summary.message.${nameOf(message)}`, {}, el("span.role", {}, nameOf(message)), el("span.glimpse", {}, said));
  return el(`details.folded.${nameOf(message)}`, {}, line, saidElement(message, []), toolCallId ? el("code", {}, toolCallId) : "");
}

function nameOf({ role, isSummary }) {
  return isSummary ? "summary" : role;
}

function saidElement({ content, toolCalls = [] }, repairs) {
  const body = el("div.said");
  for (const text of textsOf(content)) body.append(textElement(text));
  for (const call of toolCalls) body.append(callElement(call));
  if (body.childNodes.length === 0) body.append(el("p.nothing", {}, "says nothing"));
  for (const { code, rule } of repairs) body.append(el("p.mended", {}, el("code.chip.warn", {}, code), " ", ruleElement(rule)));
  return body;
}

function textElement(text) {
  if (text.length <= SHOWN) return el("p.text", {}, text);
  const rest = `${number(text.length - SHOWN)} more characters`;
  return el("details.text", {}, el("summary", {}, `${text.slice(0, SHOWN)} ... `, el("span.more", {}, rest)), text.slice(SHOWN));
}

function callElement({ id, name, arguments: args }) {
  const text = typeof args === "string" ? args : JSON.stringify(args);
  return el("p.call", {}, el("b", {}, name || "no name"), el("span.arguments", {}, `(${text})`), el("code", {}, id || "no id"));
}

function textsOf(content) {
  if (typeof content === "string") return content === "" ? [] : [content];
  return (content ?? []).map((part) => ("text" in part && part.text ? part.text : `[${part.type}]`));
}
