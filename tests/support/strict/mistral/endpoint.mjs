import { writeCompletion } from './completion.mjs';
import { judge } from './judge.mjs';
import { errorBody, fault } from './refuse.mjs';
import { mistralStream } from './stream.mjs';

/**
 * The path has a prefix, because Mistral's own path equals OpenAI's.
 *
 * @type {import('../server.mjs').Endpoint}
 */
export const mistralEndpoint = {
  api: 'mistral',
  path: '/mistral/v1/chat/completions',
  requestIdHeader: 'mistral-correlation-id',
  judge,
  stream: mistralStream,
  write: writeCompletion,
  errorBody,
  faults: {
    notJson: () => fault('JSON decode error', 422),
    notFound: () => fault('no Route matched with those values', 404),
    wrongMethod: () => fault('Method Not Allowed', 405),
    tooLarge: (bytes, limit) => fault(`Request size limit exceeded: ${bytes} bytes, ${limit} are allowed`, 413),
    failed: (error) => fault(error.message, 500, 'internal_server_error'),
  },
};
