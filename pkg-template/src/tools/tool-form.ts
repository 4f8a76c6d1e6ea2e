// The contract for the forms in which providers declare tools.

import type { PlainObject } from "../input/check.js";
import type { Repair } from "../types/index.js";

/** A tool in no provider's form. */
export interface NeutralTool {
  readonly name: string;
  readonly description: unknown;
  /** The JSON schema of its arguments; undefined if it has none. Null for a tool that takes free text. */
  readonly schema: PlainObject | null | undefined;
  /** True or nothing: false is the default. */
  readonly strict: true | undefined;
  /** The grammar of free text, as OpenAI writes it. */
  readonly format?: unknown;
  /** Set if a cache breakpoint follows the tool. */
  readonly cache?: CachePoint | undefined;
  /** Fields of its source that no other form has. */
  readonly others: readonly string[];
}

/** A cache breakpoint among the tools. */
export interface CachePoint {
  readonly ttl?: unknown;
}

/** An entry of a list of tools: a tool, a cache breakpoint after the previous tool, or the type and the name of a tool that the provider defines. */
export type NeutralEntry = NeutralTool | { readonly point: CachePoint } | { readonly builtin: string; readonly called?: string };

/** The tools that the model may call, must call, or must not call. */
export interface NeutralChoice {
  readonly mode: "auto" | "any" | "none";
  /** The tools that it may choose among; undefined for all. */
  readonly names?: readonly string[] | undefined;
  /** False where one answer may hold one call only. */
  readonly parallel?: boolean;
  /** The names of the tools that take free text. */
  readonly texts?: readonly string[];
}

/** Reports a loss. */
export type Lose = (detail: string, code?: Repair["code"]) => void;

/** The form in which a provider declares tools. */
export interface ToolForm {
  /** True if the list is in `toolConfig`. */
  readonly isInner?: true;
  /** The names of its field for one call at a time. */
  readonly parallel?: readonly string[];
  /** True for a provider whose own tools have only a `type`, and whose choice may name such a tool. */
  readonly hasTypes?: true;
  /** True where vendors add such tools to the format of another provider. */
  readonly vendorsHaveTypes?: true;
  /** Returns what an entry of a list of tools declares; null when it is not of this form. */
  read(entry: PlainObject): NeutralEntry[] | null;
  /** Writes tools as entries of the list. Calls `lose` for everything without a counterpart. */
  write(tools: readonly NeutralTool[], lose: Lose): PlainObject[];
  /** Reads the choice of tools from the params; null when there is none in this form. */
  readChoice(params: PlainObject): NeutralChoice | null;
  /** Writes the choice as fields of the params. `isCamelCase` is the spelling, if the provider has two. */
  writeChoice(choice: NeutralChoice, lose: Lose, isCamelCase: boolean): PlainObject;
}

/** The fields of a tool, without absent fields. */
export function present(fields: PlainObject): PlainObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}

/** Reads the field `strict`. */
export function strictOf(value: unknown): true | undefined {
  return value === true ? value : undefined;
}

/** The fields of an object that are not among these. */
export function othersOf(value: PlainObject, known: readonly string[]): string[] {
  return Object.keys(value).filter((name) => !known.includes(name) && value[name] !== undefined && value[name] !== null);
}

/** Returns the schema that a provider demands of every tool. A tool that takes free text gets one field, as its calls have in the history. */
export function schemaOf({ schema }: NeutralTool): PlainObject {
  if (schema === null) return { type: "object", properties: { input: { type: "string" } }, required: ["input"] };
  if (schema === undefined) return { type: "object", properties: {} };
  return schema.type === undefined ? { type: "object", ...schema } : schema;
}

/** Returns the schema as OpenAI demands it: "object schema missing properties". */
export function listedSchemaOf(tool: NeutralTool): PlainObject {
  const schema = schemaOf(tool);
  return schema.type === "object" && schema.properties === undefined ? { ...schema, properties: {} } : schema;
}

/** Reports the fields of a tool that a target has no counterpart of. */
export function loseFields(
  { name, strict, format, cache, others }: NeutralTool,
  has: { readonly strict?: boolean; readonly format?: boolean; readonly cache?: boolean },
  lose: Lose,
): void {
  const lost = others.concat(
    strict !== undefined && has.strict !== true ? ["strict"] : [],
    format !== undefined && has.format !== true ? ["format"] : [],
  );
  for (const field of lost) lose(`\`${field}\` of the tool \`${name}\` has no counterpart, and was left out`);
  if (cache !== undefined && has.cache !== true)
    lose(`the cache breakpoint behind the tool \`${name}\` has no counterpart, and was left out`, "cache-breakpoint-dropped");
}

/** Reports the parts of a choice that a target has no counterpart of. */
export function loseChoice(
  { names, parallel }: NeutralChoice,
  has: { readonly names?: boolean; readonly parallel?: boolean },
  lose: Lose,
): void {
  if (names !== undefined && has.names !== true)
    lose(`the choice among the tools ${names.map((name) => `\`${name}\``).join(", ")} has no counterpart, and was left out`);
  if (parallel === false && has.parallel !== true) lose("the demand for one call at a time has no counterpart, and was left out");
}
