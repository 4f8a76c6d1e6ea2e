import { openAIEndpoint } from "../openai-chat/endpoint.js";
import { writeAnswer } from "./answer.js";
import { judge } from "./judge.js";
import { keepResponses } from "./kept.js";
import { responseStream } from "./stream.js";

/**
 * Faults of HTTP have the form of the provider's other endpoint.
 *
 * @type {import('../endpoint.js').Endpoint}
 */
export const openAIResponsesEndpoint = {
  ...openAIEndpoint,
  target: "openai-responses",
  path: "/v1/responses",
  judge,
  keep: keepResponses,
  stream: responseStream,
  write: writeAnswer,
};
