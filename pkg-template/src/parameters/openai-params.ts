// The parameters that both of OpenAI's APIs have.

import { effortsOf, reasons, samples } from "./openai-models.js";
import { type Fields, type ParameterEdits, type Report, checkRange, has, refuseFields, without } from "./types.js";

/** Checks parameters that need others: at OpenAI, each is refused alone. */
export function checkPairs(body: Fields, rule: string, needing: readonly string[], report: Report): void {
  // An empty list of tools is another fault (OC7b).
  const hasTools = has(body, "tools") || has(body, "functions");
  for (const name of needing)
    if (has(body, name) && !hasTools && body[name] !== "none") {
      // A caller that forces a tool expects a call.
      const isFree = name !== "tool_choice" || body[name] === "auto";
      report(
        rule,
        name,
        `\`${name}\` needs \`tools\``,
        isFree ? "leave it out" : "give the tools, or leave it out",
        isFree ? without(name) : undefined,
      );
    }
  if (has(body, "stream_options") && body.stream !== true)
    report(rule, "stream_options", "`stream_options` needs `stream: true`", "leave it out", without("stream_options"));
}

/** Checks what both of OpenAI's APIs say of sampling and effort. The AI SDK leaves out the same fields, and warns. */
export function checkReasoningModel(
  model: string,
  effort: unknown,
  [effortPath, withoutEffort]: readonly [path: string, without: ParameterEdits],
  fields: Fields,
  [refused, valued]: readonly [refused: string, valued: string],
  report: Report,
): void {
  const omit = (name: string) => report(refused, name, `${model} takes no \`${name}\``, "leave it out", without(name));
  if (reasons(model) && !samples(model, effort)) {
    for (const name of ["temperature", "top_p"]) {
      const isFixed = /^o[13]-mini/.test(model) ? has(fields, name) : has(fields, name) && fields[name] !== 1;
      if (isFixed) report(refused, name, `${model} takes no \`${name}\` but the default`, "leave it out", without(name));
    }
    refuseFields(fields, ["top_logprobs"], omit);
    if (fields.logprobs === true) omit("logprobs");
  }
  if (reasons(model))
    for (const name of ["presence_penalty", "frequency_penalty", "logit_bias"]) if (has(fields, name) && fields[name] !== 0) omit(name);
  if (typeof effort !== "string") return;
  const taken = effortsOf(model);
  if (taken?.length === 0) report(refused, effortPath, `${model} does not reason, and takes no effort`, "leave it out", withoutEffort);
  else if (taken !== undefined && !taken.includes(effort))
    report(valued, effortPath, `${model} takes no effort \`${effort}\``, `give one of: ${taken.join(", ")}`);
}

/** Checks the ranges of numbers that both of OpenAI's APIs have. */
export function checkRanges(fields: Fields, rule: string, report: Report): void {
  const range = (name: string, least: number, most: number) => checkRange(report, rule, fields, name, [least, most]);
  range("temperature", 0, 2);
  range("top_p", 0, 1);
  range("top_logprobs", 0, 20);
  for (const name of ["user", "safety_identifier", "prompt_cache_key"])
    if (typeof fields[name] === "string" && fields[name].length > (name === "user" ? 128 : 64))
      report(rule, name, `\`${name}\` has more than 64 characters`, "shorten it, for example by a hash");
}
