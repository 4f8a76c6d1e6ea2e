// The entry `backscroll/mastra`: the window of an agent of Mastra.

// The format of its prompts, which `fit` reads and writes.
import "../ai-sdk/index.js";

export { fitProcessor } from "./fit-processor.js";
export type { FitProcessor } from "./fit-processor.js";
export type { AgentOptions, FitReport } from "../agent/fitted-calls.js";
