// The messages of a body as a strip: who speaks, what is said in a few words, which calls are made, and which are answered.

import { isRecord, listOf } from "./values.mjs";

/** Characters of a message that are shown. */
const SHOWN = 60;

/**
 * A message or an item of a body.
 *
 * @typedef {object} Turn
 * @property {string} path such as `messages[3]`
 * @property {"u" | "a" | "t" | "s"} kind the user's, the assistant's, a tool's, or the system's
 * @property {string} role as the body names it
 * @property {string} text the first words, quoted, or what the message does
 * @property {number | null} answeredAt the place of the result of its last call; null without calls
 * @property {boolean} isOpen true if a call of it has no result
 */

/** @returns {Turn[]} */
export function turnsOf(value) {
  const { name, items } = listOf(value);
  const read = items.map(turnOf);
  const results = new Map();
  for (const [place, { answers }] of read.entries()) for (const { id } of answers) if (!results.has(id)) results.set(id, place);
  const names = new Map(read.flatMap(({ calls }) => calls.map(({ id, name }) => [id, name])));
  return read.map(({ kind, role, parts, calls, answers }, place) => {
    const places = calls.map(({ id }) => results.get(id));
    return {
      path: name === "" ? `[${place}]` : `${name}[${place}]`,
      kind,
      role,
      text: textOf(parts, calls, answers, names),
      answeredAt: places.filter((at) => at !== undefined).at(-1) ?? null,
      isOpen: places.includes(undefined),
    };
  });
}

function turnOf(item) {
  if (!isRecord(item)) return { kind: "u", role: "?", parts: [], calls: [], answers: [] };
  const type = String(item.type ?? "");
  const role = String(item.role ?? (type || "message"));
  const parts = partsOf(item);
  const calls = parts.flatMap(callsOf);
  const answers = parts.flatMap(answersOf);
  const kind = kindOf(role, type, answers.length > 0);
  return { kind, role, parts, calls, answers };
}

function kindOf(role, type, isResult) {
  if (isResult || role === "tool" || /_output$/.test(type)) return "t";
  if (role === "assistant" || role === "model" || role === "ai" || /call$|^reasoning$/.test(type)) return "a";
  return role === "system" || role === "developer" ? "s" : "u";
}

/** The parts of a message, itself among them: an item may be its only part. */
function partsOf(item) {
  const lists = [item.content, item.parts, item.tool_calls, item.toolCalls].filter(Array.isArray).flat();
  return [item, ...lists].filter((part) => isRecord(part) || typeof part === "string");
}

const CALLS = ["tool_use", "function_call", "custom_tool_call", "tool-call", "server_tool_use", "tool_call"];
const RESULTS = ["tool_result", "function_call_output", "custom_tool_call_output", "tool-result", "tool_call_response"];

function callsOf(part) {
  if (typeof part === "string") return [];
  const { type, function: called, functionCall, toolUse } = part;
  if (CALLS.includes(type))
    return [{ id: String(part.call_id ?? part.toolCallId ?? part.id ?? part.name), name: part.name ?? part.toolName }];
  if (
    isRecord(called) &&
    typeof called.name === "string" &&
    part.input_schema === undefined &&
    (part.id !== undefined || called.arguments !== undefined)
  )
    return [{ id: String(part.id ?? called.name), name: called.name }];
  if (isRecord(functionCall)) return [{ id: String(functionCall.id ?? functionCall.name), name: functionCall.name }];
  return isRecord(toolUse) ? [{ id: String(toolUse.toolUseId), name: toolUse.name }] : [];
}

function answersOf(part) {
  if (typeof part === "string") return [];
  const { type, role, functionResponse, toolResult } = part;
  const id = part.tool_use_id ?? part.tool_call_id ?? part.toolCallId ?? part.call_id ?? part.id;
  if (RESULTS.includes(type) || (role === "tool" && !Array.isArray(part.content))) return [{ id: String(id), name: part.name }];
  if (role === "tool" && part.tool_call_id !== undefined) return [{ id: String(id), name: part.name }];
  if (isRecord(functionResponse)) return [{ id: String(functionResponse.id ?? functionResponse.name), name: functionResponse.name }];
  return isRecord(toolResult) ? [{ id: String(toolResult.toolUseId) }] : [];
}

function textOf(parts, calls, answers, known) {
  const names = [...new Set(calls.map(({ name }) => name))].filter(Boolean);
  const [answer] = answers;
  if (answers.length > 1) return `${answers.length} results`;
  const called = answer === undefined ? undefined : (answer.name ?? known.get(answer.id));
  if (answer !== undefined) return called === undefined ? "result" : `result of ${called}`;
  const says = parts.map(wordsOf).find((words) => words !== "") ?? "";
  if (names.length > 0) return `calls ${names.join(", ").slice(0, SHOWN)}`;
  return says === "" ? "" : `“${says.slice(0, SHOWN)}${says.length > SHOWN ? "…" : ""}”`;
}

function wordsOf(part) {
  if (typeof part === "string") return part.trim();
  if (part.type === "thinking" || part.type === "reasoning") return "";
  const text = typeof part.text === "string" ? part.text : typeof part.content === "string" ? part.content : "";
  return text.trim().replaceAll(/\s+/g, " ");
}
