import { createServer } from 'node:http';
import { anthropicEndpoint } from './anthropic/endpoint.mjs';
import { geminiEndpoint } from './gemini/endpoint.mjs';
import { mistralEndpoint } from './mistral/endpoint.mjs';
import { bedrockEndpoint } from './bedrock/endpoint.mjs';
import { openAIEndpoint } from './openai-chat/endpoint.mjs';
import { openAIResponsesEndpoint } from './openai-responses/endpoint.mjs';
import { anthropicOptions, bedrockOptions, geminiOptions, mistralOptions, openAIOptions, openAIResponsesOptions, withDefaults } from './options.mjs';
import { isObject } from './json-type.mjs';
import { createPromptCache } from './prompt-cache.mjs';
import { readBody } from './read-body.mjs';
import { readScript } from './script.mjs';
import { sendStream } from './stream.mjs';
import { countRequest } from './tokens.mjs';

/**
 * The part of the server for one provider.
 *
 * @typedef {object} Endpoint
 * @property {"openai-chat" | "anthropic" | "openai-responses" | "gemini" | "bedrock" | "mistral"} api
 * @property {string | RegExp} path
 * @property {string} requestIdHeader the answer's header with the request's id
 * @property {string} [errorTypeHeader] the answer's header with the error's type
 * @property {(body: unknown, options: object) => import('./refusal.mjs').Refusal | null} judge
 * @property {Function} write an accepted request's answer
 * @property {import('./stream.mjs').Streaming} [stream] the same in events; without it, streams are refused
 * @property {(refusal: import('./refusal.mjs').Refusal, requestId: string) => object} errorBody
 * @property {Record<string, (...about: any[]) => import('./refusal.mjs').Refusal>} faults of HTTP, not of a rule
 * @property {() => Kept} [keep] makes the store of conversations that the provider keeps
 */

/**
 * The conversations that a provider keeps.
 *
 * @typedef {object} Kept
 * @property {(body: any) => { joined?: any, refusal?: import('./refusal.mjs').Refusal }} join the request with what it continues
 * @property {(body: any, joined: any, completion: any) => void} keep takes note of an answer
 * @property {(id: string) => void} forget removes the response of this id, as a provider does after some time
 */

/**
 * One answered request.
 *
 * @typedef {object} LogRecord
 * @property {string} method
 * @property {string} path
 * @property {number} status
 * @property {string | null} rule the broken rule, see `Refusal.rule`; `http` for faults of HTTP
 * @property {string | null} message the error text, null when accepted
 * @property {number} tokens the provider's own count; 0 when the body could not be read
 * @property {number} requestBytes
 * @property {any} body the parsed request, null when it could not be read
 * @property {any} joined the request with what it continues, as the model reads it
 */

/**
 * @typedef {object} StrictProvider
 * @property {string} url without a slash at the end; the OpenAI client wants `${url}/v1`
 * @property {LogRecord[]} log grows by one record a request, in the order of the answers
 * @property {(id: string) => void} forget forgets a response that was kept
 * @property {() => Promise<void>} close ends all connections; may be called several times
 */

const ENDPOINTS = [openAIEndpoint, anthropicEndpoint, openAIResponsesEndpoint, geminiEndpoint, bedrockEndpoint, mistralEndpoint];

const SETTINGS = {
  contextWindow: Infinity,
  script: undefined,
  openai: {},
  anthropic: {},
  responses: {},
  gemini: {},
  mistral: {},
  bedrock: {},
  /** The maximum size of a body in bytes. */
  bodyLimit: 32 * 1024 * 1024,
  /** Milliseconds between two events of a stream. */
  eventDelay: 0,
  /** The pages that may ask, as `access-control-allow-origin` says it. */
  allowOrigin: undefined,
};

/**
 * Starts the provider on a free port of 127.0.0.1.
 *
 * @param {object} [settings]
 * @param {number} [settings.contextWindow] tokens, for all endpoints
 * @param {import('./script.mjs').Script} [settings.script] the replies to accepted requests
 * @param {Partial<import('./options.mjs').OpenAIOptions>} [settings.openai]
 * @param {Partial<import('./options.mjs').AnthropicOptions>} [settings.anthropic]
 * @param {Partial<import('./options.mjs').OpenAIResponsesOptions>} [settings.responses]
 * @param {Partial<import('./options.mjs').GeminiOptions>} [settings.gemini]
 * @param {Partial<import('./options.mjs').MistralOptions>} [settings.mistral]
 * @param {Partial<import('./options.mjs').BedrockOptions>} [settings.bedrock]
 * @param {number} [settings.bodyLimit] bytes
 * @param {number} [settings.eventDelay] milliseconds between two events of a stream
 * @param {string} [settings.allowOrigin] for pages of another origin
 * @returns {Promise<StrictProvider>}
 */
export async function startStrictProvider(settings) {
  const { contextWindow, script, openai, anthropic, responses, gemini, mistral, bedrock, bodyLimit, eventDelay, allowOrigin } = withDefaults(SETTINGS, settings);
  const provider = {
    bodyLimit,
    eventDelay,
    allowOrigin,
    log: [],
    reply: readScript(script),
    newId: idsInOrder(),
    options: {
      'openai-chat': openAIOptions({ contextWindow, ...openai }),
      anthropic: anthropicOptions({ contextWindow, ...anthropic }),
      'openai-responses': openAIResponsesOptions({ contextWindow, ...responses }),
      gemini: geminiOptions({ contextWindow, ...gemini }),
      mistral: mistralOptions({ contextWindow, ...mistral }),
      bedrock: bedrockOptions({ contextWindow, ...bedrock }),
    },
    kept: Object.fromEntries(ENDPOINTS.filter(({ keep }) => keep !== undefined).map(({ api, keep }) => [api, keep()])),
    caches: { 'openai-chat': createPromptCache(), anthropic: createPromptCache(), 'openai-responses': createPromptCache(), gemini: createPromptCache(), mistral: createPromptCache(), bedrock: createPromptCache() },
  };
  const server = createServer((request, response) => {
    // Errors of the connection mean that the client went away, so there is nobody to answer. Faults of this server are answered below.
    handle(provider, request, response).catch(() => response.destroy());
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    log: provider.log,
    forget: (id) => Object.values(provider.kept).forEach((kept) => kept.forget(id)),
    close: () => close(server),
  };
}

/** Ids are counted, not random, so that runs are equal byte for byte. */
function idsInOrder() {
  let count = 0;
  return (prefix) => `${prefix}${String(++count).padStart(24, '0')}`;
}

function close(server) {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function handle(provider, request, response) {
  const path = request.url.split('?')[0];
  const endpoint = ENDPOINTS.find((known) => isAt(known, path)) ?? addressed(request);
  if (provider.allowOrigin !== undefined) {
    response.setHeader('access-control-allow-origin', provider.allowOrigin);
    response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*');
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
  }
  const requestId = provider.newId('req_');
  const { bytes, length } = await readBody(request, provider.bodyLimit);
  const outcome = await answer(provider, endpoint, { method: request.method, path, bytes, length });
  const { refusal, body = null, joined = body, completion, cut } = outcome;
  provider.log.push({
    method: request.method,
    path,
    status: refusal?.status ?? 200,
    rule: refusal?.rule ?? null,
    message: refusal?.message ?? null,
    tokens: body === null ? 0 : countRequest(joined),
    requestBytes: length,
    body,
    joined,
  });
  const headers = { 'content-type': 'application/json', [endpoint.requestIdHeader]: requestId };
  // A refusal is final: clients would otherwise retry after a 500, and get the script's next reply.
  if (refusal) Object.assign(headers, { 'x-rule': refusal.rule, 'x-should-retry': 'false' });
  if (refusal && endpoint.errorTypeHeader) headers[endpoint.errorTypeHeader] = refusal.type;
  if (!refusal && endpoint.stream?.isAsked(body, path)) {
    const { events, framing, error } = endpoint.stream;
    const framed = framing(new URL(request.url, 'http://localhost').searchParams);
    response.writeHead(200, { ...headers, 'content-type': framed.type, 'cache-control': 'no-cache' });
    return sendStream(response, { events: events(completion, body), framing: framed, error, cut, delay: provider.eventDelay });
  }
  response.writeHead(refusal?.status ?? 200, headers);
  response.end(JSON.stringify(refusal ? endpoint.errorBody(refusal, requestId) : completion));
}

/** A path may contain the model's name. */
function isAt({ path: known }, path) {
  return typeof known === 'string' ? known === path : known.test(path);
}

/**
 * Returns the provider whose form of error a wrong path gets. Anthropic's clients send a version header, Google's a key header, Mistral's
 * paths have a prefix, and Bedrock's paths name the model.
 */
function addressed(request) {
  if ('x-goog-api-key' in request.headers) return geminiEndpoint;
  if (request.url.startsWith('/mistral/')) return mistralEndpoint;
  if (request.url.startsWith('/model/')) return bedrockEndpoint;
  return 'anthropic-version' in request.headers ? anthropicEndpoint : openAIEndpoint;
}

async function answer(provider, endpoint, { method, path, bytes, length }) {
  const { api, faults } = endpoint;
  if (!isAt(endpoint, path)) return { refusal: faults.notFound(method, path) };
  if (method !== 'POST') return { refusal: faults.wrongMethod(method, path) };
  if (bytes === null) return { refusal: faults.tooLarge(length, provider.bodyLimit) };
  let body;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    return { refusal: faults.notJson(error) };
  }
  // Endpoints refuse the field where it does not exist: where a path of its own asks for a stream.
  if (body?.stream === true && faults.streaming !== undefined) return { refusal: faults.streaming(), body };
  try {
    const kept = provider.kept[api];
    const { joined = body, refusal: unknown } = kept && isObject(body) ? kept.join(body) : {};
    if (unknown !== undefined) return { refusal: unknown, body };
    const refusal = endpoint.judge(joined, provider.options[api]);
    if (refusal !== null) return { refusal, body, joined };
    const reply = await provider.reply({ api, body, tokens: countRequest(joined) });
    const completion = endpoint.write(joined, reply, provider.caches[api](joined), provider.newId, path);
    // A response that does not arrive in full is not kept.
    if (reply.cut === null) kept?.keep(body, joined, completion);
    return { body, joined, cut: reply.cut, completion };
  } catch (error) {
    return { refusal: faults.failed(error), body };
  }
}
