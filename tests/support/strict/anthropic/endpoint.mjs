import { judge } from './judge.mjs';
import { keepThreads } from './kept.mjs';
import { writeMessage } from './message.mjs';
import { errorBody, refuse } from './refuse.mjs';
import { messageStream } from './stream.mjs';

/** @type {import('../server.mjs').Endpoint} */
export const anthropicEndpoint = {
  api: 'anthropic',
  path: '/v1/messages',
  requestIdHeader: 'request-id',
  judge,
  keep: keepThreads,
  stream: messageStream,
  write: writeMessage,
  errorBody,
  faults: {
    notJson: (error) => refuse('http', `The request body is not valid JSON: ${error.message}`),
    notFound: () => refuse('http', 'Not Found', { status: 404, type: 'not_found_error' }),
    wrongMethod: () => refuse('http', 'Method Not Allowed', { status: 405 }),
    tooLarge: () => refuse('http', 'Request exceeds the maximum size', { status: 413, type: 'request_too_large' }),
    failed: (error) => refuse('http', error.message, { status: 500, type: 'api_error' }),
  },
};
