// The policies of the host: which messages stay, and what becomes of results and pictures.

import { count, describe, invalid, isArray, isObject, isSerious, isThenable, object, picked, quoted, reading, strings, unlike } from "../../input/check.js";
import type { Draft } from "../draft.js";
import { textOf } from "../message-text.js";
import type { Message, ToolCall } from "../../types/index.js";

/** Makes a draft as the policies say. */
export type Policies = (draft: Draft) => void;

type Shorten = (text: string, call: ToolCall) => unknown;

/** How many of the newest results of a tool stay, or a function that shortens them. */
type Policy = number | Shorten;

/** Ids that a report names. */
const MOST_NAMED = 5;

/**
 * Returns the policies among the options of a strategy; null for none.
 *
 * @throws ConversationError `invalid-argument`.
 */
export function policiesOf(given: Record<string, unknown>): Policies | null {
  const pin = typeof given.pin === "function" ? (given.pin as (message: Message) => unknown) : strings("options.pin", given.pin ?? []);
  const instructions = textsOf(given.instructions);
  const tools = new Map(Object.entries(toolsOf(given.tools)).map(([name, policy]) => [name, policyOf(`options.tools.${name}`, policy)]));
  const pictures = given.pictures === undefined ? null : count("options.pictures.keepLast", picked("options.pictures", given.pictures, ["keepLast"]).keepLast);
  const isSet = typeof pin === "function" || pin.length + instructions.length + tools.size > 0;
  if (!isSet && pictures === null) return null;
  return (draft) => {
    const keeping: string[] = [];
    const keep = (option: string, ids: string[], why: string) => {
      if (draft.keepWhole(ids, why) > 0) keeping.push(option);
    };
    if (isSet) {
      const messages = draft.messages();
      const pinned = typeof pin === "function" ? pinnedBy(pin, messages, draft) : pin;
      const held = instructions.flatMap((text) => messages.filter((message) => isTold(message) && textOf(message.content).includes(text)).slice(-1));
      keep("pin", pinned, "pinned");
      keep("instructions", held.map(({ id }) => id), "instructions");
      const isFixed = new Set([...pinned, ...held.map(({ id }) => id)]);
      const { kept, dropped, shortened } = sorted(tools, messages, (message) => message.pinned === true || isFixed.has(message.id), draft);
      keep("tools", kept, "tool-kept");
      draft.dropResults(dropped);
      draft.putTexts([...shortened.keys()], [...shortened.values()]);
    }
    if (pictures !== null) draft.dropPictures(pictures);
    draft.notePolicies(pictures === null || pictures === 0 ? keeping : [...keeping, "pictures"]);
  };
}

function textsOf(given: unknown): string[] {
  const texts = typeof given === "string" ? [given] : strings("options.instructions", given ?? []);
  if (texts.includes("")) throw invalid("`options.instructions` must not be an empty text, which every message holds.");
  return texts;
}

function toolsOf(given: unknown): object {
  if (isArray(given)) throw unlike("options.tools", "an object with a policy for each name of a tool", given);
  return given === undefined ? {} : reading("`options.tools`", () => ({ ...object("options.tools", given) }));
}

function policyOf(name: string, given: unknown): Policy {
  if (given === "keep") return Infinity;
  if (given === "drop") return 0;
  if (!isObject(given) || isArray(given)) throw unlike(name, '"keep", "drop", `{ keepLast }` or `{ shorten }`', given);
  const { keepLast, shorten } = picked(name, given, ["keepLast", "shorten"]);
  if (shorten === undefined) return count(`${name}.keepLast`, keepLast);
  if (keepLast !== undefined) throw invalid(`\`${name}\` must have \`keepLast\` or \`shorten\`, and not both.`);
  if (typeof shorten !== "function") throw unlike(`${name}.shorten`, "a function", shorten);
  return shorten as Shorten;
}

/** Returns true for what the user or the host said. */
function isTold({ role, isSummary }: Message): boolean {
  return role === "user" || (role === "system" && isSummary !== true);
}

/** Returns the ids of the messages that the host's function pins, and of those at which it fails. */
function pinnedBy(pin: (message: Message) => unknown, messages: readonly Message[], draft: Draft): string[] {
  const failures = new Failures();
  const pinned = messages.filter((message) => failures.of(message.id, true, () => answered(pin(message), "boolean") as boolean));
  failures.report(draft, "`pin` failed for", "messages");
  return pinned.map(({ id }) => id);
}

/** Sorts the results by what becomes of them. Calls the host's functions. */
function sorted(tools: ReadonlyMap<string, Policy>, messages: readonly Message[], isFixed: (message: Message) => boolean, draft: Draft): { kept: string[]; dropped: string[]; shortened: Map<string, string> } {
  const calls = new Map<string, ToolCall>();
  const answeredBy = messages.map(({ role, toolCalls = [], toolCallId = "" }) => {
    for (const call of toolCalls) calls.set(call.id, call);
    return role === "tool" ? calls.get(toolCallId) : undefined;
  });
  const lastAnswer = messages.map(({ role }) => role).lastIndexOf("assistant");
  const newer = new Map<string, number>();
  const [kept, dropped, shortened, failures]: [string[], string[], Map<string, string>, Failures] = [[], [], new Map(), new Failures()];
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const [message, call] = [messages[at] as Message, answeredBy[at]];
    const policy = call && (tools.get(call.name) ?? tools.get("*"));
    if (call === undefined || policy === undefined) continue;
    const { id, content } = message;
    const before = newer.get(call.name) ?? 0;
    newer.set(call.name, before + 1);
    if (typeof policy === "number" && before < policy) kept.push(id);
    // The model has not read what is behind its last message.
    else if (at > lastAnswer || isFixed(message)) continue;
    else if (typeof policy === "number") dropped.push(id);
    else {
      const text = typeof content === "string" ? content : textOf((content ?? []).filter(({ type }) => type === "text"));
      const short = failures.of(id, text, () => shorter(text, answered(policy(text, call), "string") as string));
      if (short !== text) shortened.set(id, short);
    }
  }
  failures.report(draft, "`shorten` of `tools` failed for", "results");
  return { kept, dropped, shortened };
}

function shorter(before: string, after: string): string {
  if (after.length <= before.length) return after;
  throw invalid(`the text of ${before.length} characters became one of ${after.length}`);
}

/** Returns an answer of a host's function. */
function answered(answer: unknown, type: "string" | "boolean"): unknown {
  if (typeof answer === type) return answer;
  // Nobody waits for it.
  if (isThenable(answer)) answer.then(undefined, () => undefined);
  throw invalid(`it must return a ${type}; returned was ${describe(answer)}`);
}

/** Failures of one host's function. */
class Failures {
  readonly #ids: string[] = [];
  #first: unknown;

  /** Returns the result of `work`, or `otherwise` when it fails. */
  of<T>(id: string, otherwise: T, work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (isSerious(error)) throw error;
      if (this.#ids.push(id) === 1) this.#first = error;
      return otherwise;
    }
  }

  report(draft: Draft, what: string, noun: string): void {
    const { length } = this.#ids;
    if (length === 0) return;
    const ids = this.#ids.slice(0, MOST_NAMED).map((id) => `\`${id}\``).join(", ");
    draft.noteSkipped(`${what} ${length} ${noun}, which stay as they are (${ids}): ${quoted(this.#first)}`);
  }
}
