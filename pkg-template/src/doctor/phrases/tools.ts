// Phrases about tools: their schemas, names, kinds and number; the choice among them; and the format of the output, which has a schema too.

import type { Phrase } from "./phrase.js";

export const TOOLS: readonly Phrase[] = [
  // Ids and names of calls are checked by patterns like those of tools.
  ["call-id-form", /(?:call_?id|tool_?use_?id) \S{1,80} (?:is|was) (?:duplicate|not unique|used)/i],
  ["call-id-form", /call[_ ]?id'?: string (?:too|does|above|below)/i],
  ["call-id-form", /'messages\[\d+\]\.(?:tool_calls\[\d+\]\.)?(?:id|tool_call_id)'/i],
  [
    "call-id-form",
    /(?:tool|function)[_ ]?(?:call|use|result)s?\S{0,20}[_. ]?id'? ?:? ?.{0,60}(?:invalid|must be (?:a-z|unique|at|a string|nine|1|64|alpha)|should match|pattern|too long|length|at most|unique|malformed|illegal|failed to satisfy)/i,
  ],
  [
    "call-id-form",
    /(?:invalid|duplicated?|malformed|illegal) (?:value for )?.{0,12}(?:tool_?call_?id|tool_?use_?id|call_id|tool[ _](?:call|use) id)\b/i,
  ],
  ["call-id-form", /tool_use ids must be unique|tool_use'? ids must be unique|ids? must be unique|tool call id was/i],
  ["wrong-endpoint", /use (?:the )?\/?v1\/(?:responses|completions|chat\/completions|messages|embeddings)/i],
  ["wrong-endpoint", /not supported (?:in|on|by|with|via) (?:the )?(?:'?\/?v1\/|chat[ /]completions|completions|responses)/i],
  ["wrong-endpoint", /not a chat model|(?:only supports?|supports? only) (?:the )?\w+ (?:api|endpoint)/i],
  [
    "wrong-endpoint",
    /(?:only|is) (?:supported|available|accessible) (?:in|via|on|through|with|by) (?:the )?(?:'?\/?v1\/|\w+ (?:api|endpoint)\b|chat\/completions|responses\b)/i,
  ],
  ["wrong-endpoint", /not accessible via|unsupported_api_for_model/i],
  [
    "wrong-endpoint",
    /(?:use|try|call|switch to) (?:the )?(?:\w+ )?(?:responses|completions|interactions|live|converse|embeddings?|messages|invokemodel) (?:api|endpoint)/i,
  ],
  [
    "wrong-endpoint",
    /does(?: not|n't) support (?:the )?(?:chat[ _]?completions?|chat\b(?! template)|generate\b|generatecontent|completions|responses|converse|embeddings|messages)/i,
  ],
  ["wrong-endpoint", /(?:embedding|completion|image|audio|instruct|rerank\w*) model.{0,60}(?:not|cannot|can't)/i],
  ["wrong-endpoint", /is not supported for (?:generatecontent|converse|chat)|supported (?:api|endpoint)s?\b/i],
  ["wrong-endpoint", /(?:wrong|incorrect|different) endpoint|operation does not work with/i],
  // Blocks of tools that the provider runs.
  ["server-tool", /server_?tool_?use/i],
  ["server-tool", /(?:web_search|web_fetch|code_execution|bash|text_editor|mcp|tool_search)\w*_tool_?result/i],
  ["server-tool", /container_?id|container .{0,60}(?:required|expired|not found|identifier)|srvtoolu/i],
  ["server-tool", /encrypted_(?:index|content).{0,20}(?:web|search)|approval requests?/i],
  ["server-tool", /(?:web_search|file_search|code_interpreter|computer|shell|mcp)_call\b.{0,60}(?:required|missing|invalid|must)/i],
  ["server-tool", /server tool/i],
  // The list of tools.
  [
    "tools-count",
    /(?:tools|tool_calls|functions|function_?declarations)'?:? ?(?:array too long|[^.]{0,40}(?:at most(?! \d+ char)|maximum|no more than|up to) (?:of )?\d+)/i,
  ],
  [
    "tools-count",
    /(?:at most|more than|maximum(?: (?:number )?of)?|up to|limit of|exceeds?(?: the)?) \d+ (?:function[_ ]declarations|tools?|functions?|function[_ ]declarations|tool calls?)/i,
  ],
  ["tools-count", /too many (?:tools?|functions?|tool calls?|function)/i],
  ["tools-count", /(?:number|count) of (?:tools|functions|tool calls|function declarations)|single tool[- ]calls?/i],
  ["tools-count", /only (?:supports? )?(?:one|a single) (?:tool|function)|parallel tool calls? (?:is|are) not/i],
  // A schema of the output names its field; that of a tool may hold any word.
  ["structured-output", /schema for (?:response_format|text|output)|response_?format|text\.format/i],
  ["structured-output", /output_?(?:format|config\.format|schema)|response_?(?:json_?)?schema|response_?mime_?type/i],
  ["structured-output", /response mime type|json(?:_| )mode\b|json_object|structured[_ ]outputs?|guided_\w+|word 'json'/i],
  ["structured-output", /json_schema'? .{0,60}(?:not|n't|unavailable|unsupported|invalid|must)/i],
  ["structured-output", /(?:not|n't) support\w* .{0,20}json_schema/i],
  // The choice, before the kinds, which its words name.
  ["tool-choice", /(?:tool_?choice|tool choice|toolchoice)|function_?calling_?config|function calling (?:mode|config)/i],
  ["tool-choice", /forc(?:es|ed|ing) (?:a )?(?:tool|function)|allowed_function_names/i],
  ["tool-type", /tool is not (?:supported|available|enabled|allowed)|tool use with function/i],
  ["tool-type", /multiple tools are supported only/i],
  [
    "tool-schema",
    /(?:invalid|unsupported|malformed|bad|failed to (?:compile|parse|convert)) (?:json |tool |function |input |parameters? |output )*schema/i,
  ],
  ["tool-schema", /input_?schema|inputschema/i],
  ["tool-schema", /(?:tools?|function_?declarations?|functions?)\S{0,60}[.\]'](?:parameters|schema|items|properties)\b/i],
  ["tool-schema", /parameters'? ?schema/i],
  [
    "tool-schema",
    /schema\b.{0,60}(?:specify|type field|draft|invalid|must have|must be|should be|not supported|unsupported|too (?:complex|deep|large|many)|nest|states|recurs)/i,
  ],
  ["tool-schema", /json ?schema|only allowed for string|: missing field\.|\$ref|\$defs/i],
  ["tool-schema", /additionalproperties'? (?:is|must|should|not)|(?:anyof|allof|patternproperties|propertynames)\b/i],
  ["tool-schema", /'oneof'|support oneof|property keys should/i],
  ["tool-schema", /(?:parameters|properties)\.?\S* ?.{0,30}type is not defined|'required' (?:is|present|must)|nesting/i],
  ["tool-schema", /grammar\b|(?:function|tool) parameters .{0,30}(?:must|should|invalid)/i],
  ["tool-schema", /functiondeclaration .{0,80}(?:schema|parameters)|tools?\S{0,30}\.parameters/i],
  ["tool-schema", /proto field is not repeating|missing '(?:type|anyof|items|properties|required)'/i],
  [
    "tool-name-form",
    /(?:invalid|duplicate[ds]?|illegal|malformed|bad|empty|missing) (?:\w+ )?(?:tool|function)s?(?:[ _](?:name|declaration))/i,
  ],
  [
    "tool-name-form",
    /(?:tool|function|functiondeclaration|function_?response|function_?call|toolspec|tool_?use|custom)s?\S{0,30}[._ ]name'?s?\b.{0,100}(?:pattern|match|must|at least|at most|too long|too short|character|length|alphanumeric|unique|empty|invalid|starts?|duplicate|failed to satisfy|regular expression)/i,
  ],
  ["tool-name-form", /must start with a letter|(?:function|tool) name was/i],
  ["tool-name-form", /'(?:tools|functions|input)\[\d+\]\.(?:function\.)?name'|tool names? must|name cannot be empty/i],
  ["tool-name-form", /\[\d+\]\.function\.name|'[\^]?\[a-za-z0-9_\\?-\]\S{0,12}'/i],
  ["tools-unsupported", /^'?tools'? (?:is|are) not supported/i],
  [
    "tools-unsupported",
    /(?:not|n't) support (?:the )?(?:'?tools?'?\b(?!_| choice| types?|\.)|functions?\b|function[- _]?call|toolconfig|'tools')/i,
  ],
  [
    "tools-unsupported",
    /(?:(?:tool|function)[ _-]?(?:us(?:e|age)|call(?:s|ing)?)|tools|functions)'? (?:is|are|were) (?:not (?:supported|available|enabled|allowed)|unsupported|disabled)(?! (?:with|when|together|alongside))/i,
  ],
  ["tools-unsupported", /endpoints found that support tool|(?:no|without) support for (?:tool|function)[ -]call/i],
  ["tools-unsupported", /support for (?:tools?|function)|(?:not|n't) (?:have|offer) (?:tool|function)/i],
  ["tool-type", /(?:tool|function)[ _]?type|tools?\[?\.?\d+\]?\.type|tools?\.?\[?\d+\]?: (?:input tag|unknown)/i],
  ["tool-type", /rejected tool/i],
  [
    "tool-type",
    /(?:unsupported|unknown|unrecognized|invalid|hosted|built-?in|custom|native|server|provider) tools?\b(?![ _](?:call|choice|name|result|response|use|schema|arg|message|id|param))/i,
  ],
  ["tool-type", /search tools?\b|grounding|function calling .{0,60}(?:unsupported|together|combined|search|tool)/i],
  [
    "tool-type",
    /(?:google_?search|code_?execution|web_?search|web_?fetch|url_?context|computer_?use|code_?interpreter|file_?search|image_?generation|local_shell|apply_patch|googlesearchretrieval|mcp)\w*'?.{0,80}(?:not|n't|unsupported|cannot|only|unknown|invalid|together|combin)/i,
  ],
  [
    "tool-type",
    /(?:not|n't) support\w* .{0,30}(?:web_?search|web search|code_?execution|computer|mcp|hosted|built-?in|custom tool|google_?search)/i,
  ],
  ["tool-type", /(?:cannot|can't) (?:be )?(?:combine|use|mix)\w* .{0,60}(?:function|search|tools)/i],
  ["tool-type", /tools? (?:cannot|can't|must not) be (?:combined|used|mixed)/i],
];
