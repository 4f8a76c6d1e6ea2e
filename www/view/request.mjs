// Shows the request body as it would be sent, and its repairs.

import { jsonLines, jsonPieces } from "../json.mjs";
import { byId, count, el, number, prose } from "./dom.mjs";
import { ruleElement } from "./rule.mjs";

/** @param {Awaited<ReturnType<import("../session.mjs").Session["view"]>>} view */
export function showRequest({ request, origin, taken }) {
  const { body, repairs, byteLength, error } = request;
  byId("repairs").replaceChildren(...(error ? [failure(error)] : repairs.map(repairElement)));
  const verdict = repairs.length === 0 ? "No repairs" : count(repairs.length, "repair");
  byId("origin").replaceChildren(...prose(origin));
  byId("taken-count").textContent = taken.length === 0 ? "" : `${count(taken.length, "repair")} when messages were read or added`;
  byId("taken").replaceChildren(...taken.map(repairElement));
  byId("repair-count").textContent = error ? "No request" : verdict;
  byId("bytes").textContent = error ? "" : `${number(byteLength)} bytes`;
  const mended = new Set(repairs.map(({ toolCallId }) => toolCallId).filter(Boolean));
  byId("body").replaceChildren(...(error ? [] : jsonLines(body).map((line) => lineElement(line, mended))));
}

/** Makes the element for a repair of a request or of a reduction. */
export function repairElement({ code, rule, detail }) {
  return el("li.repair", {}, el("code.chip.warn", {}, code), ruleElement(rule), el("p", {}, ...prose(detail)));
}

function failure({ code, message }) {
  return el("li.repair", {}, el("code.chip.bad", {}, code), el("p", {}, ...prose(message)));
}

/** Makes the lines of a JSON value. Wrapped lines keep their indent, so that long texts need no horizontal scrolling. */
function lineElement({ depth, text }, mended) {
  const line = el("span.line");
  line.style.setProperty("--depth", String(depth));
  line.append("  ".repeat(depth));
  for (const piece of jsonPieces(text)) line.append(pieceElement(piece, mended));
  return line;
}

function pieceElement({ kind, text }, mended) {
  if (kind === "plain") return text;
  const isMended = kind === "string" && mended.has(JSON.parse(text));
  return el(isMended ? "mark" : `span.${kind}`, {}, text);
}
