// Reading conversations.
//
// Reasoning and activities are messages of their own in this format. Here they are parts of the answer that they precede, or whose calls are
// open, so that a call and its results stay together. An activity among results goes before them.

import { callWithExtras, withExtras } from "../formats/extras.js";
import { type Fields, each, isEmpty, isFields, list, object, optional, others, required, roleIn } from "../formats/fields.js";
import { at, invalid } from "../formats/read-error.js";
import { checkBytes } from "../formats/size.js";
import type { NeutralCall, NeutralMessage, NeutralPart, ReadLimits, ReadMessage, Reading } from "../types/program-format.js";
import { readContent } from "./content.js";
import { INSIDE, type MessageMarks, NAME, type PartMarks, keptExtras, marked } from "./names.js";

const ROLES = ["developer", "system", "user", "assistant", "tool", "activity", "reasoning"] as const;

type Held = NonNullable<Reading["held"]>[number];

/** Reads a list of messages, or a value that holds one, such as the input of a run or a snapshot of messages. */
export function read(body: unknown, limits: ReadLimits): Reading {
  const isList = Array.isArray(body);
  const path = isList ? "" : "messages";
  const items = isList ? body : at(path, () => list(isFields(body) ? body.messages : undefined));
  const reader = new Reader();
  for (const [wire, item] of items.entries()) {
    at(`${path}[${wire}]`, () => {
      checkBytes(item, limits);
      reader.item(object(item), wire);
    });
  }
  const beside = isFields(body) ? Object.keys(body).filter((name) => name !== "messages") : [];
  return { path, messages: reader.end(), repairs: [], beside, held: reader.held };
}

/** A part that waits for its answer. */
interface Waiting {
  readonly part: NeutralPart;
  readonly wire: number;
  readonly item: Fields;
}

/** Reads items in order. */
class Reader {
  readonly held: Held[] = [];
  readonly #messages: ReadMessage[] = [];
  #waiting: Waiting[] = [];
  /** The ids of the calls that have no result yet, and the place of their message. */
  #open = new Set<string>();
  #asking = -1;

  item(fields: Fields, wire: number): void {
    const role = roleIn(ROLES, required(fields, "role"));
    switch (role) {
      case "reasoning":
      case "activity":
        this.#wait({ part: role === "reasoning" ? reasoningOf(fields) : activityOf(fields), wire, item: fields });
        return;
      case "assistant":
        this.#answer(fields, wire);
        return;
      case "tool":
        this.#attach();
        this.#messages.push({ message: resultOf(fields), wire });
        this.#open.delete(optional(fields, "toolCallId") ?? "");
        return;
      case "developer":
      case "system":
      case "user":
        this.#flush();
        this.#open.clear();
        this.#messages.push({ message: saidOf(fields, role), wire });
    }
  }

  end(): ReadMessage[] {
    this.#flush();
    return this.#messages;
  }

  #wait(waiting: Waiting): void {
    this.#waiting.push(waiting);
    // Directly behind calls, it belongs to these.
    if (this.#asking === this.#messages.length - 1) this.#attach();
  }

  /** Adds what waits to the answer whose calls are open; else it becomes an answer. */
  #attach(): void {
    if (this.#waiting.length === 0) return;
    const asking = this.#open.size > 0 ? this.#messages[this.#asking] : undefined;
    if (asking === undefined) return this.#flush();
    const { message } = asking;
    const parts = message.content as NeutralPart[] | null;
    const count = parts?.length ?? 0;
    // The calls stand before it.
    for (const call of message.toolCalls ?? []) call.afterParts ??= count;
    message.content = [...(parts ?? []), ...this.#waiting.map(({ part }) => withMarks(part, { after: true }))];
    this.#hold(this.#asking);
  }

  #answer(fields: Fields, wire: number): void {
    const waiting = this.#waiting;
    const content = optional(fields, "content");
    const calls = readCalls(fields.toolCalls ?? null);
    const texts: NeutralPart[] = content === undefined || content === "" ? [] : [{ type: "text", text: content }];
    const parts = [...waiting.map(({ part }) => part), ...texts];
    const marks: MessageMarks = {
      ...(content === "" && { emptyText: true }),
      ...(content === undefined && calls.length === 0 && { empty: true }),
    };
    const message: NeutralMessage = {
      role: "assistant",
      ...named(fields),
      content: parts.length === 0 ? null : parts,
      ...(calls.length > 0 && { toolCalls: calls }),
      ...keptExtras(fields, ["id", "role", "name", "content", "toolCalls"], marks),
    };
    this.#messages.push({ message, wire });
    this.#hold(this.#messages.length - 1);
    this.#open = new Set(calls.map(({ id }) => id));
    this.#asking = calls.length > 0 ? this.#messages.length - 1 : -1;
  }

  /** Makes an answer of what waits. */
  #flush(): void {
    const [first] = this.#waiting;
    if (first === undefined) return;
    this.#messages.push({ message: { role: "assistant", content: this.#waiting.map(({ part }) => part) }, wire: first.wire });
    this.#hold(this.#messages.length - 1);
  }

  #hold(message: number): void {
    for (const { wire, item } of this.#waiting) if (this.#messages[message]?.wire !== wire) this.held.push({ wire, message, item });
    this.#waiting = [];
  }
}

function named(fields: Fields): Pick<NeutralMessage, "id" | "name"> {
  const [id, name] = [optional(fields, "id"), optional(fields, "name")];
  return { ...(id !== undefined && id !== "" && { id }), ...(name !== undefined && { name }) };
}

function saidOf(fields: Fields, role: "developer" | "system" | "user"): NeutralMessage {
  const { extras, extrasFrom } = keptExtras(fields, ["id", "role", "name", "content"]);
  const all = { ...(role === "developer" && { role }), ...extras };
  return {
    role: role === "user" ? role : "system",
    ...named(fields),
    content: at("content", () => (role === "user" ? readContent(fields.content) : textOf(fields.content))),
    ...(!isEmpty(all) && { extras: all, ...(extrasFrom !== undefined && { extrasFrom }) }),
  };
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  throw invalid("expected a string");
}

/** Reads a result. The error of a result without content is its content, because models read that. */
function resultOf(fields: Fields): NeutralMessage {
  const given = at("content", () => readContent(fields.content));
  const error = optional(fields, "error");
  const isOnly = given.length === 0 && error !== undefined && error !== "";
  const isBeside = error !== undefined && !isOnly && error !== given;
  const known = ["id", "role", "content", "toolCallId", ...(isBeside ? [] : ["error"])];
  return {
    role: "tool",
    ...named(fields),
    toolCallId: optional(fields, "toolCallId") ?? "",
    content: isOnly ? error : given,
    ...(error !== undefined && { isError: true }),
    ...keptExtras(fields, known, isOnly ? { onlyError: true } : {}),
  };
}

function readCalls(items: unknown): NeutralCall[] {
  if (items === null) return [];
  return each(
    at("toolCalls", () => list(items)),
    "toolCalls",
    (item) => {
      const fields = object(item);
      const inner = at("function", () => object(fields.function));
      const call = {
        id: optional(fields, "id") ?? "",
        name: at("function", () => required(inner, "name")),
        arguments: at("function", () => optional(inner, "arguments")) ?? "",
      };
      const rest = others(inner, ["name", "arguments"]);
      const known = ["id", "function", ...(fields.type === "function" ? ["type"] : [])];
      const extras = { ...others(fields, known), ...(!isEmpty(rest) && { [INSIDE]: rest }) };
      return callWithExtras(call, extras, isEmpty(extras) ? undefined : NAME);
    },
  );
}

/** Reads reasoning. What is encrypted is of a provider that the format does not name. */
function reasoningOf(fields: Fields): NeutralPart {
  const [id, text, encrypted] = [optional(fields, "id"), required(fields, "content"), optional(fields, "encryptedValue")];
  const rest = others(fields, ["id", "role", "content", "encryptedValue"]);
  const part: NeutralPart = { type: "reasoning", text, ...(encrypted !== undefined && { encrypted, origin: { format: NAME } }) };
  return withExtras(part, { ...rest, ...marked(id === undefined ? {} : { id }) }, isEmpty(rest) ? undefined : NAME);
}

/** An activity is what users see of the work of an agent: no model reads it. */
function activityOf(fields: Fields): NeutralPart {
  required(fields, "activityType");
  return { type: "other", format: NAME, value: fields };
}

function withMarks(part: NeutralPart, marks: PartMarks): NeutralPart {
  const { writtenAs, ...rest } = part as NeutralPart & Fields;
  const known = isFields(writtenAs) && isFields(writtenAs[NAME]) ? writtenAs[NAME] : {};
  return { ...(rest as NeutralPart), ...marked({ ...known, ...marks }) };
}

/** The form of every body. */
export const formOf = (): string => "list";
