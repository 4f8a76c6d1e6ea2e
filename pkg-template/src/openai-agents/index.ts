// The entry `backscroll/openai-agents`: the window of agents of the OpenAI Agents SDK, and their sessions in a store.

export { fitInput } from "./fit-input.js";
export { fitModel, fitModels } from "./fit-model.js";
export { StoredSession } from "./session.js";
export type { AgentOptions, FitReport } from "../agent/fitted-calls.js";
