// Tools that a provider runs, and files of text, in the other form than the one that they came in. Nothing else that is not modelled has
// a place in both.

import { type Fields, fieldsOf, textOf } from "../formats/fields.js";
import { base64OfText } from "../formats/media.js";
import type { NeutralPart } from "../types/program-format.js";
import type { Extras } from "./form.js";
import type { Losses } from "./losses.js";
import { readShown } from "./output.js";
import { isProviderExecuted } from "./words.js";

/** Writes a tool of a UI message as a call and its result. */
export function writeForModel(tool: Fields, losses: Losses): object[] {
  const { state, toolCallId = "", rawInput = {}, input = rawInput, output, errorText = "" } = tool;
  const {
    callProviderMetadata,
    resultProviderMetadata,
    callProviderMetadata: called = resultProviderMetadata,
    resultProviderMetadata: came = called,
  } = tool;
  const type = textOf(tool.type) ?? "";
  const name = type.startsWith("tool-") ? type.slice("tool-".length) : tool.toolName;
  if (typeof name !== "string" || !isProviderExecuted(tool)) return losses.foreign(tool);
  if (state === "input-streaming") {
    losses.report("part-dropped", `a call of ${name} was left out: its input had not arrived`);
    return [];
  }
  if (tool.approval !== undefined) losses.field("approval");
  const isError = state === "output-error";
  const names = { toolCallId, toolName: name };
  // A failed tool may have the options of its call with its result.
  const call = {
    type: "tool-call",
    ...names,
    input,
    providerExecuted: true,
    ...options("providerOptions", isError ? called : callProviderMetadata),
  };
  if (!isError && state !== "output-available") return [call];
  const written = isError ? { type: "error-json", value: errorText } : outputOf(output);
  return [call, { type: "tool-result", ...names, output: written, ...options("providerOptions", came) }];
}

function outputOf(output: unknown): object {
  if (typeof output === "string") return { type: "text", value: output };
  const isContent = output !== undefined && Array.isArray(readShown(output).content);
  return isContent ? (output as Fields) : { type: "json", value: output ?? null };
}

function options(name: string, value: unknown): Extras {
  return value === undefined ? {} : { [name]: value };
}

/** Writes a call of a model message, with its result among the same parts, as a tool; and a file of text as a data URL. */
export function writeForUi(part: Fields, among: readonly NeutralPart[], losses: Losses): object[] {
  const { type, input = {}, providerOptions } = part;
  const toolCallId = textOf(part.toolCallId) ?? "";
  const find = (wanted: string) =>
    among
      .map((other) => fieldsOf(other.type === "other" ? other.value : undefined))
      .find((other) => other.type === wanted && other.toolCallId === toolCallId);
  if (type === "file") return writeTextFile(part, losses);
  // A result is written with its call.
  if (type === "tool-result" && find("tool-call") !== undefined) return [];
  if (type !== "tool-call" || !isProviderExecuted(part)) return losses.foreign(part);
  const result = find("tool-result");
  const tool = { type: `tool-${textOf(part.toolName) ?? ""}`, toolCallId };
  const call = { input, providerExecuted: true };
  const called = options("callProviderMetadata", providerOptions);
  if (result === undefined) return [{ ...tool, state: "input-available", ...call, ...called }];
  const output = fieldsOf(result.output);
  const kind = textOf(output.type) ?? "";
  const { reason, value = reason } = output;
  const isError = kind.startsWith("error") || kind === "execution-denied";
  const errorText = typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
  const content = { type: "content", value: value === undefined ? [] : value };
  const shown = isError ? { errorText } : { output: kind === "content" ? content : (value ?? null) };
  const state = isError ? "output-error" : "output-available";
  return [{ ...tool, state, ...call, ...shown, ...called, ...options("resultProviderMetadata", result.providerOptions) }];
}

function writeTextFile(part: Fields, losses: Losses): object[] {
  const { text } = fieldsOf(part.data);
  if (typeof text !== "string") return losses.foreign(part);
  const given = part.mediaType;
  const mediaType = typeof given === "string" && given.includes("/") ? given : "text/plain";
  const url = `data:${mediaType};base64,${base64OfText(text)}`;
  return [{ type: "file", mediaType, url, ...options("filename", part.filename), ...options("providerMetadata", part.providerOptions) }];
}
