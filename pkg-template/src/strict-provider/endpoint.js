import { anthropicEndpoint } from "./anthropic/endpoint.js";
import { bedrockEndpoint } from "./bedrock/endpoint.js";
import { geminiEndpoint } from "./gemini/endpoint.js";
import { mistralEndpoint } from "./mistral/endpoint.js";
import { openAIEndpoint } from "./openai-chat/endpoint.js";
import { openAIResponsesEndpoint } from "./openai-responses/endpoint.js";

/**
 * The part of the provider for one target.
 *
 * @typedef {object} Endpoint
 * @property {import('../index.js').Target} target
 * @property {string | RegExp} path
 * @property {string} requestIdHeader the answer's header with the request's id
 * @property {string} [errorTypeHeader] the answer's header with the error's type
 * @property {(body: unknown, options: object) => import('./types.js').StrictRefusal | null} judge
 * @property {Function} write an accepted request's answer
 * @property {import('./stream.js').Streaming} [stream] the same in events; without it, streams are refused
 * @property {(refusal: import('./types.js').StrictRefusal, requestId: string) => object} errorBody
 * @property {Record<string, (...about: any[]) => import('./types.js').StrictRefusal>} faults of HTTP, not of a rule
 * @property {Record<number, { type: string, code?: string, message: string }>} failures that a script may ask for, by status. 400 and 500 are
 *   those of other statuses.
 * @property {() => Kept} [keep] makes the store of conversations that the provider keeps
 */

/**
 * The conversations that a provider keeps.
 *
 * @typedef {object} Kept
 * @property {(body: any) => { joined?: any, refusal?: import('./types.js').StrictRefusal }} join the request with what it continues
 * @property {(body: any, joined: any, completion: any) => void} keep takes note of an answer
 * @property {(id: string) => void} forget removes the response of this id, as a provider does after some time
 */

/** @type {Endpoint[]} */
export const ENDPOINTS = [openAIEndpoint, anthropicEndpoint, openAIResponsesEndpoint, geminiEndpoint, bedrockEndpoint, mistralEndpoint];

/** A path may contain the model's name. */
export function isAt({ path: known }, path) {
  return typeof known === "string" ? known === path : known.test(path);
}

/**
 * The path by which an endpoint is found. Mistral's own path equals OpenAI's, so it has a prefix here, unless the host is Mistral's. Vendors
 * of chat completions have paths of their own.
 *
 * @param {string} host empty for a server
 * @param {string} path
 */
export function placeOf(host, path) {
  if (host === "" || host === "api.openai.com" || path.startsWith("/mistral/") || !path.endsWith("/chat/completions")) return path;
  return /(^|\.)mistral\.ai$/.test(host) ? `/mistral${path}` : "/v1/chat/completions";
}

/**
 * Returns the endpoint at a place; for an unknown place the provider whose form of error it gets. Anthropic's clients send a version header,
 * Google's a key header, Mistral's paths have a prefix, and Bedrock's paths name the model.
 *
 * @param {string} place
 * @param {(name: string) => string | null} header
 * @returns {Endpoint}
 */
export function endpointAt(place, header) {
  const known = ENDPOINTS.find((endpoint) => isAt(endpoint, place));
  if (known !== undefined) return known;
  if (header("x-goog-api-key") !== null) return geminiEndpoint;
  if (place.startsWith("/mistral/")) return mistralEndpoint;
  if (place.startsWith("/model/")) return bedrockEndpoint;
  return header("anthropic-version") === null ? openAIEndpoint : anthropicEndpoint;
}
