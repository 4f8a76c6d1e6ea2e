// Phrases with the place of the fault, in the words of validators: they decide before the names in the place do.

import type { Phrase } from "./phrase.js";

export const PLACES: readonly Phrase[] = [
  // Calls and results, whatever kind of tool they name.
  ["call-without-result", /no tool output found|tool call result does not follow/i],
  ["role-order", /unexpected role '(?!system|developer)\w+'\. |after role '?system/i],
  ["result-without-call", /no tool call found|no previous assistant message with a tool call/i],
  ["result-without-call", /provided when previous message|not contain any 'tool_use/i],
  ["cache-control", /\.cache_?control: (?!.{0,20}empty)/i],
  ["tool-schema", /(?:function|tool) parameters (?:is|are) (?:empty|missing|required|invalid)/i],
  ["max-output", /max_?(?:output|completion|new)?_?tokens value of \d{2,}/i],
  ["developer-role", /developer is not one of|(?:role|role:|role information:|input_value=)[ '"]{0,3}developer\b/i],
  ["unknown-part", /endpoints found that support (?:image|video|audio|file|input)/i],
  ["system-place", /(?<!after )(?:role|role:) '?system\b|only the first message can be a system/i],
  ["media-type", /media_?type'?: /i],
  ["unknown-part", /(?:parts|(?<!encrypted )content|(?<!thinking |reasoning )blocks?)'? (?:is|are) not supported/i],
  ["content-form", /invalid value at 'contents\[\d+\]'|expects? a single '?text|key must be a string/i],
  ["messages-missing", /(?:messages|input|contents)\S{0,3}(?:输入)?不能为空/i],
  [
    "unknown-part",
    /(?:image|audio|video|document|pdf|vision|multi-?modal|media)s?(?: (?:input|content|url|part)s?)? (?:is|are) not (?:supported|available|enabled|allowed)/i,
  ],
  ["unknown-part", /must have a 'type' field/i],
  ["parameter-unsupported", /can handle the requested parameters/i],
  ["parameter-value", /\bvalue '?[\w.]{1,40}'? (?:is )?not supported/i],
  ["empty-message", /content length must be|\bcontent'?: must be non-?empty/i],
  ["empty-message", /(?<!messages' : |messages: )minimum number of items is 1(?!: messages)/i],
  ["messages-missing", /'messages' field is required|'(?:prompt|input)' or 'messages'|'messages' or '(?:prompt|input)'/i],
  ["messages-missing", /minimum number of items/i],
  ["missing-field", /missing required (?:parameter|field|argument|property)s?:? '[^']{1,120}'/i],
  ["parameter-value", /'messages\[\d+\]\.(?:name|tool_calls)': (?:empty array|string does)|'tools': empty array/i],
  ["call-id-form", /^string too long\./i],
  ["item-id-form", /'input\[\d+\]\.id'/i],
  ["prompt-cache-key", /prompt_?cache_?(?:key|retention)/i],
];
