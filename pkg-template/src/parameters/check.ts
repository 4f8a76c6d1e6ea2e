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

/** The most violations of one rule that are listed: a schema with a thousand faults is one fault to its reader. The last one counts the rest. */
const MOST_OF_RULE = 20;

/** Lists the faults of a request's parameters, tools and output format. `model` is for bodies that name none. */
export function parameterViolations(target: Target, body: unknown, vendor?: string, model = ""): Violation[] {
  if (!isFields(body)) return [];
  const own = body.model ?? body.modelId ?? model;
  // A value of another type may have no text: `String` throws for some objects.
  const name = typeof own === "string" ? own.toLowerCase() : "";
  const groups = new Map<string, Violation[]>();
  const report: Report = (rule, path, fault, remedy, repair) => {
    const violation = {
      rule,
      path,
      message: `${fault}. Breaks ${rule}.`,
      remedy,
      isParameter: true,
      ...(repair !== undefined && { repair }),
    } as const;
    // The last listed one repairs what is not listed, so all of a group are repaired, or none.
    const group = rule + (repair === undefined);
    const found = groups.get(group);
    if (found === undefined) groups.set(group, [violation]);
    else found.push(violation);
  };
  CHECKS[target]({ body, model: name.slice(name.lastIndexOf("/") + 1), isRouted: name.includes("/"), vendor }, report);
  return [...groups.values()].flatMap((found) => {
    const [listed, last] = [found.slice(0, MOST_OF_RULE), found[MOST_OF_RULE - 1]];
    if (last === undefined || found.length === MOST_OF_RULE) return listed;
    const rest = {
      ...last,
      message: `${last.message} There are ${found.length - MOST_OF_RULE} more.`,
      ...(last.repair !== undefined && { repair: found.slice(MOST_OF_RULE - 1).flatMap(({ repair }) => repair ?? []) }),
    };
    return [...listed.slice(0, -1), rest];
  });
}
