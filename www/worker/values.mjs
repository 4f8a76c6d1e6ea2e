// The parts of a body that all formats share.

const LISTS = ["messages", "input", "contents", "inputs", "steps"];

export const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The list of messages or items of a body, and its name; "" for a bare list. */
export function listOf(value) {
  if (Array.isArray(value)) return { name: "", items: value };
  const name = isRecord(value) ? LISTS.find((field) => Array.isArray(value[field])) : undefined;
  return name === undefined ? { name: "", items: [] } : { name, items: value[name] };
}

/** The model that a body names; null if it names none. */
export const modelOf = (value) => {
  const model = isRecord(value) ? (value.model ?? value.modelId) : undefined;
  return typeof model === "string" ? model : null;
};
