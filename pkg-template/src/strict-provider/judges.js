import { judge as anthropic } from "./anthropic/judge.js";
import { judge as bedrock } from "./bedrock/judge.js";
import { judge as gemini } from "./gemini/judge.js";
import { judge as mistral } from "./mistral/judge.js";
import { judge as openAIChat } from "./openai-chat/judge.js";
import { judge as openAIResponses } from "./openai-responses/judge.js";
import { OptionError } from "./options.js";

const JUDGES = {
  "openai-chat": openAIChat,
  "openai-responses": openAIResponses,
  anthropic,
  gemini,
  bedrock,
  mistral,
};

/**
 * Judges the body of a request as the provider does.
 *
 * @param {import("../index.js").Target} target
 * @param {unknown} body
 * @param {object} [options]
 * @returns {import("./types.js").StrictRefusal | null} null when it is accepted
 */
export function judge(target, body, options) {
  if (!Object.hasOwn(JUDGES, target)) {
    throw new OptionError(`unknown target \`${String(target)}\`; the targets are ${Object.keys(JUDGES).join(", ")}`);
  }
  return JUDGES[target](body, options);
}
