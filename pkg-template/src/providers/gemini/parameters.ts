// The parameters and tools of Gemini. Rules: GE13 to GE16.

import { type SchemaNode, nodesOf, typesOf } from "../../parameters/schema.js";
import {
  type Fields,
  type ParameterEdits,
  type ParameterRequest,
  type Report,
  type RuleReport,
  checkRange,
  fieldsOf,
  has,
  isAmong,
  isFields,
  itemsOf,
  joined,
  without,
} from "../../parameters/types.js";

/** The keywords of `Schema`, Google's part of OpenAPI. */
const KEYWORDS =
  "anyOf default description enum example format items maxItems maxLength maxProperties maximum minItems minLength minProperties minimum " +
  "nullable pattern properties propertyOrdering required title type";

/** The keywords of `Schema` that JSON Schema does not have. */
const NOT_JSON_SCHEMA = "nullable example any_of max_items max_length max_properties min_items min_length min_properties property_ordering";

/** The keywords without which a schema means the same to a model. */
const ANNOTATIONS = "$schema $id $comment additionalProperties examples deprecated readOnly writeOnly";

/** Returns a name in the spelling of Python's clients. */
function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns the spelling of a field's name that the object has. */
function spelling(fields: Fields, name: string): string {
  return fields[name] === undefined && fields[snake(name)] !== undefined ? snake(name) : name;
}

/** Reads a field under its name in either spelling. */
function field(fields: Fields, name: string): unknown {
  return fields[name] ?? fields[snake(name)];
}

/** The version of a Gemini model, times ten; `undefined` for other names. */
function versionOf(model: string): number | undefined {
  const [, major, minor] = /^gemini-(\d)(?:\.(\d))?/.exec(model) ?? [];
  return major === undefined ? undefined : Number(major) * 10 + Number(minor ?? 0);
}

/** The name of a type in capitals, as the API writes it. */
function typeOf(fields: Fields): string {
  return typeof fields.type === "string" ? fields.type.toUpperCase() : "";
}

/** The repair of a fault that JSON Schema does not have: the schema moves to the field that takes JSON Schema. */
const BY_MOVING: ParameterEdits = [];

/**
 * Checks a schema of `parameters` or `responseSchema`. `json` is the name of the field that takes JSON Schema, and `canMove` is true if the
 * schema may stand there. A schema moves there if it has faults of this dialect alone; recorded requests show that the API takes it.
 */
function checkSchema(schema: unknown, path: string, json: string, canMove: boolean, report: Report): void {
  const nodes = nodesOf(schema, path);
  const faults: Parameters<RuleReport>[] = [];
  // References may name an `$id`.
  const isReferred = nodes.some(({ fields }) => has(fields, "$ref"));
  findFaults(nodesOf(schema, path, isGoogles), isReferred, json, (...fault) => faults.push(fault));
  const isJson = nodes.every(
    ({ fields }) => typesOf(fields).every(isJsonType) && !Object.keys(fields).some((name) => isAmong(NOT_JSON_SCHEMA, name)),
  );
  const isMoved =
    canMove && isJson && isFields(schema) && schema.type === "object" && faults.every(([, , , repair]) => repair !== undefined);
  const dialects = nodes.flatMap(({ fields, path: at }) => (has(fields, "$schema") ? without(`${at}.$schema`) : []));
  const move = isMoved && faults.some(([, , , repair]) => repair === BY_MOVING) ? [{ path, rename: json }, ...dialects] : undefined;
  for (const [place, fault, remedy, repair] of faults)
    report("GE13", place, fault, remedy, move ?? (repair === BY_MOVING ? undefined : repair));
}

function isJsonType(type: unknown): boolean {
  return isAmong("object array string number integer boolean null", String(type));
}

/** True for a keyword of Google's schemas, in either spelling. */
function isGoogles(keyword: string): boolean {
  return isAmong(
    KEYWORDS,
    keyword.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  );
}

/** Returns the repair that writes a type or null as this dialect does, if nothing beside it says which of the two is meant. */
function nullable(fields: Fields, path: string, isParameters: boolean): ParameterEdits {
  const [type, ...others] = typesOf(fields).filter((name) => String(name).toLowerCase() !== "null");
  const name = String(type).toLowerCase();
  const isPlain = others.length === 0 && typesOf(fields).length === 2 && !has(fields, "enum");
  const isSame = has(fields, "items") === (name === "array") && (name === "object" || !has(fields, "properties"));
  return isPlain && isSame && (name === "object" || !isParameters)
    ? [
        { path: `${path}.type`, set: type },
        { path: `${path}.nullable`, set: true },
      ]
    : BY_MOVING;
}

/** Reports the faults of a schema, each with its own repair. */
function findFaults(nodes: readonly SchemaNode[], isReferred: boolean, json: string, say: RuleReport): void {
  for (const { fields, path: at, depth } of nodes) {
    for (const name of Object.keys(fields)) {
      if (isGoogles(name)) continue;
      const place = joined(at, name);
      const isBare = isAmong(ANNOTATIONS, name) && !isFields(fields[name]) && !(name === "$id" && isReferred);
      say(
        place,
        `Google's schemas have no \`${name}\``,
        `leave it out, or give the schema as \`${json}\``,
        isBare ? without(place) : BY_MOVING,
      );
    }
    const type = typeOf(fields);
    const isParameters = depth === 0 && at.endsWith("arameters");
    if (typesOf(fields).length > 1)
      say(`${at}.type`, "A type is one name", "use `nullable`, or `anyOf`", nullable(fields, at, isParameters));
    else if (type === "" && !has(fields, "anyOf") && !has(fields, "any_of") && depth > 0)
      say(at, "A schema has a type", "name its type", ["$ref", "oneOf", "allOf"].some((name) => has(fields, name)) ? BY_MOVING : undefined);
    if (isParameters && type !== "" && type !== "OBJECT") say(`${at}.type`, "The parameters of a function are an OBJECT", "give an OBJECT");
    if (type === "ARRAY" && !has(fields, "items")) say(at, "An ARRAY has `items`", "name the type of its items", BY_MOVING);
    if (has(fields, "enum") && type !== "" && type !== "STRING" && fields.format !== "enum")
      say(`${at}.enum`, "Only a STRING has an `enum`", "give texts, of the type STRING");
    if (itemsOf(fields.enum).some((value) => value === "" || typeof value !== "string"))
      say(`${at}.enum`, "An `enum` lists texts that are not empty", "leave other values out");
    if (has(fields, "properties") && type !== "" && type !== "OBJECT")
      say(`${at}.properties`, "Only an OBJECT has `properties`", "give the type OBJECT");
    if (has(fields, "items") && type !== "" && type !== "ARRAY") say(`${at}.items`, "Only an ARRAY has `items`", "give the type ARRAY");
  }
}

/** Checks which kinds of tools stand beside each other, and beside JSON output. */
function checkTools({ body, model }: ParameterRequest, config: Fields, report: Report): void {
  const version = versionOf(model);
  // The API takes one object for a list of one.
  const isOne = isFields(body.tools);
  const tools = isOne ? [body.tools] : itemsOf(body.tools);
  const placeOf = (place: number): string => (isOne ? "tools" : `tools[${place}]`);
  let hasFunctions = false;
  let other = "";
  tools.forEach((tool, place) => {
    for (const [name, value] of Object.entries(fieldsOf(tool))) {
      const isFunctions = name === "functionDeclarations" || name === "function_declarations";
      if (!isFunctions) other ||= has({ value }, "value") ? `${placeOf(place)}.${name}` : "";
      else if (itemsOf(value).length > 0) hasFunctions = true;
      if (!isFunctions) continue;
      itemsOf(value).forEach((declaration, at) => {
        const fields = fieldsOf(declaration);
        const path = `${placeOf(place)}.${name}[${at}]`;
        const hasBoth = has(fields, "parameters") && field(fields, "parametersJsonSchema") !== undefined;
        const json = name === "functionDeclarations" ? "parametersJsonSchema" : "parameters_json_schema";
        checkSchema(fields.parameters, `${path}.parameters`, json, !hasBoth, report);
        if (hasBoth) report("GE13", `${path}.parameters`, "A function has one of `parameters` and `parametersJsonSchema`", "leave one out");
      });
    }
  });
  const isOld = version !== undefined && version < 30;
  if (isOld && hasFunctions && other !== "")
    report("GE14", other, `${model} takes functions and tools of Google's in different requests only`, "leave one kind out");
  const mime = field(config, "responseMimeType");
  const isJson = mime === "application/json";
  if (isOld && isJson && tools.length > 0)
    report(
      "GE14",
      "generationConfig.responseMimeType",
      `${model} takes no tools beside JSON output`,
      "leave the tools out, or the output's type",
    );
  const calling = fieldsOf(field(fieldsOf(field(body, "toolConfig")), "functionCallingConfig"));
  if (isJson && calling.mode === "ANY")
    report("GE14", "toolConfig.functionCallingConfig.mode", "A function cannot be forced beside JSON output", "use the mode AUTO");
}

/** The least and the most tokens of thinking, and whether 0 switches it off. */
function budgetOf(model: string): [least: number, most: number, zero: boolean] | undefined {
  if (model.startsWith("gemini-2.5-pro")) return [128, 32_768, false];
  if (model.startsWith("gemini-2.5-flash-lite")) return [512, 24_576, true];
  return model.startsWith("gemini-2.5-flash") ? [0, 24_576, true] : undefined;
}

function checkThinking({ model }: ParameterRequest, config: Fields, report: Report): void {
  const thinking = field(config, "thinkingConfig");
  if (!isFields(thinking)) return;
  const path = "generationConfig.thinkingConfig";
  const version = versionOf(model);
  const [budget, level] = [field(thinking, "thinkingBudget"), field(thinking, "thinkingLevel")];
  const isPlain = version !== undefined && version < 25;
  if (isPlain && Object.keys(thinking).length > 0) report("GE15", path, `${model} does not think`, "leave `thinkingConfig` out");
  if (budget !== undefined && level !== undefined)
    report("GE15", `${path}.thinkingBudget`, "A request has one of a budget and a level of thinking", "leave one out");
  if (level !== undefined && version !== undefined && version >= 25 && version < 30)
    report("GE15", `${path}.thinkingLevel`, `${model} takes no level of thinking`, "give `thinkingBudget`");
  const range = budgetOf(model);
  if (
    range !== undefined &&
    typeof budget === "number" &&
    budget !== -1 &&
    !(budget === 0 && range[2]) &&
    (budget < range[0] || budget > range[1])
  )
    report("GE15", `${path}.thinkingBudget`, `The budget of thinking is ${budget}`, `give ${range[0]} to ${range[1]}, or -1`);
  if (typeof level === "string" && level.toUpperCase() === "MINIMAL" && /^gemini-(3-pro|3\.1-pro|3\.[78]-flash|4)/.test(model))
    report("GE15", `${path}.thinkingLevel`, `${model} takes no level MINIMAL`, "give LOW");
  if (typeof level === "string" && level.toUpperCase() === "MEDIUM" && model.startsWith("gemini-3-pro"))
    report("GE15", `${path}.thinkingLevel`, `${model} takes no level MEDIUM`, "give LOW or HIGH");
}

/** Checks the parameters and tools of a request to Gemini. */
export function checkGemini(request: ParameterRequest, report: Report): void {
  const config = fieldsOf(field(request.body, "generationConfig"));
  const version = versionOf(request.model);
  checkTools(request, config, report);
  checkThinking(request, config, report);
  if (field(config, "responseJsonSchema") === undefined) {
    const name = spelling(config, "responseSchema");
    const path = `${spelling(request.body, "generationConfig")}.${name}`;
    const json = name === "responseSchema" ? "responseJsonSchema" : "response_json_schema";
    checkSchema(config[name], path, json, version !== undefined && version >= 25, report);
  }
  const most = version === undefined || version >= 40 ? Number.POSITIVE_INFINITY : version < 25 ? 8_192 : 65_536;
  const range = (name: string, limits: readonly [number, number]) => checkRange(report, "GE16", config, `generationConfig.${name}`, limits);
  range("maxOutputTokens", [1, most]);
  range("temperature", [0, 2]);
  range("topP", [0, 1]);
  range("candidateCount", [1, 8]);
}
