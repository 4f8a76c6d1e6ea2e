import { OptionError } from "./options.js";

/**
 * The model's replies to accepted requests.
 *
 * @typedef {import('./types.js').StrictReply} Reply
 * @typedef {import('./types.js').StrictCut} Cut
 * @typedef {import('./types.js').StrictScriptRequest} ScriptedRequest
 * @typedef {import('./types.js').StrictScript} Script
 */

/** The time of every answer, in seconds since the epoch, so that runs are equal byte for byte. */
export const ANSWERED_AT = 1_767_225_600;

/**
 * @param {Script} [script] by default every request gets the same short text
 * @returns {(request: Omit<ScriptedRequest, "index">) => Promise<Required<Reply>>}
 */
export function readScript(script = () => ({ text: "Understood." })) {
  if (typeof script !== "function" && !Array.isArray(script)) {
    throw new OptionError("`script` is to be an array of replies or a function that returns one");
  }
  let next = 0;
  return async (request) => {
    const index = next++;
    const reply = typeof script === "function" ? await script({ index, ...request }) : script[index];
    if (reply === undefined || reply === null) throw new Error(lacking(script, index));
    return checked(reply, index);
  };
}

function lacking(script, index) {
  const held = Array.isArray(script) ? `it holds ${script.length}` : "its function returned undefined";
  return `the script has no reply for accepted request ${index + 1}: ${held}`;
}

function checked({ text = "", toolCalls = [], thinking = "", cut = null, error = null }, index) {
  const isSilent = text === "" && toolCalls.length === 0;
  if (error !== null) {
    if (!isSilent) throw new Error(`reply ${index + 1} of the script has an \`error\` and a reply: give it one of them`);
    checkError(error, `reply ${index + 1} of the script`);
  } else if (isSilent) {
    throw new Error(`reply ${index + 1} of the script says nothing: give it a \`text\`, \`toolCalls\` or an \`error\``);
  }
  return { text, toolCalls, thinking, cut, error };
}

function checkError({ status, retryAfter, message: _, ...others }, reply) {
  if (!Number.isInteger(status) || status < 400 || status > 599) {
    throw new Error(`${reply}: \`error.status\` is to be a whole number from 400 to 599`);
  }
  if (retryAfter !== undefined && !(Number.isFinite(retryAfter) && retryAfter >= 0)) {
    throw new Error(`${reply}: \`error.retryAfter\` is to be a number of seconds`);
  }
  for (const name of Object.keys(others)) throw new Error(`${reply}: unknown field \`${name}\` of \`error\``);
}
