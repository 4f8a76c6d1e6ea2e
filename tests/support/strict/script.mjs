/**
 * The model's replies to accepted requests.
 *
 * @typedef {object} Reply
 * @property {string} [text]
 * @property {Array<{ name: string, arguments?: object | string, id?: string }>} [toolCalls]
 * @property {Cut} [cut] the early end of a stream
 * @property {string} [thinking] Anthropic, Bedrock: a signed thinking block; OpenAI-compatible: `reasoning_content`; Responses: a reasoning item; Gemini: a thought; Mistral: a thinking chunk
 *
 * @typedef {{ after: number, error?: string }} Cut the number of events before it, and the provider's error, without which the connection breaks
 *
 * @typedef {object} ScriptedRequest the argument of a script that is a function
 * @property {number} index of the accepted request, from 0, over all endpoints
 * @property {"openai-chat" | "anthropic" | "openai-responses" | "gemini" | "bedrock" | "mistral"} api
 * @property {object} body
 * @property {number} tokens the provider's own count of the request
 *
 * @typedef {Reply[] | ((request: ScriptedRequest) => Reply | Promise<Reply>)} Script
 */

/**
 * @param {Script} [script] by default every request gets the same short text
 * @returns {(request: Omit<ScriptedRequest, "index">) => Promise<Reply>}
 */
export function readScript(script = () => ({ text: 'Understood.' })) {
  if (typeof script !== 'function' && !Array.isArray(script)) {
    throw new TypeError('`script` is to be an array of replies or a function that returns one');
  }
  let next = 0;
  return async (request) => {
    const index = next++;
    const reply = typeof script === 'function' ? await script({ index, ...request }) : script[index];
    if (reply === undefined) throw new Error(lacking(script, index));
    return checked(reply, index);
  };
}

function lacking(script, index) {
  const held = Array.isArray(script) ? `it holds ${script.length}` : 'its function returned undefined';
  return `the script has no reply for accepted request ${index + 1}: ${held}`;
}

function checked({ text = '', toolCalls = [], thinking = '', cut = null }, index) {
  if (text === '' && toolCalls.length === 0) {
    throw new Error(`reply ${index + 1} of the script says nothing: give it a \`text\` or \`toolCalls\``);
  }
  return { text, toolCalls, thinking, cut };
}
