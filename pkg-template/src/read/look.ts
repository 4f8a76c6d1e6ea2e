// Looks for requests, refusals and responses in a value.

import type { Detected } from "../doctor/types.js";
import type { Format } from "../index.js";
import { isArray } from "../input/check.js";
import type { Layer } from "./layer.js";
import type { Place } from "./place.js";
import { refusalIn } from "./refusals.js";
import { TRACES } from "../sessions/programs.js";
import {
  type Fields,
  detected,
  formatOfResponse,
  isBody,
  isBodyWithoutList,
  isMessage,
  isMessageList,
  isRecord,
  isResponse,
  isValidationError,
} from "./shape.js";

/** A request, as found. */
export interface FoundRequest {
  readonly value: unknown;
  /** Null if the value was put together. */
  readonly place: Place | null;
  readonly detected: Detected | null;
  /** The steps to it. */
  readonly where: readonly (string | number)[];
  readonly isGuess: boolean;
  readonly url: string | null;
  readonly headers: readonly string[];
  readonly refusal: string | null;
}

/** The findings in a value. */
export interface Found {
  readonly requests: FoundRequest[];
  readonly refusals: string[];
  readonly answers: { readonly value: Fields; readonly format: string | null }[];
  /** Programs whose data the value is, such as "LangSmith run". */
  readonly names: string[];
}

export const nothing = (): Found => ({ requests: [], refusals: [], answers: [], names: [] });

export function addFound(to: Found, from: Found): void {
  to.requests.push(...from.requests);
  for (const words of from.refusals) if (!to.refusals.includes(words)) to.refusals.push(words);
  to.answers.push(...from.answers);
  for (const name of from.names) if (!to.names.includes(name)) to.names.push(name);
}

/** Reads a text within a text. */
export type ReadText = (layer: Layer, depth: number) => Found;

/** Fields that hold a request, in the order in which they are searched. */
const HOLDERS =
  "request requestBodyValues requestBody request_body body json_data json data payload params postData raw text modelInput model_input kwargs input inputs messages contents history args options config msg message log".split(
    " ",
  );
/** Fields in which a list or a text that looks like a request is the answer, or words of people. */
const OTHERS = "output outputs response responseBody response_body error content headers tools".split(" ");

/** Fields that lead to records of requests. A request behind another field is a guess. */
const LEADING =
  "log entries item items requests run runs observations calls events resources resourceSpans scopeSpans spans attributes extra metadata".split(
    " ",
  );

const DEEPEST = 9;

/** Looks for requests in a value at a place. */
export class Look {
  readonly #readText: ReadText;
  /** Values that may still be looked at. */
  #left = 200_000;

  constructor(readText: ReadText) {
    this.#readText = readText;
  }

  at(value: unknown, place: Place, where: readonly (string | number)[] = [], depth = 0, isKnown = true): Found {
    const found = nothing();
    this.#left -= 1;
    if (depth > DEEPEST || this.#left < 0) return found;
    if (typeof value === "string") return this.#text(value, place, where, depth, isKnown);
    if (!isRecord(value) && !isArray(value)) return found;
    for (const trace of TRACES) {
      const made = trace.read(value);
      if (made === null) continue;
      for (const one of made)
        found.requests.push({
          ...noAddress,
          value: one.value,
          place: null,
          detected: named(one.value, one.format),
          where: one.place === "" ? where : [one.place],
          isGuess: false,
          refusal: null,
        });
      found.names.push(trace.name);
      const words = isRecord(value) ? refusalIn(value) : null;
      if (words !== null) found.refusals.push(words);
      return found;
    }
    if (isMessageList(value)) {
      found.requests.push(requestOf(value, place, where, !isKnown));
      return found;
    }
    const words = isArray(value) || isValidationError(value) ? refusalIn(value) : null;
    if (words !== null) {
      found.refusals.push(words);
      return found;
    }
    if (depth === 0 && isBodyWithoutList(value)) {
      const made = requestOf(value, place, where, true);
      found.requests.push({
        ...made,
        detected: made.detected ?? named(value, /claude/.test((value as Fields).model) ? "anthropic" : "openai-chat"),
      });
      return found;
    }
    return isArray(value) ? this.#list(value, place, where, depth, isKnown) : this.#record(value, place, where, depth, isKnown);
  }

  #list(list: readonly unknown[], place: Place, where: readonly (string | number)[], depth: number, isKnown: boolean): Found {
    const found = nothing();
    for (const [at, item] of list.entries()) {
      if (typeof item === "object" || typeof item === "string")
        addFound(found, this.at(item, place.child(at), [...where, at], depth + 1, isKnown));
    }
    return found;
  }

  #record(value: Fields, place: Place, where: readonly (string | number)[], depth: number, isKnown: boolean): Found {
    const found = nothing();
    if (isBody(value)) {
      found.requests.push(requestOf(value, place, where, !isKnown));
      // A client's error may repeat the request beside the refusal.
      const words = refusalIn({ error: value.error, response: value.response });
      if (words !== null) found.refusals.push(words);
      return found;
    }
    const words = refusalIn(value);
    if (words !== null) found.refusals.push(words);
    if (isResponse(value)) {
      found.answers.push({ value, format: formatOfResponse(value) });
      return found;
    }
    const name = nameOf(value);
    if (name !== null) found.names.push(name);
    const inner = this.#holders(value, place, where, depth, isKnown);
    const address = addressIn(value);
    const isSingle = inner.requests.length === 1;
    addFound(found, {
      ...inner,
      // The words of this value hold those within it.
      refusals: words === null ? inner.refusals : [],
      requests: inner.requests.map((request) => ({
        ...request,
        url: request.url ?? address.url,
        headers: request.headers.length > 0 ? request.headers : address.headers,
        refusal: request.refusal ?? (isSingle ? (words ?? inner.refusals[0] ?? null) : null),
      })),
    });
    return found;
  }

  #holders(value: Fields, place: Place, where: readonly (string | number)[], depth: number, isKnown: boolean): Found {
    const found = nothing();
    const known = HOLDERS.filter((name) => Object.hasOwn(value, name));
    for (const name of known) {
      if (name === "message" && typeof value[name] !== "string") continue;
      const inner = this.at(value[name], place.child(name), [...where, name], depth + 1, isKnown);
      addFound(found, inner);
      if (inner.requests.some(({ isGuess }) => !isGuess)) break;
    }
    if (found.requests.length > 0) {
      const response = value.response ?? value.output;
      if (isRecord(response) && found.answers.length === 0 && isResponse(response))
        found.answers.push({ value: response, format: formatOfResponse(response) });
      return found;
    }
    for (const [name, held] of Object.entries(value)) {
      const isText = typeof held === "string" && /^\s*[[{]/.test(held) && /message|prompt|request|body|input/i.test(name);
      if (known.includes(name) || (!isText && typeof held !== "object") || held === null) continue;
      // `log.entries`, `item`, `requests` and the like lead on; what leads nowhere known is a guess.
      const isLeading = isKnown && (isText || LEADING.includes(name));
      const isOther = OTHERS.includes(name);
      const inner = this.at(held, place.child(name), [...where, name], depth + 1, isLeading);
      addFound(found, isOther ? { ...inner, requests: name === "response" || name === "output" ? [] : inner.requests } : inner);
    }
    return found;
  }

  /** A request in a string: JSON in JSON, or a log line with JSON in it. */
  #text(text: string, place: Place, where: readonly (string | number)[], depth: number, isKnown: boolean): Found {
    if (text.length < 8 || !/[[{]/.test(text)) return nothing();
    if (/^\s*["[{]/.test(text)) {
      try {
        return this.at(JSON.parse(text), place.decoded(), where, depth + 1, isKnown);
      } catch {
        // A text in another form.
      }
    }
    if (!/messages|contents|["']?(?:input|inputs)["']?\s*:/.test(text)) return nothing();
    const layer = place.stringLayer();
    if (layer === null) return nothing();
    const found = this.#readText(layer, depth + 1);
    return { ...found, requests: found.requests.map((request) => ({ ...request, where, isGuess: request.isGuess || !isKnown })) };
  }
}

const noAddress = { url: null, headers: [] as readonly string[] };

/** A request at a place. */
export function requestOf(value: unknown, place: Place, where: readonly (string | number)[], isGuess: boolean): FoundRequest {
  return { ...noAddress, value, place, detected: detected(value), where, isGuess, refusal: null };
}

/** The format of a request that was put together. */
export function named(value: unknown, format: Format): Detected {
  const found = detected(value);
  return {
    format,
    why: found?.format === format ? found.why : ["It was put together in this format."],
    others: found?.others.filter((name) => name !== format) ?? [],
  };
}

/** Reports whether a value is a single message, which is no request, but a part of one. */
export const isSingleMessage = (value: unknown): boolean => isMessage(value) && isMessageList([value]) && !isResponse(value);

/** The program whose data an object is. */
function nameOf(value: Fields): string | null {
  if (isRecord(value.log) && isArray(value.log.entries)) return "HAR file";
  if ("startedDateTime" in value && isRecord(value.request)) return "HAR entry";
  if (typeof value.name === "string" && value.name.startsWith("AI_")) return "AI SDK error";
  if ("requestBodyValues" in value) return "AI SDK error";
  if (typeof value.run_type === "string") return "LangSmith run";
  if (typeof value.type === "string" && /^(?:GENERATION|SPAN|EVENT|TRACE)$/.test(value.type)) return "Langfuse observation";
  if (typeof value.custom_id === "string" && ("body" in value || "params" in value)) return "batch";
  if (isRecord(value.info) && isArray(value.item)) return "Postman collection";
  return null;
}

/** The address and the names of the headers of a record of HTTP. */
function addressIn(value: Fields): { url: string | null; headers: readonly string[] } {
  const { url, uri, headers } = value;
  const given =
    typeof url === "string"
      ? url
      : typeof uri === "string"
        ? uri
        : isRecord(url) && typeof url.raw === "string"
          ? url.raw
          : isArray(value) && typeof value[0] === "string"
            ? value[0]
            : null;
  const names = isArray(headers)
    ? headers.map((header) => (isRecord(header) ? (header.name ?? header.key) : isArray(header) ? header[0] : undefined))
    : isRecord(headers)
      ? Object.keys(headers)
      : [];
  return { url: given === null ? null : withoutSecrets(given), headers: names.filter((name): name is string => typeof name === "string") };
}

/** An address without its user, password and query, in which keys may be. */
export const withoutSecrets = (url: string): string => url.replace(/^(\w+:\/\/)[^/@\s]*@/, "$1").replace(/[?#].*$/s, "");
