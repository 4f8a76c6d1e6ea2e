/** What tools, models and the caller say is theirs: inside, no field is another spelling of one. */
const FREE = new Set(['args', 'response', 'tools', 'toolConfig', 'generationConfig', 'safetySettings', 'labels']);

/**
 * A body with `functionCall` for `function_call`, which the provider reads as the same. Null is no value, and left out.
 *
 * @param {any} value
 * @returns {any}
 */
export function spelled(value) {
  if (Array.isArray(value)) return value.map(spelled);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== null).map(([name, field]) => [camel(name), field]);
  return Object.fromEntries(fields.map(([name, field]) => [name, FREE.has(name) ? field : spelled(field)]));
}

function camel(name) {
  return name.replace(/(?<=.)_([a-z])/g, (_, letter) => letter.toUpperCase());
}

/** `functionCall` as error texts have it. */
export function snake(name) {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
