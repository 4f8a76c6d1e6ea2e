// The parameters and tools of Anthropic Messages. Rules: AN0, AN35 to AN40.

import { NEVER_STRICT, closed, nodesOf, propertiesOf, typesOf } from "../../parameters/schema.js";
import {
  type Fields,
  type ParameterEdits,
  type ParameterRequest,
  type Report,
  type RuleReport,
  checkRange,
  fieldsOf,
  has,
  isFields,
  itemsOf,
  joined,
  refuseFields,
  refuseUnknown,
  without,
  withoutOption,
} from "../../parameters/types.js";

/** The fields of a request, in the client's types: general, beta, and those of Bedrock and Vertex. */
const FIELDS =
  "model messages max_tokens system tools tool_choice temperature top_p top_k stop_sequences stream metadata thinking service_tier " +
  "container context_management mcp_servers output_config output_format cache_control compaction diagnostics fallback_credit_token " +
  "fallbacks inference_geo billing_policy speed thread user_profile_id workspace_id betas anthropic_version anthropic_beta";

/** A model of Claude: its family, and its version times ten. */
interface Claude {
  readonly family: string;
  readonly version: number;
}

/** Reads the family and the version of a Claude model; `undefined` for other names. */
export function claudeOf(model: string): Claude | undefined {
  const [, family, major, minor] = /claude-(opus|sonnet|haiku|fable|mythos)-(\d)(?:[-.](\d{1,2}))?(?!\d)/.exec(model) ?? [];
  if (family !== undefined) return { family, version: Number(major) * 10 + Number(minor ?? 0) };
  const [, oldMajor, oldMinor, oldFamily] = /claude-(\d)(?:[-.](\d))?-(opus|sonnet|haiku)/.exec(model) ?? [];
  return oldFamily === undefined ? undefined : { family: oldFamily, version: Number(oldMajor) * 10 + Number(oldMinor ?? 0) };
}

/** The most tokens that a model answers with; `undefined` where it is not known. */
function mostOutput({ family, version }: Claude): number | undefined {
  if (version < 35) return 4_096;
  if (version < 37) return 8_192;
  if (version < 40) return 128_000;
  if (family === "opus" && version < 45) return 32_000;
  return version < 46 ? 64_000 : 128_000;
}

/** True if the model takes no `temperature`, `top_p` and `top_k`. */
function refusesSampling({ family, version }: Claude): boolean {
  return family === "opus" ? version >= 47 : version >= 50;
}

/**
 * Checks `temperature`, `top_p` and `top_k`, under the names that `names` gives them. The last argument of `report` is the field to leave out.
 * The AI SDK leaves out the same fields, and warns.
 */
export function checkSampling(
  fields: Fields,
  names: readonly [temperature: string, topP: string, topK: string],
  claude: Claude | undefined,
  isThinking: boolean,
  report: (name: string, fault: string, remedy: string, left: string) => void,
): void {
  const [temperature, topP, topK] = names;
  const isOther = has(fields, temperature) && fields[temperature] !== 1;
  const omit = (name: string, fault: string) => report(name, fault, "leave it out", name);
  if (claude !== undefined && refusesSampling(claude)) {
    if (isOther) omit(temperature, "The model takes no temperature but 1");
    refuseFields(fields, [topP, topK], (name) => omit(name, `The model takes no \`${name}\``));
    return;
  }
  const isLow = isThinking && Number(fields[topP] ?? 1) < 0.95;
  if (isThinking) {
    if (isOther) omit(temperature, "With thinking on, the temperature is 1");
    if (has(fields, topK)) omit(topK, "With thinking on, the model takes no `top_k`");
    if (isLow) omit(topP, "With thinking on, `top_p` is 0.95 or more");
  }
  // With one of the two left out, the other may stay.
  if (isLow || (isThinking && isOther)) return;
  // A temperature of 1 is the default.
  const left = isOther ? topP : temperature;
  if (claude !== undefined && claude.version >= 41 && has(fields, temperature) && has(fields, topP))
    report(topP, "The model takes one of temperature and `top_p`", `leave \`${left}\` out`, left);
}

/** Checks `thinking` beside the limit of the answer. */
export function checkThinking(
  thinking: unknown,
  limit: unknown,
  path: string,
  report: (path: string, fault: string, remedy: string) => void,
) {
  const { type, budget_tokens: budget } = fieldsOf(thinking);
  if (type !== "enabled") return;
  const place = `${path}.budget_tokens`;
  if (typeof budget !== "number") report(place, "`budget_tokens` is missing", "give 1024 or more");
  else if (budget < 1_024) report(place, `\`budget_tokens\` is ${budget}, and 1024 at least`, "give 1024 or more, or switch thinking off");
  else if (typeof limit === "number" && budget >= limit)
    report(
      place,
      `\`budget_tokens\` is ${budget}, and must be less than the ${limit} tokens of the answer`,
      "raise the limit of the answer above it",
    );
}

/** Returns the repair that gives a tool's schema its type, if nothing says that it is another one. */
export function typed(schema: Fields, path: string, hasChoices = false): ParameterEdits | undefined {
  const isOpen = !has(schema, "type") && !hasChoices && !["$ref", "enum", "const", "not"].some((name) => has(schema, name));
  return isOpen ? [{ path: `${path}.type`, set: "object" }] : undefined;
}

/** Returns the repair that writes a limit of JSON Schema 4, which its neighbour holds, in the form of 2020-12. */
function exclusive(fields: Fields, path: string, name: string): ParameterEdits | undefined {
  const neighbour = name === "exclusiveMinimum" ? "minimum" : "maximum";
  if (fields[name] === false) return without(`${path}.${name}`);
  if (typeof fields[neighbour] !== "number") return undefined;
  return [{ path: `${path}.${name}`, set: fields[neighbour] }, ...without(`${path}.${neighbour}`)];
}

/** Checks the schema of a tool. */
export function checkClaudeSchema(schema: unknown, path: string, report: RuleReport): void {
  if (!isFields(schema)) return;
  const choices = ["oneOf", "allOf", "anyOf"].filter((name) => has(schema, name));
  for (const name of choices)
    report(`${path}.${name}`, `The schema has \`${name}\` at its top level`, "move the alternatives into a field, or leave them out");
  if (schema.type !== "object")
    report(`${path}.type`, 'The schema of a tool is of `type: "object"`', 'add `type: "object"`', typed(schema, path, choices.length > 0));
  for (const { fields, path: at } of nodesOf(schema, path)) {
    const strange = propertiesOf(fields).find((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name));
    if (strange !== undefined)
      report(joined(`${at}.properties`, strange), "Names of fields are 1 to 64 letters, digits, `_`, `.` and `-`", "rename the field");
    for (const name of ["exclusiveMinimum", "exclusiveMaximum"])
      if (typeof fields[name] === "boolean")
        report(
          `${at}.${name}`,
          `\`${name}\` is a number in JSON Schema 2020-12`,
          "give the limit as its value",
          exclusive(fields, at, name),
        );
    if (typeof fields.required === "boolean")
      report(
        `${at}.required`,
        "`required` is a list of names in JSON Schema 2020-12",
        "list the names in the object",
        fields.required ? undefined : without(`${at}.required`),
      );
    const type = typesOf(fields).find(
      (name) => !["object", "array", "string", "number", "integer", "boolean", "null"].includes(name as string),
    );
    if (type !== undefined) report(`${at}.type`, `JSON Schema has no type ${JSON.stringify(type)}`, "name a type of JSON Schema");
  }
}

/** Checks that a schema of strict tools or of outputs has no keyword that the model's grammar lacks. */
function checkStrictSchema(schema: unknown, path: string, isTool: boolean, report: Report): void {
  const refused = `${NEVER_STRICT} minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength maxItems`;
  for (const { fields, path: at, depth } of nodesOf(schema, path)) {
    const isRoot = isTool && depth === 0;
    refuseFields(fields, refused.split(" "), (name) =>
      report("AN38", `${at}.${name}`, `A strict schema has no \`${name}\``, "say it in the `description`"),
    );
    // The schema of a tool is that of an object, also if it does not say so.
    const isObject = typesOf(fields).includes("object") || (isRoot && !has(fields, "type"));
    if (isObject && fields.additionalProperties !== false)
      report("AN38", at, "A strict schema has `additionalProperties: false` in each object", "add it", closed(fields, at, isRoot));
  }
}

function checkTools({ body, model }: ParameterRequest, claude: Claude | undefined, report: Report): void {
  itemsOf(body.tools).forEach((tool, place) => {
    const fields = fieldsOf(tool);
    const path = `tools[${place}]`;
    if (fields.type !== undefined && fields.type !== "custom") return;
    checkClaudeSchema(fields.input_schema, `${path}.input_schema`, (...fault) => report("AN38", ...fault));
    if (fields.strict !== true) return;
    if (claude !== undefined && claude.version < 41)
      report("AN38", `${path}.strict`, `${model} takes no strict tools`, "leave `strict` out");
    checkStrictSchema(fields.input_schema, `${path}.input_schema`, true, report);
  });
  const { format } = fieldsOf(body.output_config);
  for (const [at, value] of [
    ["output_config.format", format],
    ["output_format", body.output_format],
  ] as const)
    if (isFields(value)) checkStrictSchema(value.schema, `${at}.schema`, false, report);
}

/** Reports fields of cache markers that the API does not know, wherever they stand. */
function checkMarkers(value: unknown, path: string, report: Report): void {
  if (Array.isArray(value)) return value.forEach((item, place) => checkMarkers(item, `${path}[${place}]`, report));
  if (!isFields(value)) return;
  for (const name of Object.keys(fieldsOf(value.cache_control)))
    if (name !== "type" && name !== "ttl") {
      const place = joined(`${path}.cache_control`, name);
      // Messages are the conversation, which no repair of parameters changes.
      report("AN0", place, `A cache marker has no \`${name}\``, "leave it out", path.startsWith("messages") ? undefined : without(place));
    }
  if (Array.isArray(value.content)) checkMarkers(value.content, `${path}.content`, report);
}

/** The beginnings of the names of models that Anthropic does not serve. */
const OTHER_MAKERS = /^(kimi|qwen|deepseek|glm|minimax|mimo)/;

/** Checks the parameters and tools of a request to Anthropic. */
export function checkAnthropic(request: ParameterRequest, report: Report): void {
  const { body, model, isRouted, vendor } = request;
  const claude = claudeOf(model);
  // Other vendors with this API have fields and limits of their own.
  if (claude === undefined && (vendor !== undefined || OTHER_MAKERS.test(model))) return;
  refuseUnknown(body, FIELDS, ["AN0", ""], report);
  for (const name of ["system", "tools", "messages"]) checkMarkers(body[name], name, report);
  if (!has(body, "max_tokens")) report("AN39", "max_tokens", "`max_tokens` is missing", "give the most tokens of the answer");
  const most = claude === undefined || isRouted ? undefined : mostOutput(claude);
  checkRange(report, "AN39", body, "max_tokens", [1, most ?? Number.POSITIVE_INFINITY]);
  const { type: thinks } = fieldsOf(body.thinking);
  checkThinking(body.thinking, body.max_tokens, "thinking", (...fault) => report("AN36", ...fault));
  const isThinking = thinks === "enabled" || thinks === "adaptive";
  checkSampling(body, ["temperature", "top_p", "top_k"], claude, isThinking, (name, fault, remedy, left) =>
    report("AN37", name, fault, remedy, without(left)),
  );
  checkRange(report, "AN37", body, "temperature", [0, 1]);
  const { type: choice } = fieldsOf(body.tool_choice);
  if (thinks === "enabled" && (choice === "any" || choice === "tool"))
    report("AN35", "tool_choice", "With thinking on, a tool cannot be forced", 'send `{"type":"auto"}`, or switch thinking off');
  const { effort } = fieldsOf(body.output_config);
  if (effort !== undefined && claude !== undefined && claude.version < 45)
    report("AN40", "output_config.effort", `${model} takes no effort`, "leave it out", withoutOption(body, "output_config", "effort"));
  checkTools(request, claude, report);
}
