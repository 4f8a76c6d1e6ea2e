import { isObject, quoted } from "../json-type.js";
import { refuse } from "./refuse.js";
import { missing, unknownFields, wrongType } from "./schema-refusals.js";

/** The parts that a message of each role may contain. OC8 judges tool messages. */
const PARTS_BY_ROLE = {
  system: ["text"],
  developer: ["text"],
  user: ["text", "image_url", "input_audio", "file"],
  assistant: ["text", "refusal"],
  function: ["text"],
};

/** Parts that a vendor of the dialect knows and OpenAI does not: Perplexity's documents (recorded: 200). */
const PARTS_OF_VENDORS = ["file_url"];

/** The field of each part's payload, which has the name of its type. */
const PAYLOADS = {
  text: checkString,
  refusal: checkString,
  image_url: checkImage,
  input_audio: checkAudio,
  file: checkFile,
};

/**
 * @param {unknown} part one item of a message's content
 * @param {string} role the message's role
 * @param {string} at the path of the part
 * @param {import('../options.js').OpenAIOptions} options
 */
export function* partSchema(part, role, at, options) {
  if (!isObject(part)) yield wrongType(at, "an object", part);
  if (part.type === undefined) yield missing(`${at}.type`);
  if (role === "tool" && part.type !== "text") return;
  const allowed = PARTS_BY_ROLE[role] ?? ["text"];
  if (options.acceptUnknownFields && PARTS_OF_VENDORS.includes(part.type)) return;
  if (!allowed.includes(part.type)) yield invalidPart(part.type, allowed, at);
  const payload = part[part.type];
  if (payload === undefined) yield missing(`${at}.${part.type}`);
  yield* PAYLOADS[part.type](payload, `${at}.${part.type}`);
  yield* unknownFields(part, ["type", part.type, "prompt_cache_breakpoint"], at, options);
}

function invalidPart(type, allowed, at) {
  const list = allowed.map((known) => `'${known}'`);
  const words = list.length < 2 ? list.join("") : `${list.slice(0, -1).join(", ")} and ${list.at(-1)}`;
  return refuse("OC-schema", `Invalid value: '${quoted(type)}'. Supported values are: ${words}.`, {
    param: `${at}.type`,
    code: "invalid_value",
  });
}

function* checkString(value, at) {
  if (typeof value !== "string") yield wrongType(at, "a string", value);
}

function* checkImage(value, at) {
  if (!isObject(value)) yield wrongType(at, "an object", value);
  if (value.url === undefined) yield missing(`${at}.url`);
  yield* checkString(value.url, `${at}.url`);
}

function* checkAudio(value, at) {
  if (!isObject(value)) yield wrongType(at, "an object", value);
  if (value.data === undefined) yield missing(`${at}.data`);
  yield* checkString(value.data, `${at}.data`);
  if (value.format === undefined) yield missing(`${at}.format`);
  if (!["wav", "mp3"].includes(value.format)) {
    yield refuse("OC-schema", `Invalid value: '${quoted(value.format)}'. Supported values are: 'wav' and 'mp3'.`, {
      param: `${at}.format`,
      code: "invalid_value",
    });
  }
}

function* checkFile(value, at) {
  if (!isObject(value)) yield wrongType(at, "an object", value);
  if (value.file_id === undefined && value.file_data === undefined) yield missing(`${at}.file_id`);
  for (const name of ["file_id", "file_data", "filename"]) {
    if (value[name] !== undefined) yield* checkString(value[name], `${at}.${name}`);
  }
}
