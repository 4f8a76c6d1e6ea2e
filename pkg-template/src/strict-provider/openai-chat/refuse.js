/**
 * @param {string} rule
 * @param {string} message
 * @param {{ param?: string | null, code?: string | null, status?: number }} [about]
 * @returns {import('../types.js').StrictRefusal}
 */
export function refuse(rule, message, { param = null, code = null, status = 400 } = {}) {
  return { status, rule, type: "invalid_request_error", code, param, message };
}

/**
 * @param {import('../types.js').StrictRefusal} refusal
 * @returns {object} the body of OpenAI's error answer
 */
export function errorBody({ message, type, param, code }) {
  return { error: { message, type, param, code } };
}
