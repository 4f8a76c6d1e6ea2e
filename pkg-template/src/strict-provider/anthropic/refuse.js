/**
 * @param {string} rule
 * @param {string} message
 * @param {{ type?: string, status?: number, details?: object }} [about]
 * @returns {import('../types.js').StrictRefusal}
 */
export function refuse(rule, message, { type = "invalid_request_error", status = 400, details } = {}) {
  return { status, rule, type, code: null, param: null, message, ...(details && { details }) };
}

/**
 * @param {import('../types.js').StrictRefusal} refusal
 * @param {string} requestId
 * @returns {object} the body of Anthropic's error answer
 */
export function errorBody({ type, message, details }, requestId) {
  return { type: "error", error: { type, message, ...(details && { details }) }, request_id: requestId };
}
