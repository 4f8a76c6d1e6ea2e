// Phrases about fields and types, by which validators of every kind refuse a body; after the phrases that name what the field is for.

import type { Phrase } from "./phrase.js";

export const FIELDS: readonly Phrase[] = [
  // A type of part that the provider or the model does not take.
  ["unknown-part", /unsupported content\[|type ?类型错误|unknown variant|unknown (?:content |part |block |item |message |input )*type/i],
  ["unknown-part", /does not match any of the expected|input tag/i],
  [
    "unknown-part",
    /(?:unsupported|invalid|unrecognized|unexpected|unhandled|illegal) (?:content|part|block|item|input|message|chat|chunk)(?: (?:part|block|item|chunk))? ?types?/i,
  ],
  ["unknown-part", /cannot determine type/i],
  [
    "unknown-part",
    /(?:content|part|block|item|input)[ .]?type\b.{0,60}(?:not|n't|unsupported|invalid|unknown|unrecognized|must|expected|should)/i,
  ],
  ["unknown-part", /content block/i],
  [
    "unknown-part",
    /(?:image|audio|video|vision|document|file|pdf|multi-?modal|media|picture)\w*(?: (?:input|content|url|understanding|part|block|message|modality))*s?\b.{0,20} (?:is|are) (?:not|n't|un|only) ?(?:supported|allowed|accepted|enabled|available|permitted)?/i,
  ],
  [
    "unknown-part",
    /(?:not|n't) (?:support|accept|allow|handle|process|understand|take)\w* .{0,30}(?:images?|audio|video|vision|documents?|files?|multi-?modal|pdf|media|modalit)/i,
  ],
  ["unknown-part", /endpoints found that support|not a multi-?modal|text-only/i],
  ["unknown-part", /(?:only )?supported values are: '?(?:output_text|input_text|text|refusal)/i],
  ["unknown-part", /only (?:supports? )?(?:text|'text')|invalid value: '\w+'/i],
  ["unknown-part", /unexpected (?:content )?(?:chunk|part|block)|vision|modalit/i],
  ["unknown-field", /extra (?:inputs?|fields?|keys?|data|properties) (?:are |is )?(?:not|forbidden)|extra_forbidden/i],
  [
    "unknown-field",
    /(?:unrecognized|unknown|unexpected|unsupported|additional|undefined|extraneous|disallowed|unevaluated) (?:request )?(?:keyword |body )?(?:arguments?|keys?|fields?|property|properties|parameters?|names?|options?|attributes?|member)/i,
  ],
  ["unknown-field", /property '?[^']{1,120}'? (?:is )?(?:unsupported|not)|additionalproperties|cannot find field/i],
  [
    "unknown-field",
    /(?:field|key|property|attribute) .{0,60}(?:not (?:permitted|allowed|supported|recogni|expected)|unknown|unexpected|unsupported)/i,
  ],
  ["unknown-field", /(?:is|are) not (?:permitted|allowed|accepted|recognized)(?: here)?\.?$|was unexpected/i],
  ["unknown-field", /were unexpected|no such field|not permitted/i],
  ["parameter-unsupported", /(?:is|are) not supported(?: here)?\.?$/i],
  [
    "missing-field",
    /missing '\w{1,40}' (?:in|field|key)|(?:must|please|should) (?:provide|specify|supply|include|pass|set) (?:a|an|the|one)\b/i,
  ],
  ["missing-field", /field(?: is)? required/i],
  [
    "missing-field",
    /(?:missing|requires?|required|omitted|lacks?)(?: a| the| one)*(?: required| mandatory)*:? (?:request )?(?:parameters?|fields?|property|properties|key|argument|attribute|value)/i,
  ],
  ["missing-field", /missing field|(?:is|are) (?:a |an )?required|required (?:but|and)/i],
  ["missing-field", /'[\w.[\]]+' is (?:missing|mandatory)|must be (?:specified|provided|present|defined)|is a required/i],
  ["missing-field", /(?:is|are|was|were) (?:missing|not (?:specified|provided|set|present))|received undefined|required$/i],
  ["missing-field", /none given/i],
  // A wrong type, by the place that has it.
  [
    "content-form",
    /\b(?:content|messages?|contents|input|prompt|parts)\b.{0,200}(?:invalid type|unmarshal|input should be|should be a valid|expected|must be (?:a |an |either )?(?:string|text|list|array|object|one)|should be (?:a |an )?(?:string|text|list|array|object)|type error|is not (?:a|an|of)|not a valid|does not match|str type|not of type|wrong type|should have)/i,
  ],
  [
    "content-form",
    /(?:invalid type|unmarshal|expected|not of type|should be a valid|must be|is not (?:a|an|of)|validation errors? for).{0,200}\b(?:content|messages?|contents|input|parts)\b/i,
  ],
  ["content-form", /type mismatch of .{0,40}(?:messages|content)/i],
  ["content-form", /expected shape|invalid (?:content|messages?|input)\b|union of|(?:list|dict|object)'? has no/i],
  ["content-form", /has no attribute|concatenate (?:str|list)|(?:json|syntax) ?(?:parse|decode|error)/i],
  ["content-form", /failed to (?:parse|deserialize)|untagged enum|unhashable/i],
  [
    "content-form",
    /^(?:\S{1,60}: )?(?:invalid type: (?:sequence|map|string|null)|expected (?:a )?(?:string|array|object|list)|input should be a valid (?:string|list))/i,
  ],
  // A wrong value, of a field that has the name of a parameter.
  [
    "parameter-value",
    /\b[a-z]+[_A-Z]\w+'?\]?:? .{0,60}(?:must be|should be|expected|is not (?:a|an|one)\b|out of|[iI]nvalid|too (?:long|short|large|small|many|low|high)|greater|less than|at (?:least|most))/,
  ],
  ["parameter-value", /[iI]nvalid (?:value|type)\b|[iI]nvalid '[\w.[\]]{1,120}'/],
  ["parameter-value", /invalid (?:value for |parameter:? )?'?[a-z]+_[a-z_]+/],
];
