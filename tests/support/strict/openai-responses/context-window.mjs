import { refuse } from '../openai-chat/refuse.mjs';
import { countRequest } from '../tokens.mjs';

/** The request fits the context window. */
export function* contextIsLargeEnough(body, { contextWindow }) {
  if (countRequest(body) > contextWindow) {
    yield refuse('context-window', 'Your input exceeds the context window of this model. Please adjust your input and try again.', {
      param: 'input',
      code: 'context_length_exceeded',
    });
  }
}
