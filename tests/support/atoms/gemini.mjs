// Lists the pieces of a Gemini generateContent request; see atoms.mjs.

import { callValue } from "./call-value.mjs";

/** The fields of a part beside its content. */
const PART = ["text", "thought", "functionCall", "functionResponse", "inlineData", "fileData"];

/** @returns {import("./atoms.mjs").Atom[]} */
export function geminiAtoms({ systemInstruction, system_instruction: instruction, contents }) {
  const prompt = read(systemInstruction ?? instruction, { message: -1, role: "system" });
  const calls = new Calls(namedByResults(contents));
  return [...prompt, ...listOf(contents).flatMap((content, message) => read(content, { message, role: roleOf(content) }, calls))];
}

function read(content, at, calls) {
  if (at.role !== "assistant") calls?.rest();
  return listOf(content?.parts).flatMap((part) => partAtoms(spelled(part), at, calls));
}

function roleOf({ role }) {
  return { model: "assistant", assistant: "assistant", system: "system" }[role] ?? "user";
}

function listOf(value) {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function partAtoms(part, at, calls) {
  const { text, thought, functionCall, functionResponse } = part;
  if (functionCall) {
    const { id, name, args, ...rest } = spelled(functionCall);
    const said = { ...at, kind: "call", id: calls?.named(id, name) ?? id ?? "", value: callValue(name, args) };
    return [said, ...fields(part, at), ...fields(rest, at)];
  }
  if (functionResponse) return resultAtoms(spelled(functionResponse), at, calls);
  if (text !== undefined) return [{ ...at, kind: thought ? "reasoning" : "text", value: text }, ...fields(part, at)];
  return mediaAtoms(part, at);
}

function mediaAtoms(part, at) {
  const { inlineData, fileData } = part;
  const medium = inlineData ?? fileData;
  if (!medium) return Object.keys(part).length === 0 ? [] : [{ ...at, kind: "other", value: JSON.stringify(part) }];
  const { data, fileUri } = spelled(medium);
  return [{ ...at, kind: "media", value: plain(data) ?? fileUri }, ...fields(part, at)];
}

/** Converts base64url, which Google's clients write, to the common base64 alphabet. */
function plain(data) {
  return typeof data === "string" ? data.replaceAll("-", "+").replaceAll("_", "/") : data;
}

function resultAtoms({ id, name, response, parts }, at, calls) {
  const within = { ...at, role: "tool", id: calls?.answered(id, name) ?? id ?? "" };
  const media = listOf(parts).flatMap((part) => mediaAtoms(spelled(part), within));
  return [{ ...within, kind: "result", value: "" }, ...responseTexts(response).map((value) => ({ ...within, kind: "text", value })), ...media];
}

/** Returns the text of a result: `output` and `error` hold a text; any other object is its JSON text. Other values are wrapped in an object. */
function responseTexts(response) {
  if (response === undefined || response === null) return [];
  if (typeof response === "string") return [response];
  const isObject = typeof response === "object" && !Array.isArray(response);
  const whole = isObject ? response : { output: response };
  const [[name, value] = [], ...others] = Object.entries(whole);
  const isText = others.length === 0 && ["output", "error"].includes(name) && typeof value === "string";
  return [isText ? value : JSON.stringify(whole)];
}

/** Returns the ids by which results name their calls. */
function namedByResults(contents) {
  const parts = listOf(contents).flatMap((content) => listOf(content?.parts));
  return new Set(parts.map((part) => spelled(spelled(part).functionResponse).id).filter(Boolean));
}

/**
 * Pairs calls and results as the provider does: by their ids, else by name and order. Without an id, they have "". Results answer the last
 * turn with calls, whatever the model said since.
 */
class Calls {
  #open = [];
  #isSaid = false;
  /** Skips calls that results with an id answer. */
  #spared;

  constructor(spared) {
    this.#spared = spared;
  }

  rest() {
    this.#isSaid = false;
  }

  named(id, name) {
    if (!this.#isSaid) this.#open = [];
    this.#isSaid = true;
    this.#open.push({ id: id || "", name });
    return id || "";
  }

  answered(id, name) {
    const take = (isIt) => {
      const place = this.#open.findIndex(isIt);
      return place === -1 ? undefined : this.#open.splice(place, 1)[0].id;
    };
    if (id) return take((call) => call.id === id) ?? take((call) => call.id === "" && call.name === name) ?? id;
    const isFree = (call) => !this.#spared.has(call.id);
    return take((call) => call.name === name && isFree(call)) ?? take((call) => call.name === name) ?? take(isFree) ?? take(() => true) ?? "";
  }
}

/** Returns the fields in camelCase, without null. */
function spelled(value) {
  if (typeof value !== "object" || value === null) return {};
  const camel = (name) => name.replace(/(?<=.)_([a-z])/g, (_, letter) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null).map(([name, field]) => [camel(name), field]));
}

function fields(value, at) {
  const names = Object.keys(value).filter((name) => !PART.includes(name));
  return names.map((name) => ({ ...at, kind: "field", name, value: JSON.stringify(value[name]) }));
}
