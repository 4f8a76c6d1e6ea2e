/**
 * @param {string} rule
 * @param {string} message
 * @param {{ type?: string, status?: number }} [about]
 * @returns {import('../types.js').StrictRefusal}
 */
export function refuse(rule, message, { type = "INVALID_ARGUMENT", status = 400 } = {}) {
  return { status, rule, type, code: null, param: null, message };
}

/**
 * @param {import('../types.js').StrictRefusal} refusal
 * @returns {object} the body of Google's error answer
 */
export function errorBody({ status, type, message }) {
  return { error: { code: status, message, status: type } };
}
