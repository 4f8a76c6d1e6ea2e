// Refusals that no rule of a body is behind: the context window, sizes, accounts, models, filters and servers.

/**
 * A refusal without a rule.
 *
 * @typedef {object} Elsewhere
 * @property {string} label its short title, of which its address is made
 * @property {string} cause the cause that `explain` names for all of its words
 * @property {readonly string[]} words answers of providers, the commonest first
 * @property {string} says what it means, in a sentence
 * @property {readonly (readonly [string, string])[]} ways how programs come to it
 * @property {string} action what to do
 * @property {string} [code] a program that does it with the package
 */

const PLAN = `import { fit } from "backscroll";

const { body } = fit("openai-chat", request, { maxTokens: 100_000 });`;

/** @type {readonly Elsewhere[]} */
export const ELSEWHERE = [
  {
    label: "prompt is too long: context window exceeded",
    cause: "context-overflow",
    words: [
      "prompt is too long: 208310 tokens > 200000 maximum",
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 140312 tokens. Please reduce the length of the messages.",
      "The input token count (1234567) exceeds the maximum number of tokens allowed (1048576).",
      "Input is too long for requested model.",
      "Your input exceeds the context window of this model. Please adjust your input and try again.",
    ],
    says: "The request has more tokens than the model's context window.",
    ways: [
      ["The conversation grew", "Each step sends everything before it again, and results of tools grow fastest."],
      ["One result is huge", "A file, a page or a log was put into the history whole."],
      ["The answer's limit counts, too", "Some models add `max_tokens` to the size of the prompt."],
    ],
    action:
      "Make the request shorter, and keep each call together with its result. Shorten old results of tools first: they take the most room, and later steps need them least.",
    code: PLAN,
  },
  {
    label: "request too large: too many bytes",
    cause: "request-too-large",
    words: ["Request too large. Max size is 32 MB", "Request exceeds the maximum size", "request entity too large"],
    says: "The request has more bytes than the provider, or a proxy before it, takes.",
    ways: [
      ["Pictures and files in base64", "Each step sends those of all earlier steps again."],
      ["A proxy has a limit of its own", "It may be much lower than the provider's."],
    ],
    action: "Send pictures smaller, or by URL or file id, and replace old ones by a line that names them.",
  },
  {
    label: "image exceeds the maximum size",
    cause: "media-size",
    words: ["messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 7340032 bytes > 5242880 bytes"],
    says: "A picture has more bytes than the provider takes for one.",
    ways: [["A picture came from a camera or a screen as it was", "Models see it smaller anyway."]],
    action: "Make the picture smaller before it is sent.",
  },
  {
    label: "too many images and documents",
    cause: "media-count",
    words: ["Too many images and documents: 101 + 0 > 100"],
    says: "A request has more pictures and documents than the provider takes.",
    ways: [["Screenshots pile up in the history", "Each step adds one, and all are sent again."]],
    action: "Keep the newest ones, and replace each other one by a line that names it.",
    code: `import { fit } from "backscroll";

const { body } = fit("anthropic", request, { maxTokens: 100_000, pictures: { keepLast: 3 } });`,
  },
  {
    label: "Invalid `prompt_cache_key`: string too long",
    cause: "prompt-cache-key",
    words: [
      "Invalid 'prompt_cache_key': string too long. Expected a string with maximum length 64, but got a string with length 71 instead.",
    ],
    says: "The key of the prompt cache is longer than the provider takes.",
    ways: [["The key was put together from several ids", "A user, a thread and a version make more than 64 characters."]],
    action: "Shorten the key, for instance to a hash of it.",
  },
  {
    label: "Rate limit reached",
    cause: "not-ours",
    words: [
      "Rate limit reached for gpt-5",
      "Too many requests",
      "ThrottlingException: Too many requests, please wait before trying again.",
    ],
    says: "The account sent more requests or tokens in a minute than it may.",
    ways: [
      ["Several runs share one account", "Their requests and tokens are counted together."],
      ["Long conversations", "The tokens of the whole prompt count at each step."],
    ],
    action: "Wait as long as the answer says, then send the same request again. Shorter requests reach the limit of tokens later.",
  },
  {
    label: "exceeded your current quota",
    cause: "not-ours",
    words: [
      "You exceeded your current quota, please check your plan and billing details.",
      "Your credit balance is too low to access the Anthropic API.",
      "Insufficient Balance",
    ],
    says: "The account has no money or no quota left.",
    ways: [["A budget is used up", "The account's, the project's or the key's."]],
    action: "Look at the billing of the account that the key belongs to. Sending the request again does not help.",
  },
  {
    label: "Incorrect API key provided",
    cause: "not-ours",
    words: [
      "Incorrect API key provided: sk-…",
      "invalid x-api-key",
      "UnrecognizedClientException: The security token included in the request is invalid.",
    ],
    says: "The provider does not know the key.",
    ways: [
      ["The key is of another provider, or of another address", "Compatible servers each have keys of their own."],
      ["The variable is empty, or has a line break at its end", "Print the key's length, never the key."],
    ],
    action: "Check which key the program sends, and to which address.",
  },
  {
    label: "The model does not exist",
    cause: "not-ours",
    words: ["The model `gpt-9` does not exist or you do not have access to it.", "models/gemini-9 is not found for API version v1beta"],
    says: "The provider has no model of this name, or the account may not use it.",
    ways: [
      ["The name is spelled differently here", "Each provider and each proxy has names of its own."],
      ["The model was retired", "Or it is not yet open to this account or region."],
    ],
    action: "List the models of the account, and send a name from that list.",
  },
  {
    label: "filtered by a content policy",
    cause: "not-ours",
    words: ["The response was filtered due to the prompt triggering Azure OpenAI's content management policy.", "Content Exists Risk"],
    says: "A filter of the provider objects to the texts of the request, or of the answer.",
    ways: [["A text in the history triggers it", "It is sent again with each step, so each step fails."]],
    action: "Find the text by leaving out the newest messages one by one, and remove it from the history.",
  },
  {
    label: "Failed to call a function",
    cause: "not-ours",
    words: ["Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details."],
    says: "The model wrote a call that is none: it is the answer that failed, not the request.",
    ways: [["Many or complicated tools", "Smaller models write calls that do not follow the schema."]],
    action: "Send the request again, or offer fewer tools with simpler schemas.",
  },
  {
    label: "Overloaded, and errors of the server",
    cause: "not-ours",
    words: ["Overloaded", "The server had an error while processing your request. Sorry about that!", "Internal server error"],
    says: "The provider's server failed or has too much to do.",
    ways: [["The provider has a fault", "Its status page says so, often later."]],
    action: "Send the same request again after a pause that grows with each try.",
  },
];
