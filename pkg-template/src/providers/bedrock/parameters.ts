// The parameters and tools of Bedrock Converse. Rules: BE29 to BE31.

import { type ParameterRequest, type Report, checkRange, fieldsOf, has, isFields, itemsOf, without } from "../../parameters/types.js";
import { checkClaudeSchema, checkSampling, checkThinking, claudeOf, typed } from "../anthropic/parameters.js";

/** The models that call no tools, and those that cannot be forced to. */
const WITHOUT_TOOLS = /^(deepseek\.r1|amazon\.titan|meta\.llama(2|3-)|mistral\.mi(stral-7b|xtral)|cohere\.command-(text|light))/;
const UNFORCED = /^(meta\.|deepseek\.|cohere\.|ai21\.)/;
const WITHOUT_SYSTEM = /^(amazon\.titan|mistral\.mi(stral-7b|xtral)|cohere\.command-(text|light)|ai21\.j2)/;

function checkTools(body: ParameterRequest["body"], model: string, isClaude: boolean, report: Report): void {
  const config = fieldsOf(body.toolConfig);
  itemsOf(config.tools).forEach((tool, place) => {
    const spec = fieldsOf(fieldsOf(tool).toolSpec);
    const schema = fieldsOf(spec.inputSchema).json;
    const path = `toolConfig.tools[${place}].toolSpec.inputSchema.json`;
    if (!isFields(schema)) return;
    if (isClaude) checkClaudeSchema(schema, path, (...fault) => report("BE29", ...fault));
    else if (schema.type !== "object")
      report("BE29", `${path}.type`, 'The schema of a tool is of `type: "object"`', 'add `type: "object"`', typed(schema, path));
    const { additionalProperties: more } = schema;
    if (typeof more === "string") {
      const place = `${path}.additionalProperties`;
      const repair = more === "true" || more === "false" ? [{ path: place, set: more === "true" }] : undefined;
      report("BE29", place, "`additionalProperties` is true, false or a schema", "write it without quotes, or leave it out", repair);
    }
  });
  if (itemsOf(config.tools).length > 0 && WITHOUT_TOOLS.test(model))
    report("BE31", "toolConfig", "The model takes no tools", "leave them out");
  const choice = fieldsOf(config.toolChoice);
  const forced = has(choice, "any") ? "any" : has(choice, "tool") ? "tool" : undefined;
  if (forced !== undefined && UNFORCED.test(model))
    report("BE31", `toolConfig.toolChoice.${forced}`, "The model cannot be forced to call a tool", "leave it out");
}

/** Checks the parameters and tools of a request to Bedrock. */
export function checkBedrock({ body, model }: ParameterRequest, report: Report): void {
  const name = model.replace(/^(?:us-gov|[a-z]{2,6})\.(?=[a-z0-9]+\.)/, "");
  const claude = claudeOf(name);
  const inference = fieldsOf(body.inferenceConfig);
  const more = fieldsOf(body.additionalModelRequestFields);
  checkTools(body, name, name.includes("claude"), report);
  const { type: thinks } = fieldsOf(more.thinking);
  checkThinking(more.thinking, inference.maxTokens, "additionalModelRequestFields.thinking", (...fault) => report("BE30", ...fault));
  if (claude !== undefined) {
    const isThinking = thinks === "enabled" || thinks === "adaptive";
    const fields = { ...inference, top_k: more.top_k };
    const place = (field: string) => (field === "top_k" ? `additionalModelRequestFields.${field}` : `inferenceConfig.${field}`);
    checkSampling(fields, ["temperature", "topP", "top_k"], claude, isThinking, (field, fault, remedy, left) =>
      report("BE30", place(field), fault, remedy, without(place(left))),
    );
  }
  checkRange(report, "BE30", inference, "inferenceConfig.temperature", [0, 1]);
  checkRange(report, "BE30", inference, "inferenceConfig.topP", [0, 1]);
  checkRange(report, "BE30", inference, "inferenceConfig.maxTokens", [1, Number.POSITIVE_INFINITY]);
  if (itemsOf(body.system).length > 0 && WITHOUT_SYSTEM.test(name))
    report("BE31", "system", "The model takes no system messages", "say it in the first message of the user");
}
