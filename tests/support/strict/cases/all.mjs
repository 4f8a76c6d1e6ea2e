/** All cases, by target: bodies that are refused, with their rule, and bodies that are accepted. */

import { ANTHROPIC_ACCEPTED } from './anthropic-accepted.mjs';
import { ANTHROPIC_REFUSED } from './anthropic-refused.mjs';
import { BEDROCK_ACCEPTED } from './bedrock-accepted.mjs';
import { BEDROCK_REFUSED } from './bedrock-refused.mjs';
import { GEMINI_ACCEPTED } from './gemini-accepted.mjs';
import { GEMINI_REFUSED } from './gemini-refused.mjs';
import { MISTRAL_ACCEPTED } from './mistral-accepted.mjs';
import { MISTRAL_REFUSED } from './mistral-refused.mjs';
import { OPENAI_ACCEPTED } from './openai-accepted.mjs';
import { OPENAI_REFUSED } from './openai-refused.mjs';
import { OPENAI_RESPONSES_ACCEPTED } from './openai-responses-accepted.mjs';
import { OPENAI_RESPONSES_REFUSED } from './openai-responses-refused.mjs';
import { acceptedParameters, refusedParameters } from './parameters.mjs';

const both = (target, refused, accepted) => ({ refused: [...refused, ...refusedParameters(target)], accepted: [...accepted, ...acceptedParameters(target)] });

export const CASES = {
  'openai-chat': both('openai-chat', OPENAI_REFUSED, OPENAI_ACCEPTED),
  anthropic: both('anthropic', ANTHROPIC_REFUSED, ANTHROPIC_ACCEPTED),
  'openai-responses': both('openai-responses', OPENAI_RESPONSES_REFUSED, OPENAI_RESPONSES_ACCEPTED),
  gemini: both('gemini', GEMINI_REFUSED, GEMINI_ACCEPTED),
  bedrock: both('bedrock', BEDROCK_REFUSED, BEDROCK_ACCEPTED),
  mistral: both('mistral', MISTRAL_REFUSED, MISTRAL_ACCEPTED),
};
