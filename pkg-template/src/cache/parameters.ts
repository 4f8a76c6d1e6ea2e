// Parameters that a provider writes into the prompt, or caches by, and the part of the prompt from which on they count.
//
// Anthropic: `tool_choice`, `thinking`, images and `output_config.effort` end the cache of the messages, `speed` and citations that of the
// system prompt, too; a format for the output is written into the system prompt (platform.claude.com: prompt caching, "What invalidates the
// cache"; effort; structured outputs). On some models, which the page does not name, thinking and effort end all caches. Bedrock: the same
// fields of Claude, in its own places. OpenAI: `cache_miss` of the Responses API names text format, reasoning effort, verbosity, cache key
// and service tier (openai 7.59, `responses.d.ts`); the guide also names `parallel_tool_calls` and `context_management`, and says that a
// format precedes the system prompt. Mistral: the cache key, and `prompt_mode`, which chooses a system prompt (docs.mistral.ai: prompt caching; reasoning).
// Gemini: the cache that is named.

import type { Target } from "../types/index.js";
import { isObject } from "../input/check.js";
import { differenceOf } from "./difference.js";
import type { Found } from "./found.js";
import type { Entry, Section } from "./sections.js";

const OPENAI = ["parallel_tool_calls", "context_management", "prompt_cache_key", "service_tier"];

const PARAMETERS: Readonly<Record<Target, readonly (readonly [path: string, from: Section])[]>> = {
  anthropic: [
    ["speed", "system"],
    ["output_config.format", "system"],
    ["output_format", "system"],
    ["output_config.effort", "messages"],
    ["thinking", "messages"],
    ["tool_choice", "messages"],
  ],
  bedrock: [
    ["additionalModelRequestFields.output_config.format", "system"],
    ["additionalModelRequestFields.output_config.effort", "messages"],
    ["additionalModelRequestFields.thinking", "messages"],
    ["additionalModelRequestFields.reasoning_config", "messages"],
    ["toolConfig.toolChoice", "messages"],
  ],
  "openai-chat": ["response_format", "reasoning_effort", "verbosity", ...OPENAI].map((path) => [path, "tools"] as const),
  "openai-responses": ["text.format", "reasoning.effort", "text.verbosity", ...OPENAI].map((path) => [path, "tools"] as const),
  gemini: [["cachedContent", "tools"]],
  mistral: [
    ["prompt_cache_key", "tools"],
    ["prompt_mode", "tools"],
  ],
};

/** Returns the parameters that differ, as causes. */
export function parameterChanges(target: Target, before: object, after: object, entries: readonly Entry[]): Found[] {
  return PARAMETERS[target].flatMap(([path, from]): Found[] => {
    const [one, other] = [at(before, path), at(after, path)];
    if (differenceOf(one, other, "") === null) return [];
    const detail = `\`${path}\` is ${shown(other)}, and was ${shown(one)}`;
    return [{ cause: "parameter-changed", at: startOf(from, entries), path, pathIn: other === undefined ? "before" : "after", detail }];
  });
}

const SECTIONS: readonly Section[] = ["tools", "system", "messages"];

/** The number of entries before a section. */
export function startOf(section: Section, entries: readonly Entry[]): number {
  return entries.filter((entry) => SECTIONS.indexOf(entry.section) < SECTIONS.indexOf(section)).length;
}

function at(body: object, path: string): unknown {
  // `null` is the default, as is absence.
  return path.split(".").reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), body) ?? undefined;
}

function shown(value: unknown): string {
  if (value === undefined) return "absent";
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
