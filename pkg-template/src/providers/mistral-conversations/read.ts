// Reading conversations.

import { type Fields, fieldsOf, list, noun, object, optional, others, textOf } from "../../formats/fields.js";
import { keptMarks } from "../../formats/marks.js";
import type { NeutralMessage, ReadLimits, ReadMessage, Reading } from "../../types/program-format.js";
import { ReadError, at, invalid } from "../../formats/read-error.js";
import { checkBytes } from "../../formats/size.js";
import type { TokenUsage } from "../../types/index.js";
import { Runs } from "../run.js";
import { NAME, asApi } from "./names.js";
import { readCall, readInput, readOther, readOutput, readResult, typeOf } from "./read-entry.js";

/** The fields of a request that are modelled, and those of a response that are kept or say nothing. */
const OF_REQUESTS = ["inputs", "instructions"];
const OF_RESPONSES = ["object", "conversation_id", "usage"];

/** Reads a request, its inputs, a response, or the history of a conversation. */
export function read(body: unknown, limits: ReadLimits): Reading {
  const isList = Array.isArray(body);
  const fields: Fields = isList ? { inputs: body } : asApi(object(body));
  const path = ["outputs", "entries"].find((name) => fields[name] !== undefined) ?? "inputs";
  const given = fields[path];
  if (given === undefined) throw invalid("expected a list of entries, a request with `inputs`, or a response with `outputs`");
  const isText = typeof given === "string" && path === "inputs";
  if (!isText && !Array.isArray(given))
    throw invalid(`expected ${path === "inputs" ? "a text or " : ""}a list, found ${noun(given)}`, path);
  const shown = isList ? "" : path;
  const runs = new Runs();
  const models: string[] = [];
  let isOutput = false;
  for (const [place, item] of (isText ? [given] : list(given)).entries()) {
    at(isText ? path : `${shown}[${place}]`, () => {
      checkBytes(item, limits);
      runs.begin(place, item);
      if (isText) return runs.push({ role: "user", content: given, extras: keptMarks({ isText }), extrasFrom: NAME });
      const entry = asApi(object(item));
      isOutput = readEntry(runs, entry, isOutput);
      if (typeof entry.model === "string") models.push(entry.model);
    });
  }
  const system = optional(fields, "instructions");
  const prompt: ReadMessage[] = system === undefined ? [] : [{ message: { role: "system", content: system } }];
  const beside = others(fields, path === "inputs" ? OF_REQUESTS : [...OF_RESPONSES, "instructions", path]);
  return {
    path: shown,
    messages: [...prompt, ...(path === "outputs" ? answered(runs.messages, fields, models.at(-1)) : runs.messages)],
    repairs: [],
    beside: Object.keys(beside).filter((name) => beside[name] !== null),
    held: runs.held.map(({ message = 0, ...part }) => ({ ...part, message: message + prompt.length })),
  };
}

/** Reads an entry; returns true for words of the model. */
function readEntry(runs: Runs, entry: Fields, isNext: boolean): boolean {
  switch (typeOf(entry)) {
    case "message.input": {
      const { role } = entry;
      if (role === "user") runs.push(readInput(entry));
      else if (role === "assistant") return words(runs, entry, isNext);
      else throw invalidRole(role);
      return false;
    }
    case "message.output":
      return words(runs, entry, isNext);
    case "function.call":
      runs.call(readCall(entry));
      return false;
    case "function.result":
      runs.push(readResult(entry));
      return false;
    case "":
      throw invalid("an entry needs a `type`, such as `message.input`, or a `role`");
    default:
      runs.part(readOther(entry));
      return false;
  }
}

function words(runs: Runs, entry: Fields, isNext: boolean): boolean {
  const parts = readOutput(entry, isNext);
  for (const part of parts) runs.part(part);
  return parts[0]?.type !== "other" || parts[0].value !== entry;
}

function invalidRole(role: unknown): ReadError {
  const error = new ReadError(`Invalid role: ${textOf(role) ?? noun(role)}. Must be one of user, assistant`, "invalid-role");
  error.path = "role";
  return error;
}

/** The messages, the last of the model's with what the response says of it. */
function answered(messages: ReadMessage[], response: Fields, model: string | undefined): ReadMessage[] {
  const last = messages.map(({ message }) => message.role).lastIndexOf("assistant");
  const [id, tokens] = [optional(response, "conversation_id"), usageOf(response.usage)];
  const about: Partial<NeutralMessage> = {
    ...(model !== undefined && { model }),
    ...(id !== undefined && id !== "" && { response: { id, format: NAME } }),
    ...(tokens !== undefined && { tokens }),
  };
  return messages.map((entry, place) => (place === last ? { ...entry, message: { ...entry.message, ...about } } : entry));
}

/** Reads usage. What Mistral's tools added is counted beside the prompt. */
function usageOf(value: unknown): TokenUsage | undefined {
  const fields = asApi(fieldsOf(value));
  const count = (name: string) => (typeof fields[name] === "number" ? Math.max(0, Math.round(fields[name])) : undefined);
  const [input, output, tools] = [count("prompt_tokens"), count("completion_tokens"), count("connector_tokens")];
  if (input === undefined && output === undefined) return undefined;
  return {
    ...(input !== undefined && { input: input + (tools ?? 0) }),
    ...(output !== undefined && { output }),
    ...(tools !== undefined && { toolInput: tools }),
  };
}
