import { isObject } from "../json-type.js";
import { refuse } from "./refuse.js";
import { snake } from "./spelling.js";

/** The types of parts: a string, or an object with these fields. A part has exactly one type. */
const DATA = {
  text: "string",
  inlineData: { mimeType: "string", data: "bytes", displayName: "string" },
  fileData: { mimeType: "string", fileUri: "string", displayName: "string" },
  functionCall: { id: "string", name: "string", args: "struct", willContinue: "bool", partialArgs: "any" },
  functionResponse: { id: "string", name: "string", response: "struct", parts: "results", willContinue: "bool", scheduling: "string" },
  executableCode: { id: "string", language: "string", code: "string" },
  codeExecutionResult: { id: "string", outcome: "string", output: "string" },
  toolCall: "any",
  toolResponse: "any",
};

/** The fields of a part beside its type. */
const BESIDE = {
  thought: "bool",
  thoughtSignature: "any",
  partMetadata: "any",
  videoMetadata: "any",
  mediaResolution: "any",
  mediaProcessing: "string",
  speechMetadata: "any",
  audioTranscription: "any",
};

const TYPES = {
  string: ["TYPE_STRING", (value) => typeof value === "string"],
  bytes: ["TYPE_BYTES", (value) => typeof value === "string"],
  bool: ["TYPE_BOOL", (value) => typeof value === "boolean"],
  struct: ["type.googleapis.com/google.protobuf.Struct", isObject],
  any: ["", () => true],
};

/** GE6: there are contents. */
export function* contentsAreThere(body) {
  if (!isObject(body)) return yield refuse("GE9", "Invalid JSON payload received. Expected an object.");
  const { contents } = body;
  if (contents === undefined || (Array.isArray(contents) && contents.length === 0)) {
    yield refuse("GE6", "* GenerateContentRequest.contents: contents is not specified\n");
  }
}

/** GE6 to GE9: contents have the form of the request type. */
export function* schemaHolds(body) {
  const { contents, systemInstruction, tools = [], toolConfig } = body;
  if (systemInstruction !== undefined) yield* content(systemInstruction, "system_instruction", true);
  const list = listOf(contents);
  if (list === null) return yield mistyped("contents", "type.googleapis.com/google.ai.generativelanguage.v1beta.Content", contents);
  for (const [index, one] of list.entries()) yield* content(one, `contents[${index}]`, false);
  for (const [index, one] of (listOf(tools) ?? []).entries()) yield* unknown(without(one, TOOLS), `tools[${index}]`);
  yield* unknown(without(toolConfig ?? {}, TOOL_CONFIG), "tool_config");
  for (const name of ["toolChoice", "parallelToolCalls"]) if (body[name] !== undefined) yield* unknown({ [snake(name)]: 0 }, "");
}

/** Declarations, and the tools of the provider's own. */
const TOOLS = [
  "functionDeclarations",
  "googleSearch",
  "googleSearchRetrieval",
  "codeExecution",
  "urlContext",
  "computerUse",
  "fileSearch",
  "googleMaps",
  "enterpriseWebSearch",
  "retrieval",
  "mcpServers",
];
const TOOL_CONFIG = ["functionCallingConfig", "retrievalConfig", "includeServerSideToolInvocations"];

/** The other fields, in either spelling. */
function without(value, known) {
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([name]) => !known.some((field) => name === field || name === snake(field))))
    : {};
}

/** A list; one object may stand for a list of one. */
export function listOf(value) {
  if (Array.isArray(value)) return value;
  return isObject(value) ? [value] : null;
}

function* content(value, path, isSystem) {
  if (!isObject(value)) return yield mistyped(path, "type.googleapis.com/google.ai.generativelanguage.v1beta.Content", value);
  const { role, parts = [], ...rest } = value;
  yield* unknown(rest, path);
  if (role !== undefined && typeof role !== "string") yield mistyped(`${path}.role`, "TYPE_STRING", role);
  if (!isSystem && role !== undefined && !["user", "model"].includes(role)) yield refuse("GE7", "Please use a valid role: user, model.");
  const list = listOf(parts);
  if (list === null) return yield mistyped(`${path}.parts`, "type.googleapis.com/google.ai.generativelanguage.v1beta.Part", parts);
  if (!isSystem && list.length === 0) {
    yield refuse("GE6", `* GenerateContentRequest.${path}.parts: contents.parts must not be empty.\n`);
  }
  for (const [index, one] of list.entries()) yield* part(one, `${path}.parts[${index}]`, isSystem);
}

function* part(value, path, isSystem) {
  if (!isObject(value)) return yield mistyped(path, "type.googleapis.com/google.ai.generativelanguage.v1beta.Part", value);
  const names = Object.keys(value).filter((name) => name in DATA);
  yield* unknown(Object.fromEntries(Object.entries(value).filter(([name]) => !(name in DATA) && !(name in BESIDE))), path);
  yield* typed(value, BESIDE, path);
  // A signature may stand alone.
  if (names.length === 0 && value.thoughtSignature !== undefined) return;
  if (names.length === 0) {
    yield refuse("GE6", `* GenerateContentRequest.${path}.data: required oneof field 'data' must have one initialized field\n`);
  }
  if (names.length > 1) {
    yield refuse("GE9", `Invalid value at '${path}' (oneof), oneof field 'data' is already set. Cannot set '${names[1]}'`);
  }
  if (isSystem && names[0] !== "text") yield refuse("GE7", "Developer instruction should only contain text parts.");
  yield* data(names[0], value[names[0]], `${path}.${snake(names[0])}`);
}

function* data(name, value, path) {
  const known = DATA[name];
  if (typeof known === "string") return yield* typed({ [name]: value }, { [name]: known }, path.slice(0, path.lastIndexOf(".")));
  if (!isObject(value)) return yield mistyped(path, `type.googleapis.com/google.ai.generativelanguage.v1beta.${name}`, value);
  yield* unknown(Object.fromEntries(Object.entries(value).filter(([field]) => !(field in known))), path);
  const { parts, ...flat } = value;
  yield* typed(flat, known, path);
  for (const [index, one] of (listOf(parts ?? []) ?? [null]).entries()) yield* resultPart(one, `${path}.parts[${index}]`);
}

/** A part of a result: media, and nothing else. */
function* resultPart(value, path) {
  if (!isObject(value)) return yield mistyped(path, "type.googleapis.com/google.ai.generativelanguage.v1beta.FunctionResponsePart", value);
  const { inlineData, fileData, mediaProcessing, ...rest } = value;
  yield* unknown(rest, path);
  yield* typed({ mediaProcessing }, { mediaProcessing: "string" }, path);
  if (inlineData !== undefined) yield* data("inlineData", inlineData, `${path}.inline_data`);
  if (fileData !== undefined) yield* data("fileData", fileData, `${path}.file_data`);
}

function* typed(value, types, path) {
  for (const [name, type] of Object.entries(types)) {
    const [noun, isOfIt] = TYPES[type] ?? TYPES.any;
    // GE8: values that are an object on one side only.
    const rule = type === "struct" ? "GE8" : "GE9";
    if (value[name] !== undefined && !isOfIt(value[name])) yield mistyped(`${path}.${snake(name)}`, noun, value[name], rule);
  }
}

function* unknown(rest, path) {
  for (const name of Object.keys(rest)) {
    yield refuse("GE9", `Invalid JSON payload received. Unknown name "${name}" at '${path}': Cannot find field.`);
  }
}

function mistyped(path, type, value, rule = "GE9") {
  return refuse(rule, `Invalid value at '${path}' (${type}), ${JSON.stringify(value)}`);
}
