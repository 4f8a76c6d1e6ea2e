export { startStrictProvider } from './server.mjs';
export { judgeOpenAIChat } from './openai/judge.mjs';
export { judgeAnthropic } from './anthropic/judge.mjs';
export { judgeOpenAIResponses } from './openai-responses/judge.mjs';
export { judgeGemini } from './gemini/judge.mjs';
export { judgeMistral } from './mistral/judge.mjs';
export { countRequest } from './tokens.mjs';
export { RULES } from './rules.mjs';
