// Names of fields, roles, parts and formats in other packages, so that an error can suggest the right name.

/** The names to search: names of options; or all names, for messages and options of a conversation, for which a response may be given by mistake. */
export type Names = "options" | "all";

/** Names of fields elsewhere. */
interface OtherNames {
  /** A field, and its names elsewhere. Where a name belongs to several fields, the first that the object in question has is meant. */
  readonly fields: Readonly<Record<string, string>>;
  /** Advice for a name that no object here has. */
  readonly advice: Readonly<Record<string, string>>;
}

/** Names in options. */
const OPTION_NAMES: OtherNames = {
  fields: {
    systemPrompt: "system instructions prompt",
    tokenLimit: "maxTokens max_tokens limit budget contextWindow contextLimit",
    maxTokens: "max_tokens limit budget contextWindow contextLimit tokenLimit",
    summaryTokens: "maxTokens max_tokens",
    reduce: "strategy reducer",
    keep: "keepTurns turns",
    keepRecent: "keepTurns turns keep",
    recentKeep: "keep",
    keepTurns: "keep",
    windowSize: "size",
    pin: "pinned",
    pictures: "images",
  },
  advice: {
    messages: "Give messages to `ConversationManager.from(format, messages)`.",
    model: "The model is for the params of a request: `prepare(target, { model })`.",
    tools: "Tools are for the params of a request: `prepare(target, { tools })`.",
    summarize: "Give it to a strategy: `reduce: fitBudget({ summarize })`.",
  },
};

const RESPONSE = "Give a provider's response, whole, to `addResponse(format, response)`.";

/** Names in messages. */
const MESSAGE_NAMES: OtherNames = {
  fields: {
    tokens: "usage",
    input: "prompt_tokens input_tokens",
    output: "completion_tokens output_tokens",
    toolCallId: "callId tool_use_id",
    content: "text parts",
    createdAt: "timestamp date",
  },
  advice: {
    choices: RESPONSE,
    refusal: RESPONSE,
    annotations: RESPONSE,
    stop_reason: RESPONSE,
    object: RESPONSE,
  },
};

const TABLES: Readonly<Record<Names, readonly OtherNames[]>> = { options: [OPTION_NAMES], all: [OPTION_NAMES, MESSAGE_NAMES] };

/** Returns the field of `keys` that has the name `key` elsewhere; undefined for an unknown name. */
export function fieldMeant(key: string, keys: readonly string[], others: Names): string | undefined {
  const known = TABLES[others].flatMap(({ fields }) => Object.entries(fields));
  return known.find(([field, names]) => keys.includes(field) && names.split(" ").includes(key))?.[0];
}

/** Returns advice for a field that no object here has, or null. */
export function adviceOn(key: string, others: Names): string | null {
  return TABLES[others].find(({ advice }) => Object.hasOwn(advice, key))?.advice[key] ?? null;
}

const ROLES: Readonly<Record<string, string>> = {
  developer: "is `system` here: give its text as `systemPrompt`, or as the first message",
  human: "is `user` here",
  person: "is `user` here",
  ai: "is `assistant` here",
  model: "is `assistant` here",
  chatbot: "is `assistant` here",
  function: "is `tool` here, with the `toolCallId` of its call",
  tool_result: "is `tool` here, with the `toolCallId` of its call",
};

/** Returns advice for another package's role; null for an unknown one. */
export function roleAdvice(name: string, roles: readonly string[]): string | null {
  const lower = name.toLowerCase();
  if (roles.includes(lower)) return `\`${name}\` is \`${lower}\` here`;
  return Object.hasOwn(ROLES, lower) ? `\`${name}\` ${ROLES[lower]}` : null;
}

const PARTS: Readonly<Record<string, string>> = {
  tool_result: 'a tool\'s result is a message of its own: `addMessage("tool", text, { toolCallId })`',
  "tool-result": 'a tool\'s result is a message of its own: `addMessage("tool", text, { toolCallId })`',
  tool_use: "calls stand beside the content, in `toolCalls`",
  "tool-call": "calls stand beside the content, in `toolCalls`",
  image_url: 'a picture is `{ type: "image", url }`',
  input_image: 'a picture is `{ type: "image", url }`',
  input_text: 'a text is `{ type: "text", text }`',
  output_text: 'a text is `{ type: "text", text }`',
  input_audio: 'sound is `{ type: "audio", mediaType, data }`',
  document: 'a document is `{ type: "file", mediaType, data }`',
  input_file: 'a document is `{ type: "file", mediaType, data }`',
  thinking: 'thoughts are `{ type: "reasoning", text, signature }`',
};

/** Returns advice for a provider's part; null for an unknown one. */
export function partAdvice(type: unknown): string | null {
  return typeof type === "string" && Object.hasOwn(PARTS, type) ? (PARTS[type] ?? null) : null;
}
