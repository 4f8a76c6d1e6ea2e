// The spellings of a message: stored, serialised, an object with a type or a role, a pair of role and text, or a text alone.

import { type Fields, isFields, noun, object } from "../formats/fields.js";
import { ReadError, at, invalid } from "../formats/read-error.js";

/**
 * The kinds of messages. `developer` is OpenAI's newer name of `system`, `function` the result of a call without an id, `chat` a message
 * of any role, and `remove` asks to delete a message.
 */
export type Kind = "human" | "ai" | "system" | "developer" | "tool" | "function" | "chat" | "remove";

/** A message, out of its envelope. */
export interface Opened {
  readonly kind: Kind;
  /** The name of the kind in the source. */
  readonly name: string;
  readonly fields: Fields;
  /** The content, if it is not in a field `content`. */
  readonly content?: unknown;
  /** The field that holds the others, for paths of errors; `""` if they are in the message itself. */
  readonly step: string;
}

/** The names of each kind: types of messages, roles, and classes without `Message`. */
const KINDS: ReadonlyMap<string, Kind> = /* @__PURE__ */ new Map<string, Kind>([
  ["human", "human"],
  ["user", "human"],
  ["ai", "ai"],
  ["assistant", "ai"],
  ["system", "system"],
  ["developer", "developer"],
  ["tool", "tool"],
  ["function", "function"],
  ["generic", "chat"],
  ["chat", "chat"],
  ["remove", "remove"],
]);

/** Reports whether a message is serialised, so that its fields may be escaped. */
export function isSerialized(value: unknown): boolean {
  return isFields(value) && "lc" in value && Array.isArray(value.id);
}

/** Takes a message out of its envelope. */
export function open(value: unknown): Opened {
  if (typeof value === "string") return { kind: "human", name: "human", fields: {}, content: value, step: "" };
  if (Array.isArray(value)) return openPair(value);
  const fields = object(value);
  if (isSerialized(fields)) return openSerialized(fields);
  const { type, role, data } = fields;
  if (typeof type === "string" && typeof role !== "string" && data !== undefined) {
    const kind = at("type", () => kindOf(type));
    return { kind, name: type, fields: at("data", () => object(data)), step: "data" };
  }
  const isChat = typeof type === "string" && kindNamed(type) === "chat";
  const name = typeof role === "string" && !isChat ? role : type;
  if (typeof name !== "string") {
    throw invalid("a message needs a `type` and its `data`, a `type` or `role` and its `content`, or to be serialised");
  }
  // Messages that were stored before there was `data` have a `text`.
  const content = fields.content === undefined ? fields.text : undefined;
  return { kind: kindOf(name), name, fields, step: "", ...(content !== undefined && { content }) };
}

function openPair(pair: readonly unknown[]): Opened {
  if (pair.length !== 2) throw invalid("a message that is a list is a pair of a role and a text");
  const [name, content] = pair;
  if (typeof name !== "string") throw invalid("expected a role", "[0]");
  return { kind: kindOf(name), name, fields: {}, content, step: "" };
}

function openSerialized(fields: Fields): Opened {
  const last = (fields.id as unknown[]).at(-1);
  const className = typeof last === "string" ? last : "";
  const name = (/^(.*)Message(?:Chunk)?$/s.exec(className)?.[1] ?? "").replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  if (name === "") throw invalid(`\`${className}\` is no class of messages`, "id");
  const kind = at("id", () => kindOf(name));
  if (fields.kwargs === undefined) {
    throw invalid(
      `\`${className}\` was serialised without its \`kwargs\` (${noun(fields.type)} stands for them); store the messages with \`toDict\``,
    );
  }
  const kwargs = at("kwargs", () => object(fields.kwargs));
  // Python keeps its name of such messages, `chat`, among their fields; JavaScript keeps none.
  return { kind, name: kind === "chat" && kwargs.type !== "chat" ? "generic" : name, fields: kwargs, step: "kwargs" };
}

/** The kind of this name. Python stores chunks under the names of their classes. */
function kindOf(name: string): Kind {
  const kind = kindNamed(name);
  if (kind !== undefined) return kind;
  throw new ReadError(`unknown type of message \`${name}\`; known are ${[...KINDS.keys()].join(", ")}`, "invalid-role");
}

function kindNamed(name: string): Kind | undefined {
  return KINDS.get(name.endsWith("MessageChunk") ? name.slice(0, -"MessageChunk".length).toLowerCase() : name);
}

const CLASSES: Readonly<Record<string, string>> = {
  human: "HumanMessage",
  ai: "AIMessage",
  system: "SystemMessage",
  tool: "ToolMessage",
  function: "FunctionMessage",
  remove: "RemoveMessage",
};

/** The class of messages of this type. */
export function classOf(type: string): string {
  return CLASSES[type] ?? "ChatMessage";
}
