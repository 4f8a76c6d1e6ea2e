export { startStrictProvider } from './server.mjs';
export { judgeOpenAIChat } from './openai/judge.mjs';
export { judgeAnthropic } from './anthropic/judge.mjs';
export { judgeBedrock } from './bedrock/judge.mjs';
export { countRequest } from './tokens.mjs';
export { RULES } from './rules.mjs';
