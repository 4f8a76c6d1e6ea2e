// The params of a request in another provider's form: limits, sampling and tools.

import { isArray, isObject, type PlainObject, unlike } from "../input/check.js";
import type { Target } from "../index.js";
import { TITLES } from "./targets.js";
import type { CarriedParams } from "./types.js";

/** The place of each parameter at the targets that have it. The first name of a target is written, all are read. */
const PLACES: readonly Readonly<Partial<Record<Target, readonly string[]>>>[] = [
  {
    "openai-chat": ["max_completion_tokens", "max_tokens"],
    "openai-responses": ["max_output_tokens"],
    anthropic: ["max_tokens"],
    gemini: ["generationConfig.maxOutputTokens"],
    bedrock: ["inferenceConfig.maxTokens"],
    mistral: ["max_tokens"],
  },
  {
    "openai-chat": ["temperature"],
    "openai-responses": ["temperature"],
    anthropic: ["temperature"],
    gemini: ["generationConfig.temperature"],
    bedrock: ["inferenceConfig.temperature"],
    mistral: ["temperature"],
  },
  {
    "openai-chat": ["top_p"],
    "openai-responses": ["top_p"],
    anthropic: ["top_p"],
    gemini: ["generationConfig.topP"],
    bedrock: ["inferenceConfig.topP"],
    mistral: ["top_p"],
  },
  { anthropic: ["top_k"], gemini: ["generationConfig.topK"] },
  {
    "openai-chat": ["stop"],
    anthropic: ["stop_sequences"],
    gemini: ["generationConfig.stopSequences"],
    bedrock: ["inferenceConfig.stopSequences"],
    mistral: ["stop"],
  },
  { "openai-chat": ["seed"], gemini: ["generationConfig.seed"], mistral: ["random_seed"] },
  { "openai-chat": ["stream"], "openai-responses": ["stream"], anthropic: ["stream"], mistral: ["stream"] },
];

/** A text where the other providers have a list. */
const LISTS: readonly string[] = ["stop_sequences", "generationConfig.stopSequences", "inferenceConfig.stopSequences"];

/** The fields of the history, and the model, which the other provider has in its own places. */
const HISTORY: Readonly<Record<Target, readonly string[]>> = {
  "openai-chat": ["messages", "model"],
  "openai-responses": ["input", "instructions", "model"],
  anthropic: ["messages", "system", "model"],
  gemini: ["contents", "systemInstruction", "system_instruction", "model"],
  bedrock: ["messages", "system", "modelId"],
  mistral: ["messages", "model"],
};
/** Fields of tools, which `toRequest` and `prepare` write in the target's form. */
const TOOLS: readonly string[] = [
  "tools",
  "tool_choice",
  "toolChoice",
  "toolConfig",
  "tool_config",
  "parallel_tool_calls",
  "parallelToolCalls",
];

/**
 * Returns the params of a request for another provider: the limit of the answer, the sampling, the words that end it, and the tools, which
 * `toRequest` and `prepare` write in the target's form. The model is not carried: name one of the target. What has no counterpart is listed.
 *
 * @throws ConversationError `invalid-argument`.
 * @example
 * const { params, left } = carryParams("anthropic", "gemini", body);
 * const { body: other } = ConversationManager.from("anthropic", body).toRequest("gemini", { ...params, model: "gemini-3-pro" });
 * for (const path of left) console.warn(`${path} stays behind`);
 */
export function carryParams(from: Target, to: Target, body: object): CarriedParams {
  for (const [name, target] of [
    ["from", from],
    ["to", to],
  ] as const)
    if (!Object.hasOwn(TITLES, target)) throw unlike(name, 'a provider\'s format, such as "anthropic"', target);
  if (!isObject(body)) throw unlike("body", "a request body", body);
  const params: PlainObject = {};
  const carried: { from: string; to: string }[] = [];
  const left: string[] = [];
  for (const [path, value] of leavesOf(body)) {
    const name = path.split(".", 1)[0] as string;
    if (HISTORY[from].includes(path) || value === undefined || value === null) continue;
    if (TOOLS.includes(name)) {
      params[name] = (body as PlainObject)[name];
      continue;
    }
    const places = PLACES.find((row) => row[from]?.includes(path) === true);
    const place = places?.[to]?.[0];
    if (place === undefined) left.push(path);
    else {
      put(params, place, LISTS.includes(place) && !isArray(value) ? [value] : value);
      if (place !== path) carried.push({ from: path, to: place });
    }
  }
  return { params, carried, left };
}

/** The fields of a body; those of objects that hold parameters each by itself. */
function leavesOf(body: object): [string, unknown][] {
  return Object.entries(body).flatMap(([name, value]): [string, unknown][] =>
    (name === "generationConfig" || name === "inferenceConfig") && isObject(value)
      ? Object.entries(value).map(([inner, each]) => [`${name}.${inner}`, each])
      : [[name, value]],
  );
}

function put(params: PlainObject, place: string, value: unknown): void {
  const [name, inner] = place.split(".") as [string, string?];
  params[name] = inner === undefined ? value : { ...(params[name] as object | undefined), [inner]: value };
}
