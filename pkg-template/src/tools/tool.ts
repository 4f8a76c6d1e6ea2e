// A tool as one value: the declaration for every target, and the handler.

import { invalid, isArray, isObject, type PlainObject, callable, picked, reading, string, unlike } from "../input/check.js";
import { MOST_UNITS, toJson } from "../input/json.js";
import { DEFAULT_LIMITS } from "../input/options.js";
import type { DefinedTool, JsonSchema, StandardSchema, ToolArguments, ToolOptions } from "../types/tool.js";

/**
 * Makes a tool. Give it in `tools` of a request to any target, and to `runTools` or `resume`, which check its arguments and run it. If the
 * arguments do not match a Standard Schema, the call gets an error result that names each fault, so that the model can call again.
 *
 * `input` is a Standard Schema (zod, valibot, ArkType and others), which types and checks the arguments, or a JSON Schema, which only types
 * them. The declaration holds the JSON Schema, without its `$schema`. A schema of an older library may not be able to write it: then give it
 * as `inputSchema`.
 *
 * @throws ConversationError `invalid-argument` for a name, schema or handler that is none; for a Standard Schema without a JSON Schema.
 * @example
 * const weather = tool({
 *   name: "weather",
 *   description: "The weather in a city",
 *   input: z.object({ city: z.string() }),
 *   run: async ({ city }) => forecast(city),
 * });
 * const { body } = await conversation.prepare("openai-chat", { model: "gpt-5", tools: [weather] });
 * conversation.addResponse("openai-chat", await client.chat.completions.create(body));
 * await conversation.runTools([weather]);
 */
export function tool<const Input extends StandardSchema | JsonSchema | undefined = undefined>(
  options: ToolOptions<Input>,
): DefinedTool<ToolArguments<Input>> {
  const given = picked("options", options, ["name", "description", "input", "inputSchema", "strict", "run"]);
  const name = string("options.name", given.name);
  if (name === "") throw invalid("`options.name` must not be empty: the model calls the tool by it.");
  const description = given.description === undefined ? undefined : string("options.description", given.description);
  if (given.strict !== undefined && typeof given.strict !== "boolean") throw unlike("options.strict", "true or false", given.strict);
  const run = callable("options.run", given.run) as (...all: unknown[]) => unknown;
  const standard = standardOf(given.input);
  const declaration = {
    name,
    ...(description !== undefined && { description }),
    inputSchema:
      given.inputSchema === undefined ? schemaOf(given.input, standard) : checkedSchema("options.inputSchema", given.inputSchema),
    ...(given.strict !== undefined && { strict: given.strict }),
  };
  return {
    ...declaration,
    async run(args, call, context) {
      return run(standard === null ? args : await validated(standard, args), call, context);
    },
    toJSON: () => structuredClone(declaration),
  };
}

/** The interface of a Standard Schema. */
interface Standard {
  readonly vendor?: unknown;
  readonly validate: (value: unknown) => unknown;
  readonly jsonSchema?: { readonly input?: unknown } | undefined;
}

/** Returns the interface of a Standard Schema; null for another value. Schemas of ArkType are functions. */
function standardOf(input: unknown): Standard | null {
  return reading("`options.input`", () => {
    const standard = isObject(input) || typeof input === "function" ? (input as unknown as PlainObject)["~standard"] : undefined;
    return isObject(standard) && typeof standard.validate === "function" ? (standard as unknown as Standard) : null;
  });
}

/** The JSON Schema of the arguments. */
function schemaOf(input: unknown, standard: Standard | null): JsonSchema {
  if (input === undefined) return { type: "object", properties: {} };
  if (standard === null) return checkedSchema("options.input", input);
  const written = reading("The JSON Schema of `options.input`", () => writtenBy(input as PlainObject, standard));
  if (written !== undefined) return checkedSchema("options.input", written);
  const vendor = typeof standard.vendor === "string" ? ` of ${standard.vendor}` : "";
  throw invalid(
    `\`options.input\` is a schema${vendor} that does not write its JSON Schema. Give it as \`options.inputSchema\`, or give the schema by its library's wrapper for Standard JSON Schema.`,
  );
}

/** The JSON Schema that a schema of a library writes of itself. Undefined if it has no method for that. */
function writtenBy(input: PlainObject, { jsonSchema }: Standard): unknown {
  if (typeof jsonSchema?.input === "function")
    return (jsonSchema.input as (options: object) => unknown).call(jsonSchema, { target: "draft-2020-12" });
  // Libraries that are older than the interface have a method of one of these names.
  for (const name of ["toJSONSchema", "toJsonSchema"])
    if (typeof input[name] === "function") return (input[name] as () => unknown).call(input);
  return undefined;
}

/** Returns a copy of a JSON Schema of an object, without the name of its draft, which no provider reads. */
function checkedSchema(name: string, schema: unknown): JsonSchema {
  if (!isObject(schema)) throw unlike(name, "a Standard Schema or a JSON Schema", schema);
  const { json } = toJson(schema, { name: `\`${name}\``, code: "invalid-argument", depth: DEFAULT_LIMITS.depth, units: MOST_UNITS });
  const { $schema: _, ...rest } = JSON.parse(json) as PlainObject;
  if (rest.type !== undefined && rest.type !== "object")
    throw invalid(
      `\`${name}\` must be the schema of an object, because arguments have names; its \`type\` is ${JSON.stringify(rest.type)}.`,
    );
  return rest as JsonSchema;
}

/** Returns the checked arguments. Throws an error that the model can read. */
async function validated({ validate }: Standard, args: unknown): Promise<unknown> {
  const { value, issues } = (await validate(args)) as { readonly value?: unknown; readonly issues?: unknown };
  if (issues === undefined) return value;
  throw invalid(
    `The arguments do not match the schema of the tool: ${isArray(issues) ? issues.map(issueText).join("; ") : "unknown fault"}`,
  );
}

/** The place of an issue and its message. A step of the path may be an object with the key. */
function issueText(issue: unknown): string {
  const { message, path } = issue as { readonly message?: unknown; readonly path?: unknown };
  const steps = isArray(path) ? path.map((step) => String(isObject(step) ? step.key : step)) : [];
  return steps.length === 0 ? String(message) : `${steps.join(".")}: ${String(message)}`;
}
