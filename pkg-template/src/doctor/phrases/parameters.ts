// Phrases about parameters: which the model takes, their values, and what they exclude.

import type { Phrase } from "./phrase.js";

export const PARAMETERS: readonly Phrase[] = [
  ["missing-field", /must define tools|toolconfig field must be defined/i],
  [
    "max-output",
    /max_?(?:completion_?|output_?|new_?)?tokens?\b(?!'? (?:is |was )?(?:not |un)support)'?.{0,60}(?:too (?:large|high|big)|exceed|less than|at most|\d+ > \d+|maximum (?:allowed|value|of|number)|above max|cannot be (?:greater|larger)|supports? (?:at most|up to)|upper limit|not greater|must be <|should be <|is greater than)/i,
  ],
  ["max-output", /maximum output is|maximum (?:allowed )?(?:number of )?(?:output|completion|generat\w+) tokens/i],
  ["max-output", /maximum tokens (?:you )?request|(?:output|completion) (?:token|length) (?:limit|exceed)/i],
  ["max-output", /range of max_?(?:\w+_)?tokens|max_?tokens.{0,40}(?:valid )?range/i],
  ["unknown-part", /supported values are: '?(?:output_text|input_text|text|refusal|image_url)/i],
  ["unknown-field", /(?:unsupported|unknown) field:/i],
  ["parameter-value", /invalid reasoning effort|^stop must be/i],
  ["parameter-value", /only supports? (?:stream|thinking|non)|(?:mandatory|cannot be disabled|always (?:on|enabled))/i],
  ["parameter-value", /'thinking\.type\.\w+' is|^unsupported value|^invalid value for '|turn thinking off/i],
  ["parameter-value", /'(?:messages\[\d+\]\.)?(?:name|tools|tool_calls)': (?:empty array|string)/i],
  ["unknown-field", /property '?[^']{1,120}'? (?:is )?unsupported/i],
  ["parameter-value", /\w+ ?参数(?:非法|错误|有误)/],
  // A model that lacks a parameter.
  ["parameter-unsupported", /unsupported (?:parameter|argument|field|option)|unsupportedparams/i],
  [
    "parameter-unsupported",
    /(?:parameter|argument|option|field|setting)s?:? ['\w.[\]]{0,60} ?(?:is|are) (?:not (?:supported|available|allowed|accepted|compatible|enabled)|unsupported|deprecated|no longer)/i,
  ],
  ["parameter-unsupported", /(?:argument|parameter|option) not (?:supported|allowed|accepted)/i],
  ["parameter-unsupported", /(?:not|n't) support (?:the )?(?:parameters?|arguments?|options?)\b/i],
  ["parameter-unsupported", /(?:not|n't) support (?:the )?'?[\w.]{2,60}'? (?:parameter|argument|field|option)/i],
  ["parameter-unsupported", /instead of 'max_|use 'max_|max_?tokens'? (?:is |was )?(?:not |un)support/i],
  ["parameter-unsupported", /'[\w.]{2,60}' is (?:not supported|deprecated|unsupported|no longer|not available|not allowed)/i],
  [
    "parameter-unsupported",
    /^(?:.{0,80}: )?[a-z]+_[a-z_]+ is (?:not supported|deprecated|unsupported|no longer|not available|not allowed)/i,
  ],
  ["parameter-unsupported", /unsupported for streaming/i],
  [
    "parameter-unsupported",
    /(?:not|n't) support (?:streaming|thinking|reasoning|log ?probs|logit_bias|temperature|top_?p|top_?k|stop\b|seed|penalt\w+|effort|verbosity|prompt caching|'?stream|sampling|n\b|extended thinking|adaptive|'?\w+_\w+'?(?: ?$|\.))/i,
  ],
  [
    "parameter-unsupported",
    /(?:streaming|thinking|reasoning|logprobs|extended thinking|adaptive thinking|penalty)(?: level| mode)? is not (?:supported|enabled|available)/i,
  ],
  ["parameter-unsupported", /deprecated for this model|cannot be used with (?:this|reasoning)/i],
  ["parameter-unsupported", /(?:presence|frequency)_?penalty .{0,30}not/i],
  ["parameter-unsupported", /not supported (?:with|by|for|on|in) (?:this|the) (?:selected )?model/i],
  ["parameter-value", /thinking\.type\./i],
  [
    "parameter-value",
    /(?:cannot|can't|can not|may not|can only) (?:both )?be (?:both )?(?:specified|set|used|enabled|combined|provided)\b/i,
  ],
  ["parameter-value", /cannot both|at the same time|mutually exclusive|only (?:one|set)\b.{0,30} of|must be unset/i],
  ["parameter-value", /may only be set|unsupported value/i],
  ["parameter-value", /(?:value|parameter)s? .{0,40}(?:invalid|out of range|not (?:valid|supported|allowed|one of|a valid))/i],
  ["parameter-value", /(?:valid|allowed|supported|acceptable|accepted) (?:range|values?)|supported range|out of range/i],
  ["parameter-value", /range:|range of|(?:minimum|maximum) (?:value|allowed|is)/i],
  [
    "parameter-value",
    /(?:should|must|has to|needs to) be (?:greater|less|larger|smaller|in|between|within|at least|at most|a positive|positive|an? integer|a (?:non|number|float|bool)|set to|one of|either|true|false|>|<|≥|≤|≥|\d)/i,
  ],
  ["parameter-value", /only (?:the default|\d|temperature|'?\w+'?(?: is|=))|budget|thinking[_ ]level/i],
  [
    "parameter-value",
    /(?:invalid|illegal|wrong|bad) (?:value |'?)?(?:for )?'?(?:temperature|top_?p|top_?k|\w*penalty|seed|\w*tokens|\w*effort|verbosity|service_tier|stop\w*|stream\w*|thinking\w*|n\b|logit\w*|logprobs|size|voice|parallel_tool_calls|truncation|store|include|metadata|user)/i,
  ],
  [
    "parameter-value",
    /(?:temperature|top_?p|top_?k|\w*penalty|seed|max_?\w*tokens|\w*effort|verbosity|service_tier|stop(?:_sequences?|sequences)?|stream\w*|thinking\w*|logprobs|n|metadata\S*|user|store|include|speed|truncation)'?\]?: (?:input|must|should|invalid|range|value|string|expected|ensure|number|integer)/i,
  ],
  ["parameter-value", /(?:input|ensure this value) should be (?:greater|less)/i],
  ["parameter-value", /is (?:only )?(?:allowed|permitted|valid|supported) when/i],
  ["parameter-value", /only (?:allowed|supported|valid|available) (?:when|if|for|with)/i],
  ["parameter-value", /when '?(?:thinking|stream\w*|reasoning|enable_thinking)'?\b|non-streaming/i],
  ["parameter-value", /(?:stream(?:ing)?|temperature|top_[pk]|n)=|must be greater|does not support \d/i],
  ["parameter-value", /does not support '?[\w.]+'? (?:value|=)|does not match pattern/i],
  ["parameter-value", /not (?:compatible|supported) (?:with|when|together)|incompatible|conflict\w* with/i],
  ["parameter-value", /requires? .{0,40}(?:to be (?:set|enabled)|thinking|stream)|unavailable now|service[_ ]tier/i],
  ["parameter-value", /strictly|must be (?:float|int|bool|number|numeric|non-negative)|restricted to|unexpected value/i],
  ["parameter-value", /candidates? can be|stop sequence|reasoning_effort|budget_tokens/i],
  [
    "parameter-unsupported",
    /(?:thinking|effort|verbosity|temperature|top_?p|top_?k|\w+_penalty|logprobs|logit_bias|seed|stop|stream\w*|reasoning\S*)'? .{0,60}(?:unsupported|not (?:be )?(?:support|allow|permit|available|accept)\w*|n't support)/i,
  ],
];
