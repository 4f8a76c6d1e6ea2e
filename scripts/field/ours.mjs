// The facts of the package's own rows, asked through its public functions, so that the tables may be written in any way.

import { ConversationManager, fit, sanitize, validate } from "backscroll";

const TARGET = "openai-chat";
const MANY = 1e9;
const question = { role: "user", content: "Hi." };
const lookUp = { name: "look", parameters: { type: "object", properties: {}, required: [], additionalProperties: false } };
const picture = { type: "image_url", image_url: { url: "https://example.com/a.png" } };
const call = { id: "call_1", type: "function", function: { name: "look", arguments: "{}" } };

/**
 * A model and the address of the API that serves it.
 *
 * @typedef {{ id: string, baseURL: string }} Served
 */

/** The vendor at an address; null if no row has the address. @param {Served} served */
export function vendorOf(served) {
  return billOf(served, { prompt_tokens: 1, completion_tokens: 1 }).models[0].vendor;
}

/**
 * The prices of requests of this size, in US dollars per million tokens; null if none are known.
 *
 * @param {Served} served
 * @param {number} size tokens of each kind
 * @param {number} at the moment whose prices count, in milliseconds since the epoch
 */
export function pricesOf(served, size, at) {
  const details = { cached_tokens: size, cache_write_tokens: size };
  const { kinds } = billOf(served, { prompt_tokens: 3 * size, prompt_tokens_details: details, completion_tokens: size }, { at }).models[0];
  if (kinds === null) return null;
  return Object.fromEntries(Object.entries(kinds).map(([kind, dollars]) => [kind, (dollars / size) * 1e6]));
}

function billOf({ id, baseURL }, usage, options) {
  const conversation = new ConversationManager();
  conversation.addMessage("user", "Hi.");
  conversation.toRequest(TARGET, { model: id }, { baseURL });
  conversation.addResponse(TARGET, { model: id, choices: [{ message: { role: "assistant", content: "Hi." } }], usage });
  return conversation.cost(options);
}

/** The most tokens of a request; null if the window is not known. @param {Served} served */
export function windowOf({ id, baseURL }) {
  const options = { baseURL, tokenLimit: "auto", reserveTokens: 0, estimator: () => MANY };
  try {
    fit(TARGET, { model: id, messages: [question] }, options);
  } catch ({ code, details }) {
    return code === "cannot-fit" ? details.limit : null;
  }
  throw new Error(`${id}: a request of ${MANY} tokens fits`);
}

/** The efforts among these that the model takes; null if it takes all of them, so nothing is known. @param {Served} served */
export function effortsOf({ id, baseURL }, efforts) {
  const isTaken = (effort) => {
    const broken = validate(TARGET, { model: id, messages: [question], reasoning_effort: effort }, { baseURL });
    return !broken.some(({ path }) => path === "reasoning_effort");
  };
  const taken = efforts.filter(isTaken);
  return taken.length === efforts.length ? null : taken;
}

/** The demands that a request shows: each takes the model and its address. */
export const DEMANDS = {
  /** The role that instructions of the role `developer` get. */
  developer: (served) => repaired(served, [{ role: "developer", content: "Be brief." }, question]).messages[0].role,

  /** True if an answer with calls gets `reasoning_content` where it has none. */
  reasoning: (served) => {
    const talk = [
      question,
      { role: "assistant", content: "", tool_calls: [call] },
      { role: "tool", tool_call_id: call.id, content: "done" },
    ];
    return "reasoning_content" in written(served, talk).messages[1];
  },

  /** True if declarations of tools keep `strict`. */
  strict: (served) => {
    const tools = [{ type: "function", function: { ...lookUp, strict: true } }];
    return written(served, [question], { tools }).tools[0].function.strict === true;
  },

  /** True if the user's messages keep pictures. */
  pictures: (served) => {
    const content = [{ type: "text", text: "Look." }, picture];
    return JSON.stringify(repaired(served, [{ role: "user", content }])).includes(picture.image_url.url);
  },
};

function repaired({ id, baseURL }, messages) {
  return sanitize(TARGET, { model: id, messages }, { baseURL }).body;
}

function written({ id, baseURL }, messages, params) {
  return ConversationManager.from(TARGET, messages).toRequest(TARGET, { model: id, ...params }, { baseURL }).body;
}
