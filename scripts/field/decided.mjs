// Differences from pi-ai's catalogue and from the providers' packages in which this repository keeps its own row, with the reason.

const ALIAS = "the name leads to another model at times, so its facts change without notice";
const OTHER_FORMAT = "the address has a format of its own, which is a target and no vendor of chat completions";
const WITH_ANSWER = "pi-ai's window has room for the answer; ours is the most that a request may have";
const FREE = "0 stands for a price that is not known, or for a free trial";
const MEDIA = "the model makes or hears pictures, sound or video, which have prices of their own";

/**
 * All fields but the reason are regular expressions of whole values. A field that is absent fits all.
 *
 * @typedef {object} Decision
 * @property {string} subject
 * @property {string} [of] vendors, makers or hosts
 * @property {string} [models]
 * @property {string} [ours] values of this repository
 * @property {string} [theirs] values of the package
 * @property {string} why
 */

/** @type {readonly Decision[]} */
export const DECIDED = [
  { subject: "address", of: "bedrock-runtime\\..*\\.amazonaws\\.com|api\\.anthropic\\.com", why: OTHER_FORMAT },
  { subject: "address", of: "chatgpt\\.com|radius\\.pi\\.dev", why: "the address takes requests of its own clients only" },

  {
    subject: "role developer",
    of: "openrouter|groq",
    why: "no refusal is known, so a body that is repaired keeps the role, as it was recorded with Claude at OpenRouter; a request that is written holds `system`",
  },
  {
    subject: "reasoning_content beside calls",
    of: "glm",
    theirs: "not demanded",
    why: "Z.ai's guide to thinking asks for the reasoning of calls",
  },
  {
    subject: "reasoning_content beside calls",
    of: "kimi",
    theirs: "not demanded",
    why: "the row is of the whole vendor, and older models take the empty field",
  },
  {
    subject: "reasoning_content beside calls",
    of: "openrouter",
    models: "~?deepseek/.*",
    theirs: "not demanded",
    why: "the demand is of the whole family, and older models take the empty field",
  },

  { subject: "window|price.*|efforts", of: "openai", models: "chat-latest|gpt-daybreak-.*", why: ALIAS },
  { subject: "price.*", of: "google", models: ".*-latest", why: ALIAS },

  {
    subject: "window",
    of: "openai",
    ours: "922000",
    theirs: "272000",
    why: "pi-ai has the size from which requests cost more; the model takes larger ones",
  },
  { subject: "window", of: "openai", ours: "272000", theirs: "400000", why: WITH_ANSWER },
  { subject: "window", of: "openai", ours: "922000", theirs: "1050000", why: WITH_ANSWER },
  {
    subject: "window",
    of: "mistral",
    models: "codestral-.*",
    why: "sources differ, and the smaller window is the safe one: litellm has 128,000",
  },
  { subject: "window", of: "google", models: "deep-research-.*", why: "an agent is no model: it reads what it finds" },
  {
    subject: "window",
    of: "mistral",
    models: "(zai-)?glm-.*|deepseek-.*",
    why: "a model of another maker has the smallest window that a provider serves",
  },
  {
    subject: "window",
    of: "mistral",
    models: "labs-.*|open-mistral-nemo",
    why: "names of trials and of retired models have no row",
  },

  { subject: "price.*", of: "deepseek", why: "pi-ai lists the price at peak, which is twice the price that holds for most of the day" },
  { subject: "price.*", theirs: "0 / 0 / 0 / 0", why: FREE },
  {
    subject: "price of large requests",
    of: "google",
    models: "gemini-2\\.5-computer-use-.*",
    why: "pi-ai lacks the prices of large requests, which Google's page has",
  },
  {
    subject: "price.*",
    of: "mistral",
    models: "mistral-medium-3\\.5",
    why: "pi-ai has the price of cached input at the other names of the model only",
  },
  {
    subject: "price.*",
    of: "mistral",
    models: "magistral-medium-latest|open-mistral-nemo|pixtral-12b",
    why: "pi-ai and litellm have different prices",
  },

  { subject: ".* of a declared model", models: "gpt-daybreak-.*|gemini(-flash|-flash-lite|-pro)-latest|chatgpt-4o-latest", why: ALIAS },
  {
    subject: ".* of a declared model",
    models: ".*(audio|image|tts|transcribe|omni|lyria|banana).*",
    why: MEDIA,
  },
  {
    subject: "price of a declared model",
    of: "openai",
    models:
      "gpt-3\\.5-turbo-(0301|(16k-)?0613)|gpt-4-(0125|0314|32k|turbo|vision).*|o1-(mini|preview).*|codex-mini-latest|computer-use-preview.*",
    why: "the model is retired, or a preview, and no source has its price now",
  },
  {
    subject: "price of a declared model",
    models: "gpt-5\\.1-mini|gpt-6\\.2-astra-law|claude-mythos-5-2|gemini-robotics-er-1\\.6-preview",
    why: "no source has a price",
  },
  { subject: "price of a declared model", models: "gemma-.*", why: FREE },
];
