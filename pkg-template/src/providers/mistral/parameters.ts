// The parameters and tools of Mistral. Rules: MI13, MI14.

import { nodesOf } from "../../parameters/schema.js";
import { type ParameterRequest, type Report, checkRange, has, refuseUnknown, without } from "../../parameters/types.js";
import { functionsOf } from "../../parameters/openai-schema.js";

/** The fields of a request in Mistral's client, in its spelling and in that of the API. */
export const FIELDS =
  "model temperature top_p topP max_tokens maxTokens stream stop random_seed randomSeed metadata messages response_format responseFormat tools " +
  "tool_choice toolChoice presence_penalty presencePenalty frequency_penalty frequencyPenalty n prediction parallel_tool_calls " +
  "parallelToolCalls reasoning_effort reasoningEffort prompt_mode promptMode guardrails prompt_cache_key promptCacheKey service_tier " +
  "serviceTier safe_prompt safePrompt document_image_limit documentImageLimit document_page_limit documentPageLimit";

/** The names of OpenAI's fields here. */
export const RENAMED: Readonly<Record<string, string>> = { seed: "random_seed", max_completion_tokens: "max_tokens" };

/** Checks the parameters and tools of a request to Mistral. */
export function checkMistral({ body }: ParameterRequest, report: Report): void {
  refuseUnknown(body, FIELDS, ["MI13", ""], report, RENAMED);
  checkRange(report, "MI13", body, "temperature", [0, 1.5]);
  checkRange(report, "MI13", body, "top_p", [0, 1]);
  for (const { path, fields } of functionsOf(body.tools)) {
    refuseUnknown(fields, "name description strict parameters", ["MI14", path], report);
    const nodes = nodesOf(fields.parameters, `${path}.parameters`);
    // References may name an `$id`.
    const isReferred = nodes.some(({ fields: node }) => has(node, "$ref"));
    for (const { fields: node, path: at } of nodes)
      for (const name of ["$id", "$schema"])
        if (has(node, name)) {
          const repair = name === "$id" && isReferred ? undefined : without(`${at}.${name}`);
          report("MI14", `${at}.${name}`, `The schema of a tool has no \`${name}\``, "leave it out", repair);
        }
  }
}
