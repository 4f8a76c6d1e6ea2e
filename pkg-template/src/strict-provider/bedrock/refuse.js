/**
 * @param {string} rule
 * @param {string} message
 * @param {{ type?: string, status?: number }} [about]
 * @returns {import('../types.js').StrictRefusal}
 */
export function refuse(rule, message, { type = "ValidationException", status = 400 } = {}) {
  return { status, rule, type, code: null, param: null, message };
}

/** BE12, BE16 to BE25: the model's error text, as Converse forwards it. */
export function refusedByModel(message, rule) {
  return refuse(rule, `The model returned the following errors: ${message}`);
}

/**
 * @param {import('../types.js').StrictRefusal} refusal
 * @returns {object} the body of the error answer; its type is in a header
 */
export function errorBody({ message }) {
  return { message };
}
