// The parameters of requests, and the schemas of their tools and outputs.

import { checkAnthropic } from "../providers/anthropic/parameters.js";
import { checkBedrock } from "../providers/bedrock/parameters.js";
import { checkGemini } from "../providers/gemini/parameters.js";
import { checkMistral } from "../providers/mistral/parameters.js";
import { checkChat } from "../providers/openai-chat/parameters.js";
import { checkResponses } from "../providers/openai-responses/parameters.js";
import type { Target, Violation } from "../types/index.js";
import { type ParameterCheck, type Report, isFields } from "./types.js";

const CHECKS: Readonly<Record<Target, ParameterCheck>> = {
  "openai-chat": checkChat,
  "openai-responses": checkResponses,
  anthropic: checkAnthropic,
  gemini: checkGemini,
  bedrock: checkBedrock,
  mistral: checkMistral,
};

/** The most violations of one rule: a schema with a thousand faults is one fault to its reader. */
const MOST_OF_RULE = 20;

/** Lists the faults of a request's parameters, tools and output format. `model` is for bodies that name none. */
export function parameterViolations(target: Target, body: unknown, vendor?: string, model?: string): Violation[] {
  if (!isFields(body)) return [];
  const given = (typeof body.model === "string" ? body.model : typeof body.modelId === "string" ? body.modelId : model) ?? "";
  const name = given.toLowerCase();
  const found: Violation[] = [];
  const counts = new Map<string, number>();
  const report: Report = (rule, path, fault, remedy) => {
    const count = (counts.get(rule) ?? 0) + 1;
    counts.set(rule, count);
    if (count > MOST_OF_RULE) return;
    found.push({ rule, path, message: `${fault}. Breaks ${rule}.`, ...(remedy !== undefined && { remedy }), isParameter: true });
  };
  const bare = name.slice(name.lastIndexOf("/") + 1);
  CHECKS[target]({ body, model: bare, isRouted: name.includes("/"), vendor }, report);
  return found;
}
