/** Mistral's error types, each with its code. */
const CODES = {
  invalid_request_message_order: "3230",
  invalid_request_assistant_message: "3240",
  invalid_function_call: "3280",
  invalid_request_invalid_args: "3051",
};

/**
 * @param {string} rule
 * @param {keyof typeof CODES} type
 * @param {string} message
 * @returns {import('../types.js').StrictRefusal}
 */
export function refuse(rule, type, message) {
  return { status: 400, rule, type, code: CODES[type], param: null, message };
}

/**
 * Makes the refusal of a body that breaks the request schema.
 *
 * @param {string} rule
 * @param {string} kind such as `extra_forbidden`
 * @param {Array<string | number>} place its place in the body
 * @param {string} message
 * @param {unknown} [input] the value at that place
 * @returns {import('../types.js').StrictRefusal & { detail: object[] }}
 */
export function forbid(rule, kind, place, message, input = null) {
  const loc = ["body", ...place];
  const detail = [{ type: kind, loc, msg: message, input }];
  return { status: 422, rule, type: "invalid_request_error", code: null, param: null, message: `${loc.join(".")}: ${message}`, detail };
}

/** Makes the answer to a fault of HTTP. */
export function fault(message, status = 400, type = "invalid_request_error") {
  return { status, rule: "http", type, code: null, param: null, message };
}

/**
 * @param {import('../types.js').StrictRefusal & { detail?: object[] }} refusal
 * @returns {object} the body of Mistral's error answer
 */
export function errorBody({ message, type, param, code, status, detail }) {
  return { object: "error", message: detail === undefined ? message : { detail }, type, param, code, raw_status_code: status };
}
