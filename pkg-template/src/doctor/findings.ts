// The faults of requests, as headlines: the fault of each rule in a few words.

import type { Violation } from "../index.js";
import { RULES } from "../providers/rule-list.js";
import type { ProviderRule } from "./types.js";

/** The fault behind the rules of several providers. `{call}` is the call, with its id where it is known. */
const SHARED: Readonly<Record<string, string>> = {
  "{call} has no result": "OC2 AN1 OR1 GE1 BE3 MI2",
  "The result of {call} has no call before it": "OC1 AN2 OR2 GE3 BE4 MI6",
  "The id of {call} is not of the form that the provider takes": "OC3 OR7 MI3 BE10 BE12",
  "A tool name is not of the form that the provider takes": "OC4 OR8b GE9 MI7",
  "The id of {call} is used twice": "OC9 AN3 OR14",
  "The arguments of {call} are not of the form that the provider takes": "OC6 AN7 GE8 BE8 MI11",
  "There is no message": "OC7 AN14 OR13",
  "The content is not of the form that the provider takes": "OC5 OR8 MI9",
  "A list of calls or tools is empty": "OC7b MI12",
  "A text is empty": "AN8 BE5",
  "A message is empty": "AN9 BE6 GE6 MI5 OC17",
  "The conversation ends with the assistant": "AN11 GE10 BE15 BE17 MI4",
  "The last message ends in white space": "AN10 BE16",
  "The conversation does not begin with the user": "AN12 BE1",
  "Roles do not alternate": "AN13 BE2 OC26",
  "Thinking is missing from a turn with calls": "AN15 BE18 AN41 OC14",
  "Thinking was changed": "AN16",
  "The thinking has no signature that the provider can verify": "AN17 BE14",
  "The reasoning was made by another model or provider": "OR12 BE19 MI10 GE5",
  "The messages before the thinking have changed": "AN18 OR15 BE20",
  "There are more than four cache markers": "AN19 BE21",
  "A cache marker is in a place that the provider does not take": "AN20 BE22 BE28",
  "Instructions are in a place that the provider does not take": "AN21 BE23 OC16 GE7",
  "The model does not take the role of a message": "OC10",
  "The result of a failed tool holds more than text": "AN22 BE24",
  "Media are not of a form that the provider takes": "OC12 AN23 OR11 GE12 BE13 MI8",
  "Calls or results stand in a request without tools": "AN24 BE9",
  "The last message ends in thinking": "AN25 BE25",
  "A call of the provider's own tool is incomplete": "AN26",
  "The model does not take this type of thinking": "AN27 BE26",
  "The model does not take this `tool_choice`": "AN35",
  "The user has said nothing": "OC27",
  "Something stands between a call and its result": "BE32 BE27 GE11",
};

/** Faults of one rule. */
const ALONE: Readonly<Record<string, string>> = {
  OC7c: "The `name` of a message is not of the form that the provider takes",
  OC8: "A tool result is not text",
  OC11: "There are more than 128 tools",
  OC13: "Reasoning fields are not what the vendor takes",
  OC15: "The model does not take `parallel_tool_calls`",
  OC18: "A message has more than 128 calls",
  OC19: "The model takes function tools at the Responses endpoint only",
  AN4: "{call} has two results",
  AN5: "A result does not come first in its turn",
  AN6: "A call id or a tool name has characters that the provider does not take",
  AN28: "A signed summary is sent twice",
  AN29: "A signed summary does not come first",
  AN30: "A summary is empty",
  AN31: "A request to compact also asks for context management",
  AN32: "A request to compact ends in an unfinished turn",
  AN33: "A change of tools names a tool that is not declared",
  AN34: "The thread does not take a field of the request",
  OR3: "A reasoning item lacks the item that followed it",
  OR4: "An item lacks the reasoning that came with it",
  OR5: "The id of an item is not one of its kind",
  OR6: "An item is in the request twice",
  OR9: "The text of reasoning is sent back, and the model takes its summary only",
  OR10: "An item is referred to by its id, and was not stored",
  OR16: "The model does not take a field that chooses among its words",
  GE2: "A turn with calls does not follow the user",
  GE4: "{call} has no thought signature",
  BE7: "The result of a failed tool is empty",
  BE11: "Documents are too many, or their names are not plain and distinct",
  MI1: "A role may not follow the one before it",
};

/** The fault of a rule in a few words; the rule's sentence if the rule is one of parameters. */
export function faultOf({ id, sentence }: ProviderRule): string {
  const shared = Object.keys(SHARED).find((title) => SHARED[title]?.split(" ").includes(id));
  return ALONE[id] ?? shared ?? sentence;
}

/** The call that a message of `validate` names. */
const CALL = /\(call `([^`]*)`\)/;
/** A report about fields, which says more than the rule. */
const FIELDS = /(?:does not define|only answers have): (.+)$/;
/** The end of each message of `validate`. */
const BREAKS = /\s*Breaks \w+(?: \(call `[^`]*`\))?\.$/;
const BREAKS_ANYWHERE = /^Breaks \w+(?: \(call `[^`]*`\))?\.\s*/;

/**
 * Returns the fault of a violation as a headline, with names and ids between backticks, and without a full stop.
 *
 * @example
 * for (const violation of validate("anthropic", body)) console.error(titleOfViolation(violation), violation.path);
 */
export const titleOfViolation = (violation: Violation): string =>
  titleOf(
    violation,
    RULES.find(({ id }) => id === violation.rule),
  );

export function titleOf(violation: Violation, rule: ProviderRule | undefined): string {
  const { message, remedy = "", isParameter } = violation;
  const own = message.replace(BREAKS, "").replace(BREAKS_ANYWHERE, "").replace(/\.$/, "");
  const fields = FIELDS.exec(remedy)?.[1];
  if (fields !== undefined) return `The provider does not take ${fields} here`;
  if (isParameter === true || rule === undefined || (rule.handling === "refused" && own !== "")) return capital(own);
  const call = CALL.exec(message)?.[1];
  return called(faultOf(rule), call);
}

/** Rules of calls without results, and of results without calls: a result in a wrong place breaks one of each. */
const PAIRS = ["{call} has no result", "The result of {call} has no call before it"];

/** True if two rules are about the two sides of one fault. */
export const isSameFault = (one: ProviderRule, other: ProviderRule): boolean =>
  one.target === other.target && [one, other].every((rule) => PAIRS.includes(faultOf(rule)));

/** The fault of a rule, with the call that a violation names. */
export const titleBy = (rule: ProviderRule, { message }: Violation): string => called(faultOf(rule), CALL.exec(message)?.[1]);

/** The fault of a rule without a request. */
export const titleOfRule = (rule: ProviderRule): string => called(faultOf(rule), undefined);

function called(title: string, call: string | undefined): string {
  const name = call === undefined || call === "" ? "a call" : `the call \`${call}\``;
  return capital(title.replace("{call}", name));
}

/** Names of models and of fields keep their letters. */
const capital = (text: string): string => (/^[a-z]+[ ,:]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text);
