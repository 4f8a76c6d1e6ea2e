// Reads what a person pasted.

import { fileOfBody, readCommands } from "./commands.js";
import { withoutGutters } from "./gutters.js";
import { Layer, LayerBuilder } from "./layer.js";
import { type FoundRequest, Look, nothing, withoutSecrets } from "./look.js";
import type { ParseFault } from "./node.js";
import { type Reading, readText, workFor } from "./read-text.js";
import { isError, refusalInProse } from "./refusals.js";
import { Place } from "./place.js";
import { pastedRequest } from "./request.js";
import { answerOf, eventsIn, isTranscript } from "./stream.js";
import { isRecord } from "./shape.js";
import { sentenceOf } from "./taken.js";
import { readYaml } from "./yaml.js";
import type { Pasted, PastedFault } from "./types.js";

/** The outcome of reading a text, whichever way. */
export type PasteReading = Omit<Reading, "from">;

/**
 * Reads what a person pasted: a request as JSON, in code, in a command of a shell, in a log, in a session or a trace; a provider's refusal;
 * both; or a response. Never throws. Takes time in proportion to the text.
 *
 * @example
 * const { requests, refusal } = readPaste(text);
 * for (const { value, detected } of requests) if (detected?.format === "anthropic") console.log(validate(detected.format, value));
 */
export function readPaste(text: string): Pasted {
  const empty: Pasted = {
    kind: "empty",
    taken: "There is nothing to read.",
    form: "nothing",
    isGuess: false,
    requests: [],
    refusal: null,
    answer: null,
    fault: null,
  };
  if (text.trim() === "") return empty;
  try {
    return pastedOf(text);
  } catch {
    // Values may be nested deeper than the stack.
    return { ...empty, kind: "unknown", taken: "This text cannot be read: its values are nested too deep.", form: "text" };
  }
}

function pastedOf(text: string): Pasted {
  const layer = withoutGutters(layerOf(text));
  if (isTranscript(layer.text)) {
    const answer = answerOf(eventsIn(layer.text));
    if (answer !== null) {
      const pasted = { kind: "stream" as const, form: "SSE stream", isGuess: false, requests: [], refusal: null, answer, fault: null };
      return { ...pasted, taken: sentenceOf({ ...pasted, names: [] }) };
    }
  }
  const pasted = resultOf(text, layer, readWhole(layer));
  const remark = pasted.requests.length > 0 ? null : fileOfBody(layer);
  if (remark === null) return pasted;
  return { ...pasted, kind: "unknown", form: "curl (bash)", isGuess: false, refusal: null, answer: null, fault: null, taken: remark };
}

function readWhole(layer: Layer): PasteReading {
  const commands = readCommands(layer, workFor(layer.text));
  if (commands !== null) return { ...commands, isGuess: false };
  const reading = yamlIn(layer) ?? readText(layer, workFor(layer.text));
  // Code, raw HTTP and logs name the address beside the body.
  const { requests } = reading.found;
  if (requests.length === 0 || requests.every(({ url }) => url !== null) || reading.prose.length === 0) return reading;
  const head = layer.text.slice(0, 4_000);
  const raw = /^(?:\s|#.*\n)*(?:POST|PUT|GET) (\S+)(?: HTTP\/[\d.]+)?\r?\n((?:[\w-]+:[^\n]*\n)*)/.exec(head);
  const host = /^host:[ \t]*(\S+)/im.exec(raw?.[2] ?? "")?.[1];
  const inCode =
    /\b(?:fetch|post|request|axios|url|URL|Uri)\b[^\n]{0,40}?["'`](https?:\/\/[^\s"'`]+)/.exec(head)?.[1] ??
    /\b(?:to|POST|PUT|url|URL)[ :=]+["']?(https?:\/\/[^\s"'`,]+)/.exec(head)?.[1];
  const byCurl = /\bcurl\b[^]*?(https?:\/\/[^\s"'`\\]+)/.exec(head)?.[1];
  const url =
    raw === null
      ? (byCurl ?? inCode)
      : /^https?:/.test(raw[1] as string)
        ? raw[1]
        : host === undefined
          ? raw[1]
          : `https://${host}${raw[1]}`;
  const headers = [...(raw?.[2] ?? "").matchAll(/^([\w-]+):/gm)].map(([, name]) => name as string);
  const isRaw = raw !== null && raw[2] !== "";
  return {
    ...reading,
    form: isRaw ? "raw HTTP request" : reading.form,
    prose: isRaw ? [] : reading.prose,
    found: {
      ...reading.found,
      requests: requests.map((request) => ({
        ...request,
        url: request.url ?? (url === undefined ? null : withoutSecrets(url)),
        headers: request.headers.length > 0 ? request.headers : headers,
      })),
    },
  };
}

/** A request in YAML, which is not written back; null if the text is none. */
function yamlIn({ text }: Layer): PasteReading | null {
  if (!/^(?: {0,8}|- )["']?(?:messages|contents|input|inputs)["']?:\s*(?:#.*)?$/m.test(text) || text.length > MOST_YAML) return null;
  const fenced = /^```ya?ml\s*\n([^]*?)^```/m.exec(text)?.[1];
  const value = readYaml(fenced ?? text);
  if (value === undefined) return null;
  const found = new Look(nothing).at(value, Place.printed(value));
  if (found.requests.length === 0) return null;
  const requests = found.requests.map((request) => ({ ...request, place: null }));
  return {
    found: { ...found, requests },
    form: "YAML",
    fault: null,
    prose: fenced === undefined ? [] : [text.replace(fenced, "")],
    isGuess: false,
  };
}

/** Characters of YAML that are read. */
const MOST_YAML = 2_000_000;

const ENTITIES: Readonly<Record<string, string>> = {
  quot: '"',
  "#34": '"',
  "#x22": '"',
  apos: "'",
  "#39": "'",
  "#x27": "'",
  amp: "&",
  lt: "<",
  gt: ">",
  nbsp: " ",
};

/** A text that was copied out of the source of a page. */
function withoutEntities(layer: Layer): Layer {
  const builder = new LayerBuilder(layer);
  builder.spell((insert) => insert.replace(/[&<>"]/g, (letter) => `&${{ "&": "amp", "<": "lt", ">": "gt", '"': "quot" }[letter]};`));
  let from = 0;
  for (const { 0: whole, 1: name, index } of layer.text.matchAll(/&(quot|#34|#x22|apos|#39|#x27|amp|lt|gt|nbsp);/g)) {
    builder.raw(from, index);
    builder.escaped(index, ENTITIES[name as string] as string);
    from = index + whole.length;
  }
  // Half an entity at the end of the text is no character.
  const end = layer.text.length - (/&[#\w]{0,5}$/.exec(layer.text.slice(-6))?.[0].length ?? 0);
  builder.raw(from, end);
  return builder.end(end);
}

/** The text; without the zeros of UTF-16 that was read as bytes. */
function layerOf(text: string): Layer {
  const layer = new Layer(text);
  if (/[{[,]\s*&(?:quot|#34|#x22);\w/.test(text)) return withoutEntities(layer);
  const zeros = text.slice(0, 400).split("\0").length - 1;
  if (zeros < Math.min(400, text.length) / 3) return layer;
  const builder = new LayerBuilder(layer);
  builder.spell((insert) => [...insert].map((letter) => `${letter}\0`).join(""));
  let from = 0;
  for (let zero = text.indexOf("\0"); zero >= 0; zero = text.indexOf("\0", from)) {
    if (zero > from) builder.escaped(from, text.slice(from, zero).replace(/^\ufffd+/, ""));
    from = zero + 1;
  }
  builder.raw(from, text.length);
  return builder.end(text.length);
}

function resultOf(text: string, layer: Layer, { found, form, fault: parsed, prose, value, isGuess }: PasteReading): Pasted {
  const chosen = chosenOf(found.requests);
  const isMany = chosen.length > 1;
  const requests = chosen.map((request) =>
    pastedRequest(request, isMany || request.place === null ? placeOf(request.where) : "", text.length),
  );
  const said = prose.length === 0 ? null : refusalInProse(prose);
  const words = [...found.refusals, ...(said === null ? [] : [said])];
  const fault = parsed === null ? null : faultAt(text, layer.at(parsed.offset), parsed);
  const answer = requests.length === 0 ? (found.answers[0] ?? null) : null;
  const guess = isGuess || chosen.some((request) => request.isGuess);
  const kind = kindOf({ requests, answer, words, fault, text, value });
  const refusal = kind === "refusal" ? text.trim() : words.length > 0 ? words.join("\n") : null;
  const isText = (kind === "unknown" || kind === "refusal") && value === undefined;
  const pasted = {
    kind,
    form: kind === "refusal" ? (/^\s*[[{]/.test(text) ? `${form} error` : "error text") : kind === "unknown" && isText ? "text" : form,
    isGuess: guess || (kind === "refusal" && isText && !isError(text)),
    requests,
    refusal,
    answer: kind === "response" ? answer : null,
    fault: kind === "refusal" ? null : fault,
  };
  const cut = fault?.isTruncated === true && kind === "refusal" ? fault : pasted.fault;
  return { ...pasted, taken: sentenceOf({ ...pasted, fault: cut, names: found.names, value }) };
}

/** The requests that are sure, where there are some. */
function chosenOf(requests: readonly FoundRequest[]): readonly FoundRequest[] {
  const sure = requests.filter(({ isGuess }) => !isGuess);
  return sure.length > 0 ? sure : requests;
}

interface Kinds {
  readonly requests: readonly unknown[];
  readonly answer: unknown;
  readonly words: readonly string[];
  readonly fault: PastedFault | null;
  readonly text: string;
  readonly value: unknown;
}

function kindOf({ requests, answer, words, fault, text, value }: Kinds): Pasted["kind"] {
  if (requests.length > 0) return "request";
  if (answer !== null) return "response";
  if (words.length > 0 && (fault === null || !/^\s*[[{]/.test(text))) return "refusal";
  if (fault !== null && value === undefined) return "broken";
  if (value !== undefined && (isRecord(value) || typeof value !== "string")) return "unknown";
  return isError(text) || isOfRequests(text) ? "refusal" : "unknown";
}

/** Reports whether a text without the words of errors may be one: it names fields, or is a sentence about models and their requests. */
const isOfRequests = (text: string): boolean =>
  /`\w+`|\b\w+_\w+\b|\[\d+\]|\w\.\d+\.\w/.test(text) ||
  (text.length < 400 &&
    !/\?\s*$|^\s*\w+:\s/.test(text) &&
    /\b(?:models?|tools?|tokens?|messages?|requests?|images?|roles?|parameters?|api|endpoint|agents?)\b/i.test(text));

/** The place for people: up to the last item of a list, as `log.entries[2]`. */
function placeOf(where: readonly (string | number)[]): string {
  const last = where.map((step) => typeof step === "number").lastIndexOf(true);
  return (last < 0 ? where : where.slice(0, last + 1))
    .map((step, at) => (typeof step === "number" ? `[${step}]` : at > 0 ? `.${step}` : step))
    .join("");
}

function faultAt(text: string, offset: number, { what, isTruncated }: ParseFault): PastedFault {
  const at = Math.max(0, Math.min(offset, text.length));
  const before = text.slice(0, at);
  const lineStart = before.lastIndexOf("\n") + 1;
  let line = 1;
  for (let found = before.indexOf("\n"); found >= 0; found = before.indexOf("\n", found + 1)) line += 1;
  return { offset: at, line, column: at - lineStart + 1, what, isTruncated };
}
