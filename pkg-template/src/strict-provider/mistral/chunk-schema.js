import { isObject } from "../json-type.js";
import { forbid } from "./refuse.js";

/** The fields of each type of chunk: the required one first, then the optional ones. */
const CHUNKS = {
  text: { text: isString },
  image_url: { image_url: isImage },
  input_audio: { input_audio: isSound },
  document_url: { document_url: isDocument, document_name: isOptionalString },
  file: { file_id: isString },
  reference: { reference_ids: Array.isArray },
  thinking: { thinking: isThought, signature: isOptionalString, closed: isOptionalFlag },
};

/** MI10 judges the form of thinking, MI8 that of other chunks. */
export function* chunkSchema(chunk, place, { acceptUnknownFields }) {
  if (!isObject(chunk)) yield forbid("MI-schema", "dictionary_type", place, "Input should be a valid dictionary", chunk);
  const fields = Object.hasOwn(CHUNKS, chunk.type) ? CHUNKS[chunk.type] : undefined;
  if (fields === undefined) {
    const tags = Object.keys(CHUNKS)
      .map((type) => `'${type}'`)
      .join(", ");
    yield forbid(
      "MI8",
      "union_tag_invalid",
      place,
      `Input tag '${chunk.type}' found using 'type' does not match any of the expected tags: ${tags}`,
      chunk,
    );
  }
  for (const [name, isValid] of Object.entries(fields)) {
    if (isValid(chunk[name])) continue;
    const rule = chunk.type === "thinking" ? "MI10" : "MI8";
    yield forbid(rule, "value_error", [...place, chunk.type, name], "Input should be valid", chunk[name] ?? null);
  }
  if (acceptUnknownFields) return;
  for (const name of Object.keys(chunk)) {
    if (name === "type" || Object.hasOwn(fields, name)) continue;
    yield forbid("MI-schema", "extra_forbidden", [...place, chunk.type, name], "Extra inputs are not permitted", chunk[name]);
  }
}

function isString(value) {
  return typeof value === "string";
}

function isOptionalString(value) {
  return (value ?? null) === null || isString(value);
}

function isOptionalFlag(value) {
  return value === undefined || typeof value === "boolean";
}

function isImage(value) {
  const url = isObject(value) ? value.url : value;
  return isString(url) && (/^https?:/i.test(url) || /^data:image\/(png|jpeg|jpg|gif|webp);base64,/i.test(url));
}

function isSound(value) {
  return (isString(value) && value.trim() !== "") || (isObject(value) && isString(value.data));
}

function isDocument(value) {
  return isString(value) && (/^https?:/i.test(value) || /^data:application\/[^;,]+;base64,/i.test(value));
}

function isThought(value) {
  return Array.isArray(value) && value.every((chunk) => isObject(chunk) && ["text", "reference", "tool_reference"].includes(chunk.type));
}
