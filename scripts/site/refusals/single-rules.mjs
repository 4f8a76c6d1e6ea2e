// Texts for single rules, where those of their cause say too little or too much.

/** Causes of rules whose words do not name them. */
export const CAUSE_OF_RULE = {
  OC5: "content-form",
  OC7b: "parameter-value",
  OC7c: "tool-name-form",
  OC12: "media-type",
  AN0: "content-form",
  AN20: "cache-control",
  AN23: "media-type",
  AN28: "compaction",
  AN29: "compaction",
  AN30: "compaction",
  AN31: "compaction",
  AN32: "compaction",
  AN34: "unknown-field",
  AN36: "parameter-value",
  OR0: "content-form",
  OR15: "reasoning-changed",
  BE0: "content-form",
  BE9: "tool-type",
  BE10: "call-id-form",
  BE11: "media-count",
  BE27: "mixed-content",
  BE28: "cache-control",
  AN24: "tool-type",
  GE2: "role-order",
  MI0: "content-form",
  MI10: "reasoning-signature",
  MI11: "json-arguments",
  MI12: "parameter-value",
};

/** Ways to single rules, where those of the cause say too little or too much. */
export const WAYS_OF_RULE = {
  OC7b: [["An empty list was sent in place of none", "A client adds the field even if nothing is called or declared."]],
  OC18: [
    ["Many calls were made at once", "The calls of several answers were joined to one message, or a model of another provider made them."],
  ],
  OC27: [["Only instructions were sent", "Or the history was cut so far that no message of the user is left."]],
  AN10: [["The last answer was stopped between words", "What was stored ends in a space or a line break, and the request continues it."]],
  AN13: [["Two messages of one role follow each other", "Newer models join them; the oldest refuse them."]],
  AN24: [["Tools were left out for one request", "A summary or a title is asked for without tools, and the history still has calls."]],
  AN33: [["A tool or its server was removed", "A message of the history still adds or removes it."]],
  AN35: [["A tool was forced", "Structured output is often asked for by a forced tool, which this model does not take."]],
  AN36: [
    ["The budget was kept, the limit was not", "`max_tokens` holds thinking and answer together, so it must be larger than the budget."],
  ],
  AN39: [
    ["The body was written for another provider", "Of the providers here, only Anthropic requires `max_tokens`."],
    ["The limit is that of another model", "Each model writes at most a number of tokens of its own."],
  ],
  BE9: [["Tools were left out for one request", "A summary or a title is asked for without tools, and the history still has calls."]],
  BE16: [["The last answer was stopped between words", "What was stored ends in a space or a line break, and the request continues it."]],
  BE27: [["The answer spoke after it had called a tool", "Its stream was stored in the order in which it came."]],
  MI12: [["An empty list was sent in place of none", "A client adds the field even if no tool is declared."]],
};
