/** Fields whose content belongs to tools, models or the caller, so that keys inside are not respelled. */
const FREE = new Set(["args", "response", "tools", "toolConfig", "generationConfig", "safetySettings", "labels"]);

/**
 * Returns a body in camelCase, because the provider reads `function_call` as `functionCall`. Removes null.
 *
 * @param {any} value
 * @returns {any}
 */
export function spelled(value) {
  if (Array.isArray(value)) return value.map(spelled);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value)
    .filter(([, field]) => field !== null)
    .map(([name, field]) => [camel(name), field]);
  return Object.fromEntries(fields.map(([name, field]) => [name, FREE.has(name) ? field : spelled(field)]));
}

function camel(name) {
  return name.replace(/(?<=.)_([a-z])/g, (_, letter) => letter.toUpperCase());
}

/** Returns a name such as `functionCall` in the spelling of error texts. */
export function snake(name) {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
