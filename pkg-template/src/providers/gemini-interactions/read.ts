// Reading conversations.

import { type Fields, isEmpty, isFields, list, noun, object, optional, others, required } from "../../formats/fields.js";
import { keptMarks } from "../../formats/marks.js";
import type { NeutralMessage, ReadLimits, ReadMessage, Reading } from "../../types/program-format.js";
import { ReadError, at, invalid } from "../../formats/read-error.js";
import { checkBytes } from "../../formats/size.js";
import { Runs } from "../run.js";
import { CONTENTS, type Marks, NAME } from "./names.js";
import { readContent, readContents } from "./read-content.js";
import { isStandIn, readCall, readOutput, readResult, readThought } from "./read-step.js";
import { readToolStep } from "./tool-steps.js";
import { usageOf } from "./usage.js";

/** A conversation, out of its body. */
interface Opened {
  readonly items: readonly unknown[];
  readonly path: string;
  /** True if the input is a text or one content. */
  readonly isSingle: boolean;
  /** The response that the items are from; empty for a request. */
  readonly response: Fields;
  readonly fields: Fields;
}

/** The fields of a body that are modelled, and those of a response that repeat its steps. */
const KNOWN = ["input", "system_instruction"];
const OF_RESPONSES = [
  "id",
  "model",
  "usage",
  "object",
  "role",
  "continuation_token",
  "output_text",
  "output_image",
  "output_audio",
  "output_video",
];

/** Reads a request, its input, or an interaction. */
export function read(body: unknown, limits: ReadLimits): Reading {
  const { items, path, isSingle, response, fields } = open(body);
  const isResponse = path === "steps" || path === "outputs";
  const reader = new Reader(optional(response, "model"), path === "outputs");
  for (const [place, item] of items.entries()) {
    at(isSingle ? path : `${path}[${place}]`, () => {
      checkBytes(item, limits);
      reader.item(item, place, items[place + 1], isSingle);
    });
  }
  const system = optional(fields, "system_instruction");
  const prompt: ReadMessage[] = system === undefined ? [] : [{ message: { role: "system", content: system } }];
  const beside = others(fields, isResponse ? [...OF_RESPONSES, "system_instruction", path] : KNOWN);
  const held = reader.runs.held.map(({ message = 0, ...part }) => ({ ...part, message: message + prompt.length }));
  return {
    path,
    messages: [...prompt, ...answered(reader.runs.messages, response)],
    repairs: [],
    beside: Object.keys(beside).filter((name) => beside[name] !== null),
    held,
  };
}

/** Finds the steps of a body. */
function open(body: unknown): Opened {
  if (Array.isArray(body)) return { items: body as unknown[], path: "", isSingle: false, response: {}, fields: {} };
  const fields = object(body);
  for (const path of ["steps", "outputs"]) {
    if (fields[path] !== undefined) return { items: at(path, () => list(fields[path])), path, isSingle: false, response: fields, fields };
  }
  const { input } = fields;
  if (Array.isArray(input)) return { items: input as unknown[], path: "input", isSingle: false, response: {}, fields };
  if (typeof input === "string" || isFields(input)) return { items: [input], path: "input", isSingle: true, response: {}, fields };
  if (input === undefined) throw invalid("expected a list of steps, a request with `input`, or an interaction with `steps`");
  throw invalid(`expected a text, a content or a list, found ${noun(input)}`, "input");
}

/** The messages, the last of the model's with what the response says of it. */
function answered(messages: ReadMessage[], response: Fields): ReadMessage[] {
  const last = messages.map(({ message }) => message.role).lastIndexOf("assistant");
  const [id, model, tokens] = [optional(response, "id"), optional(response, "model"), usageOf(response.usage)];
  const token = optional(response, "continuation_token");
  const about = {
    ...(model !== undefined && { model }),
    ...(id !== undefined && id !== "" && { response: { id, format: NAME } as const }),
    ...(tokens !== undefined && { tokens }),
    ...(token !== undefined && response.status === "requires_continuation" && { notices: [{ kind: "unfinished", token } as const] }),
  };
  return messages.map((entry, place) => (place === last ? { ...entry, message: { ...entry.message, ...about } } : entry));
}

/** Reads the items of a list one by one. */
class Reader {
  readonly runs = new Runs();
  readonly #model: string | undefined;
  /** True if contents without a step are the model's. */
  readonly #isModels: boolean;
  /** The kind of the newest item. */
  #last: "contents" | "output" | "other" = "other";
  /** The kind of thought before the next call of the model, if it is not signed. */
  #thought: Marks["thought"] = "none";

  constructor(model: string | undefined, isModels: boolean) {
    this.#model = model;
    this.#isModels = isModels;
  }

  item(item: unknown, place: number, next: unknown, isSingle: boolean): void {
    this.runs.begin(place, item);
    if (typeof item === "string" && isSingle) return this.#user({ role: "user", content: item, extras: keptMarks({ input: "text" }) });
    const fields = object(item);
    if (typeof fields.type === "string") return this.#step(fields, next, this.#isModels, isSingle);
    if (fields.role === undefined) throw invalid("a step needs a `type`, such as `user_input`");
    this.#turn(fields);
  }

  /** A turn of the API's first version: a role and its contents, including calls and thoughts. */
  #turn({ role, content }: Fields): void {
    if (role !== "user" && role !== "model") {
      const error = new ReadError(`Invalid role: ${String(role)}. Must be one of user, model`, "invalid-role");
      error.path = "role";
      throw error;
    }
    this.#last = "other";
    const items = typeof content === "string" ? [{ type: "text", text: content }] : at("content", () => list(content));
    for (const [place, item] of items.entries()) {
      at(`content[${place}]`, () => {
        const fields = object(item);
        const isContent = CONTENTS.includes(required(fields, "type"));
        if (role === "model" || !isContent) this.#step(fields, items[place + 1], role === "model", false);
        else if (this.#last === "contents") this.runs.join([readContent(fields)]);
        else this.#user({ role: "user", content: [readContent(fields)] }, "contents");
      });
    }
    this.#last = "other";
  }

  #step(step: Fields, next: unknown, isModels: boolean, isSingle: boolean): void {
    const type = step.type as string;
    if (CONTENTS.includes(type)) return this.#content(step, isModels, isSingle);
    switch (type) {
      case "user_input": {
        const extras = others(step, ["type", "content"]);
        return this.#user({ role: "user", content: readContents(step.content), ...(!isEmpty(extras) && { extras, extrasFrom: NAME }) });
      }
      case "function_result":
        return this.#user(readResult(step));
      case "model_output": {
        const parts = readOutput(step, this.#last === "output");
        for (const part of parts) this.runs.part(part);
        this.#last = parts[0]?.type === "other" && parts[0].value === step ? "other" : "output";
        return;
      }
      case "function_call":
        this.runs.call(readCall(step, this.#thought));
        this.#thought = undefined;
        break;
      case "thought":
        if (this.#thought === "none" && isStandIn(step) && isFields(next) && next.type === "function_call") {
          // The writer puts it before the call again.
          this.runs.run();
          this.#thought = "stand-in";
          break;
        }
        this.runs.part(readThought(step, this.#model));
        if (typeof step.signature === "string" && step.signature !== "") this.#thought = undefined;
        break;
      default:
        this.runs.part(readToolStep(step));
    }
    this.#last = "other";
  }

  /** Reads a content outside of a step. */
  #content(content: Fields, isModels: boolean, isSingle: boolean): void {
    const part = readContent(content);
    if (isModels) {
      this.runs.part(part);
      this.#last = "output";
      return;
    }
    if (this.#last === "contents") return this.runs.join([part]);
    const marks: Marks = { input: isSingle ? "content" : "contents" };
    this.#user({ role: "user", content: [part], extras: keptMarks(marks as Fields) }, "contents");
  }

  /** Adds a message that is not the model's. */
  #user(message: NeutralMessage, kind: "contents" | "other" = "other"): void {
    this.runs.push(message);
    this.#thought = "none";
    this.#last = kind;
  }
}
