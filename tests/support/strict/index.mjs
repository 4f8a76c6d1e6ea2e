// The strict provider judges the requests of the engine. It shares no code with the engine, and was written from the rules alone.

export { startStrictProvider } from './server.mjs';
export { judge as judgeOpenAIChat } from './openai-chat/judge.mjs';
export { judge as judgeAnthropic } from './anthropic/judge.mjs';
export { judge as judgeOpenAIResponses } from './openai-responses/judge.mjs';
export { judge as judgeGemini } from './gemini/judge.mjs';
export { judge as judgeMistral } from './mistral/judge.mjs';
export { judge as judgeBedrock } from './bedrock/judge.mjs';
export { countRequest } from './tokens.mjs';
