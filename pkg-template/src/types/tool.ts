// The public types of tools: a declaration and its handler in one value.

import type { ToolCall } from "./message.js";
import type { Tool, ToolContext } from "./suspension.js";

/**
 * A schema of zod, valibot, ArkType or another library with the interface of Standard Schema. It checks the arguments of a call. Libraries
 * that also have the interface of Standard JSON Schema write the schema for the model.
 *
 * @example
 * const input: StandardSchema<unknown, { city: string }> = z.object({ city: z.string() });
 */
export interface StandardSchema<Input = any, Output = any> {
  /** The interface of Standard Schema, version 1. */
  readonly "~standard": {
    /** The version of the interface. */
    readonly version: 1;
    /** The name of the library. */
    readonly vendor: string;
    /** Checks a value. */
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    /** The types of the schema; no value at run time. */
    readonly types?: Readonly<Record<"input", Input> & Record<"output", Output>> | undefined;
  };
}

/** The result of a check: the value, or what is wrong with it. */
type StandardResult<Output> =
  | (Readonly<Record<"value", Output>> & Readonly<Partial<Record<"issues", undefined>>>)
  | Readonly<Record<"issues", readonly StandardIssue[]>>;

/** A fault of a value. */
interface StandardIssue {
  /** The fault in words. */
  readonly message: string;
  /** The path to it: keys, or objects with a key. */
  readonly path?: readonly unknown[] | undefined;
}

/**
 * A JSON Schema of an object.
 *
 * @example
 * const input = { type: "object", properties: { city: { type: "string" } }, required: ["city"] } satisfies JsonSchema;
 */
export interface JsonSchema {
  /** Default `"object"`. */
  readonly type?: "object";
  /** The schemas of the arguments, by name. */
  readonly properties?: { readonly [name: string]: unknown };
  /** The names of the arguments that a call must have. */
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/**
 * The arguments of a tool with this schema. Of a JSON Schema, the keywords `type`, `properties`, `required`, `items`, `enum`, `const`,
 * `anyOf` and `oneOf` are read.
 *
 * @example
 * const input = { type: "object", properties: { city: { type: "string" } }, required: ["city"] } as const;
 * type Args = ToolArguments<typeof input>; // { city: string }
 */
export type ToolArguments<Input> =
  Input extends StandardSchema<any, infer Output>
    ? Output
    : undefined extends Input
      ? Record<string, unknown>
      : ValueOf<Input> extends infer Args extends object
        ? Args
        : Record<string, unknown>;

/** A type with a member of this name, whose value is inferred. */
type Has<Name extends string, Value> = Readonly<Record<Name, Value>>;

/** A value of a JSON Schema. */
type ValueOf<Schema> =
  Schema extends Has<"const", infer Value>
    ? Value
    : Schema extends Has<"enum", readonly (infer Value)[]>
      ? Value
      : Schema extends Has<"anyOf", readonly (infer One)[]> | Has<"oneOf", readonly (infer One)[]>
        ? ValueOf<One>
        : Schema extends Has<"type", infer Type>
          ? TypedValue<Schema, Type extends readonly (infer One)[] ? One : Type>
          : Schema extends Has<"properties", object>
            ? ObjectOf<Schema>
            : unknown;

/** A value of a schema with a `type`. */
type TypedValue<Schema, Type> = Type extends "object"
  ? ObjectOf<Schema>
  : Type extends "array"
    ? Schema extends Has<"items", infer Item>
      ? ValueOf<Item>[]
      : unknown[]
    : Scalar<Type>;

/** A value without parts. */
type Scalar<Type> = Type extends "string"
  ? string
  : Type extends "number" | "integer"
    ? number
    : Type extends "boolean"
      ? boolean
      : Type extends "null"
        ? null
        : unknown;

/** An object of a schema with `properties`. */
type ObjectOf<Schema> =
  Schema extends Has<"properties", infer Properties>
    ? string extends keyof Properties
      ? Record<string, unknown>
      : Flat<
          { -readonly [Name in keyof Properties & RequiredOf<Schema>]: ValueOf<Properties[Name]> } & {
            -readonly [Name in Exclude<keyof Properties, RequiredOf<Schema>>]?: ValueOf<Properties[Name]>;
          }
        >
    : Record<string, unknown>;

type RequiredOf<Schema> = Schema extends Has<"required", readonly (infer Name)[]> ? Name : never;

type Flat<Fields> = { [Name in keyof Fields]: Fields[Name] };

/**
 * The input of `tool`.
 *
 * @example
 * const options: ToolOptions<undefined> = { name: "now", description: "The time", run: () => new Date().toISOString() };
 */
export interface ToolOptions<Input> {
  /** The name that the model calls. */
  name: string;
  /** A description of the tool, for the model. */
  description?: string;
  /** The arguments: a Standard Schema or a JSON Schema. Default: no arguments. */
  input?: Input;
  /** The JSON Schema for the model. Default: the schema that `input` writes or is, without its `$schema`. */
  inputSchema?: JsonSchema;
  /** True: the provider keeps the arguments to the schema, if it can. Default: the provider's own. */
  strict?: boolean;
  /**
   * Runs the tool. With a Standard Schema, the arguments are checked, and have the defaults and transformations of the schema; a plain JSON
   * Schema only gives them their type. See `Tool` for results.
   */
  run(args: ToolArguments<Input>, call: ToolCall, context: ToolContext): unknown;
}

/**
 * A tool: its declaration for every target, and its handler. Its declaration has the form of MCP.
 *
 * @example
 * const weather: DefinedTool = tool({ name: "weather", input: z.object({ city: z.string() }), run: ({ city }) => forecast(city) });
 */
export interface DefinedTool<Args = any> {
  /** The name that the model calls. */
  readonly name: string;
  /** A description of the tool, for the model. */
  readonly description?: string;
  /** The JSON Schema of the arguments. */
  readonly inputSchema: JsonSchema;
  /** True if the provider is to keep the arguments to the schema. */
  readonly strict?: boolean;
  /** Checks the arguments and runs the tool. */
  run(args: Args, call: ToolCall, context: ToolContext): unknown;
  /** Returns the declaration, for `JSON.stringify`. */
  toJSON(): Record<string, unknown>;
}

/**
 * The tools of `runTools` and `resume`: a list of tools that `tool` made, or functions and such tools by name.
 *
 * @example
 * const tools: Tools = [weather, tool({ name: "now", run: () => new Date().toISOString() })];
 */
export type Tools = readonly DefinedTool[] | Readonly<Record<string, Tool | DefinedTool>>;
