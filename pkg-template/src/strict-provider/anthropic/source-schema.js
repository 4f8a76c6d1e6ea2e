import { quoted } from "../json-type.js";
import { required, wrongType } from "./schema-refusals.js";
import { refuse } from "./refuse.js";

const IMAGE_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"];

/** The required field of each kind of source. */
const PAYLOADS = { base64: "data", text: "data", url: "url", file: "file_id" };

const KINDS = { image: ["base64", "url", "file"], document: ["base64", "text", "content", "url", "file"] };

/**
 * @param {object} block an image or a document
 * @param {string} at the path of its source
 */
export function* sourceSchema({ type, source }, at) {
  if (source.type === undefined) yield required(`${at}.type`);
  const kinds = KINDS[type];
  if (!kinds.includes(source.type)) {
    const expected = kinds.map((kind) => `'${kind}'`).join(", ");
    yield refuse(
      "AN-schema",
      `${at}: Input tag '${quoted(source.type)}' found using 'type' does not match any of the expected tags: ${expected}`,
    );
  }
  const path = `${at}.${source.type}`;
  const payload = PAYLOADS[source.type];
  if (payload !== undefined) {
    if (source[payload] === undefined) yield required(`${path}.${payload}`);
    if (typeof source[payload] !== "string") yield wrongType(`${path}.${payload}`, "string");
  }
  if (type === "image" && source.type === "base64" && !IMAGE_TYPES.includes(source.media_type)) {
    yield refuse("AN-schema", `${path}.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`);
  }
  if (type === "document" && source.type === "base64" && source.media_type !== "application/pdf") {
    yield refuse("AN-schema", `${path}.media_type: Input should be 'application/pdf'`);
  }
}
