// The parts of a body that all formats share.

const LISTS = ["messages", "input", "contents", "inputs", "steps"];

export const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The list of messages or items of a body, and its name; "" for a bare list. */
export function listOf(value) {
  if (Array.isArray(value)) return { name: "", items: value };
  const name = isRecord(value) ? LISTS.find((field) => Array.isArray(value[field])) : undefined;
  return name === undefined ? { name: "", items: [] } : { name, items: value[name] };
}

const listName = (format) => (format === "gemini" ? "contents" : format === "openai-responses" ? "input" : "messages");

/** A list of messages as the body that would hold it. */
export const asBody = (format, value) => (Array.isArray(value) ? { [listName(format)]: value } : value);

/** The list of a body that was made for it. */
export const listIn = (format, body) => body[listName(format)];

/** Of a list, fields beside it are not judged, and paths begin at its items. */
export function ofList(format, value, violations) {
  if (!Array.isArray(value)) return violations;
  const name = listName(format);
  return violations
    .filter(({ path, isParameter }) => isParameter !== true && path.startsWith(name))
    .map((violation) => ({ ...violation, path: violation.path.slice(name.length) }));
}

/** The model that a body names; null if it names none. */
export const modelOf = (value) => {
  const model = isRecord(value) ? (value.model ?? value.modelId) : undefined;
  return typeof model === "string" ? model : null;
};
