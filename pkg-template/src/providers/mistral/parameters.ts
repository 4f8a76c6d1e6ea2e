// The parameters and tools of Mistral. Rules: MI13, MI14.

import { nodesOf } from "../../parameters/schema.js";
import { type Fields, type ParameterRequest, type Report, checkRange, has, refuseUnknown, without } from "../../parameters/types.js";
import { functionsOf } from "../../parameters/openai-schema.js";

/** The fields of a request, in the spelling of the API. */
const FIELDS =
  "model temperature top_p max_tokens stream stop random_seed metadata messages response_format tools tool_choice presence_penalty " +
  "frequency_penalty n prediction parallel_tool_calls reasoning_effort prompt_mode guardrails prompt_cache_key service_tier safe_prompt " +
  "document_image_limit document_page_limit";

/** The names of OpenAI's fields here. */
const RENAMED: Readonly<Record<string, string>> = { seed: "random_seed", max_completion_tokens: "max_tokens" };

/** Refuses fields that Mistral does not know, in the spelling of the API or of the client. */
export function refuseUnknownFields(body: Fields, rule: string, report: Report): void {
  const inClient = FIELDS.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  refuseUnknown(body, `${FIELDS} ${inClient}`, [rule, ""], report, RENAMED);
}

/** Checks the parameters and tools of a request to Mistral. */
export function checkMistral({ body }: ParameterRequest, report: Report): void {
  refuseUnknownFields(body, "MI13", report);
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
