import { openAIEndpoint } from '../openai-chat/endpoint.mjs';
import { writeAnswer } from './answer.mjs';
import { judge } from './judge.mjs';
import { keepResponses } from './kept.mjs';
import { responseStream } from './stream.mjs';

/**
 * Faults of HTTP have the form of the provider's other endpoint.
 *
 * @type {import('../server.mjs').Endpoint}
 */
export const openAIResponsesEndpoint = {
  ...openAIEndpoint,
  api: 'openai-responses',
  path: '/v1/responses',
  judge,
  keep: keepResponses,
  stream: responseStream,
  write: writeAnswer,
};
