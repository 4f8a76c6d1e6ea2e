// The parts of a value that the clues look at: the fields of a body, its messages, and the parts of their contents.

import { isArray, isObject } from "../input/check.js";

export type Fields = Readonly<Record<string, any>>;

export interface View {
  /** The fields of the body; none for a list. */
  readonly body: Fields;
  /** The list of messages, or of items. */
  readonly list: readonly Fields[];
  /** The parts of all contents that are lists. */
  readonly parts: readonly Fields[];
  /** Tool calls beside contents. */
  readonly calls: readonly Fields[];
  /** Declared tools. */
  readonly tools: readonly Fields[];
  /** The name of the model; empty when there is none. */
  readonly model: string;
}

/** Messages of a long list that are looked at, at either end. */
const ENOUGH = 200;

export function viewOf(value: Fields | readonly unknown[]): View {
  const body: Fields = isArray(value) ? {} : (value as Fields);
  const whole = isArray(value) ? value : ([body.messages, body.input, body.contents, body.inputs, body.outputs].find(isArray) ?? []);
  const list = (whole.length <= 2 * ENOUGH ? whole : [...whole.slice(0, ENOUGH), ...whole.slice(-ENOUGH)]).filter(isObject) as Fields[];
  const parts = list.flatMap(({ content, parts: own }) => [content, own].filter(isArray).flat()).filter(isObject) as Fields[];
  const calls = list
    .flatMap(({ tool_calls: snake, toolCalls: camel }) => [snake, camel].filter(isArray).flat())
    .filter(isObject) as Fields[];
  const tools = [body.tools, body.toolConfig?.tools, body.tool_config?.tools].filter(isArray).flat().filter(isObject) as Fields[];
  const model = [body.model, body.modelId].find((name) => typeof name === "string") ?? "";
  return { body, list, parts, calls, tools, model };
}
