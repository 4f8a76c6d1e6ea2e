import { joined as joinedBytes } from "./bytes.js";
import { ENDPOINTS, endpointAt, isAt, placeOf } from "./endpoint.js";
import { isObject } from "./json-type.js";
import {
  anthropicOptions,
  bedrockOptions,
  geminiOptions,
  mistralOptions,
  openAIOptions,
  openAIResponsesOptions,
  withDefaults,
} from "./options.js";
import { createPromptCache } from "./prompt-cache.js";
import { readScript } from "./script.js";
import { framed } from "./stream.js";
import { countRequest } from "./tokens.js";

/**
 * A request as the provider reads it, however it arrived.
 *
 * @typedef {object} Exchange
 * @property {string} method
 * @property {string} host empty for a server
 * @property {string} path
 * @property {URLSearchParams} query
 * @property {(name: string) => string | null} header
 * @property {AsyncIterable<Uint8Array>} chunks of the body
 *
 * @typedef {object} Answer
 * @property {number} status
 * @property {Record<string, string>} headers
 * @property {string | AsyncGenerator<string | Uint8Array, void> | null} content a generator for a stream
 *
 * @typedef {object} Provider
 * @property {import('./types.js').StrictLogEntry[]} log
 * @property {(id: string) => void} forget
 * @property {(exchange: Exchange) => Promise<Answer>} answer
 */

const SETTINGS = {
  contextWindow: Infinity,
  script: undefined,
  "openai-chat": {},
  "openai-responses": {},
  anthropic: {},
  gemini: {},
  bedrock: {},
  mistral: {},
  bodyLimit: 32 * 1024 * 1024,
  eventDelay: 0,
  allowOrigin: undefined,
};

/**
 * The provider behind the server and behind the `fetch`.
 *
 * @param {import('./types.js').StrictServerOptions} [settings]
 * @returns {Provider}
 */
export function createProvider(settings) {
  const { contextWindow, script, bodyLimit, eventDelay, allowOrigin, ...given } = withDefaults(SETTINGS, settings);
  const rules = (target, options) => options({ contextWindow, ...given[target] });
  const provider = {
    bodyLimit,
    eventDelay,
    allowOrigin,
    log: [],
    reply: readScript(script),
    newId: idsInOrder(),
    options: {
      "openai-chat": rules("openai-chat", openAIOptions),
      "openai-responses": rules("openai-responses", openAIResponsesOptions),
      anthropic: rules("anthropic", anthropicOptions),
      gemini: rules("gemini", geminiOptions),
      bedrock: rules("bedrock", bedrockOptions),
      mistral: rules("mistral", mistralOptions),
    },
    kept: Object.fromEntries(ENDPOINTS.flatMap(({ target, keep }) => (keep === undefined ? [] : [[target, keep()]]))),
    caches: Object.fromEntries(ENDPOINTS.map(({ target }) => [target, createPromptCache()])),
  };
  return {
    log: provider.log,
    forget: (id) => Object.values(provider.kept).forEach((kept) => kept.forget(id)),
    answer: (exchange) => answer(provider, exchange),
  };
}

/** Ids are counted, not random, so that runs are equal byte for byte. */
function idsInOrder() {
  let count = 0;
  return (prefix) => `${prefix}${String(++count).padStart(24, "0")}`;
}

/** @returns {Promise<Answer>} */
async function answer(provider, exchange) {
  const { method, host, path, query, header, chunks } = exchange;
  const place = placeOf(host, path);
  const endpoint = endpointAt(place, header);
  const shared = sharedHeaders(provider, header);
  if (provider.allowOrigin !== undefined && method === "OPTIONS") return { status: 204, headers: shared, content: null };
  const requestId = provider.newId("req_");
  const { bytes, length } = await readBody(chunks, provider.bodyLimit);
  const {
    refusal,
    body = null,
    joined = body,
    completion,
    cut,
    error: asked,
  } = await outcome(provider, endpoint, { method, path, place, bytes, length });
  provider.log.push({
    target: endpoint.target,
    method,
    path,
    status: refusal?.status ?? 200,
    rule: refusal?.rule ?? null,
    message: refusal?.message ?? null,
    tokens: isObject(joined) ? countRequest(joined) : 0,
    requestBytes: length,
    body,
    joined,
  });
  const headers = { ...shared, "content-type": "application/json", [endpoint.requestIdHeader]: requestId };
  if (refusal) {
    headers["x-rule"] = refusal.rule;
    // A refusal is final: clients would otherwise retry after a 500, and get the script's next reply. An error of the script is to be retried.
    if (asked === undefined) headers["x-should-retry"] = "false";
    else if (asked.retryAfter !== undefined) headers["retry-after"] = String(asked.retryAfter);
    if (endpoint.errorTypeHeader) headers[endpoint.errorTypeHeader] = refusal.type;
    return { status: refusal.status, headers, content: JSON.stringify(endpoint.errorBody(refusal, requestId)) };
  }
  if (!endpoint.stream?.isAsked(body, place)) return { status: 200, headers, content: JSON.stringify(completion) };
  const { events, framing: framingOf, error } = endpoint.stream;
  const framing = framingOf(query);
  return {
    status: 200,
    headers: { ...headers, "content-type": framing.type, "cache-control": "no-cache" },
    content: framed({ events: events(completion, body), framing, error, cut, delay: provider.eventDelay }),
  };
}

function sharedHeaders({ allowOrigin }, header) {
  if (allowOrigin === undefined) return {};
  return {
    "access-control-allow-origin": allowOrigin,
    "access-control-allow-headers": header("access-control-request-headers") ?? "*",
  };
}

/**
 * Reads a request's body to its end. Of a body that is too long, only the length is kept. The client can still send all of it, so that it
 * is ready to read the answer.
 *
 * @param {AsyncIterable<Uint8Array>} chunks
 * @param {number} limit bytes
 * @returns {Promise<{ bytes: Uint8Array | null, length: number }>} null when it is over the limit
 */
async function readBody(chunks, limit) {
  const kept = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length <= limit) kept.push(chunk);
    else kept.length = 0;
  }
  return { bytes: length > limit ? null : joinedBytes(kept), length };
}

async function outcome(provider, endpoint, { method, path, place, bytes, length }) {
  const { target, faults } = endpoint;
  if (!isAt(endpoint, place)) return { refusal: faults.notFound(method, path) };
  if (method !== "POST") return { refusal: faults.wrongMethod(method, path) };
  if (bytes === null) return { refusal: faults.tooLarge(length, provider.bodyLimit) };
  let body;
  try {
    body = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    return { refusal: faults.notJson(error) };
  }
  // Endpoints refuse the field where it does not exist: where a path of its own asks for a stream.
  if (body?.stream === true && faults.streaming !== undefined) return { refusal: faults.streaming(), body };
  try {
    const kept = provider.kept[target];
    const { joined = body, refusal: unknown } = kept && isObject(body) ? kept.join(body) : {};
    if (unknown !== undefined) return { refusal: unknown, body };
    const refusal = endpoint.judge(joined, provider.options[target]);
    if (refusal !== null) return { refusal, body, joined };
    const reply = await provider.reply({ target, body, tokens: countRequest(joined) });
    if (reply.error !== null) return { refusal: scripted(endpoint, reply.error), body, joined, error: reply.error };
    const completion = endpoint.write(joined, reply, provider.caches[target](joined), provider.newId, place);
    // A response that does not arrive in full is not kept.
    if (reply.cut === null) kept?.keep(body, joined, completion);
    return { body, joined, cut: reply.cut, completion };
  } catch (error) {
    return { refusal: faults.failed(error), body };
  }
}

/** Returns the error that the script asks for, in the provider's form. */
function scripted({ failures }, { status, message }) {
  const kind = failures[status] ?? failures[status < 500 ? 400 : 500];
  return { rule: "http", code: null, param: null, ...kind, status, message: message ?? kind.message };
}
