// The policies of the host: which messages stay, and what becomes of results and pictures.

import {
  callable,
  count,
  describe,
  invalid,
  isObject,
  isSerious,
  isThenable,
  object,
  picked,
  quoted,
  reading,
  strings,
  unlike,
} from "../../input/check.js";
import { POLICY_OPTIONS } from "../../input/options.js";
import type { Draft } from "../draft.js";
import { textOf } from "../message-text.js";
import type { Message, ToolCall } from "../../types/index.js";

/** Changes a draft as the policies say. */
export type Policies = (draft: Draft) => void;

/** The number of newest results of a tool that stay, or a function that shortens each. */
type Policy = number | ((text: string, call: ToolCall) => unknown);

/**
 * Returns the policies among the options of a strategy; null for none.
 *
 * @throws ConversationError `invalid-argument`.
 */
export function policiesOf(given: Record<string, unknown>): Policies | null {
  const options = POLICY_OPTIONS.filter((name) => given[name] !== undefined);
  if (options.length === 0) return null;
  const { pin = [], instructions = [], pictures } = given;
  const isPinned = pinnedBy(pin);
  const wanted = typeof instructions === "string" ? [instructions] : strings("options.instructions", instructions);
  if (wanted.includes("")) throw invalid("`options.instructions` must not hold an empty text.");
  const entries = reading("`options.tools`", () => Object.entries(object("options.tools", given.tools ?? {})));
  const tools = new Map(entries.map(([name, policy]) => [name, policyOf(`options.tools.${name}`, policy)]));
  const keepLast =
    pictures === undefined ? null : count("options.pictures.keepLast", picked("options.pictures", pictures, ["keepLast"]).keepLast);
  return (draft) => {
    const messages = draft.messages();
    const attempt = attemptsOn(draft);
    const pinned = messages.filter((message) => attempt("pin", message, true, () => isPinned(message)));
    const said = messages.filter(({ role, isSummary }) => role === "user" || (role === "system" && isSummary !== true));
    const holders = wanted.flatMap((text) => said.filter(({ content }) => textOf(content).includes(text)).slice(-1));
    const { kept, dropped, shortened, texts } = sorted(tools, messages, new Set([...pinned, ...holders]), attempt);
    const keep = (why: string, ids: string[]) => draft.enforce("keep", { why, ids });
    keep("pinned", idsOf(pinned));
    keep("instructions", idsOf(holders));
    keep("tool-kept", kept);
    draft.enforce("putTexts", { ids: dropped });
    draft.enforce("putTexts", { ids: shortened, texts });
    if (keepLast !== null) draft.enforce("dropPictures", { keep: keepLast });
    draft.notePolicies(options);
  };
}

const idsOf = (messages: readonly Message[]) => messages.map(({ id }) => id);

function pinnedBy(pin: unknown): (message: Message) => boolean {
  if (typeof pin === "function") return (message) => answer(pin(message), "boolean");
  const ids = strings("options.pin", pin);
  return ({ id }) => ids.includes(id);
}

function policyOf(name: string, given: unknown): Policy {
  if (given === "keep") return Infinity;
  if (given === "drop") return 0;
  if (!isObject(given)) throw unlike(name, '"keep", "drop", `{ keepLast }` or `{ shorten }`', given);
  const { keepLast, shorten } = picked(name, given, ["keepLast", "shorten"]);
  if (shorten === undefined) return count(`${name}.keepLast`, keepLast);
  if (keepLast !== undefined) throw invalid(`\`${name}\` must not have both \`keepLast\` and \`shorten\`.`);
  return callable(`${name}.shorten`, shorten) as Exclude<Policy, number>;
}

/** The ids of results by the decision about them, and the texts of shortened results. */
type Sorted = Record<"kept" | "dropped" | "shortened" | "texts", string[]>;

/** Sorts the results. */
function sorted(tools: ReadonlyMap<string, Policy>, messages: readonly Message[], isFixed: ReadonlySet<Message>, attempt: Attempt): Sorted {
  const calls = new Map<string, ToolCall>();
  const answered = messages.map(({ role, toolCalls = [], toolCallId = "" }) => {
    for (const call of toolCalls) calls.set(call.id, call);
    return role === "tool" ? calls.get(toolCallId) : undefined;
  });
  const last = messages.map(({ role }) => role).lastIndexOf("assistant");
  const newer = new Map<string, number>();
  const all: Sorted = { kept: [], dropped: [], shortened: [], texts: [] };
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const [message, call] = [messages[at] as Message, answered[at]];
    const policy = call && (tools.get(call.name) ?? tools.get("*"));
    if (call === undefined || policy === undefined) continue;
    const { id, content, pinned } = message;
    const before = newer.get(call.name) ?? 0;
    newer.set(call.name, before + 1);
    if (typeof policy === "number" && before < policy) all.kept.push(id);
    // The model has not read what is behind its last message.
    else if (at > last || pinned === true || isFixed.has(message)) continue;
    else if (typeof policy === "number") all.dropped.push(id);
    else {
      const text = typeof content === "string" ? content : textOf((content ?? []).filter(({ type }) => type === "text"));
      const short = attempt(`tools.${call.name}.shorten`, message, text, () => {
        const given = answer<string>(policy(text, call), "string");
        if (given.length <= text.length) return given;
        throw invalid("it returned a longer text");
      });
      if (short === text) continue;
      all.shortened.push(id);
      all.texts.push(short);
    }
  }
  return all;
}

/** Returns the answer of a host's function. */
function answer<T>(given: unknown, type: "string" | "boolean"): T {
  if (typeof given === type) return given as T;
  // Nobody waits for it.
  if (isThenable(given)) given.then(undefined, () => undefined);
  throw invalid(`it must return a ${type}; returned was ${describe(given)}`);
}

/** Runs `work`; if it fails for a message, returns `otherwise`. Reports the first failure of each option. */
type Attempt = <T>(option: string, message: Message, otherwise: T, work: () => T) => T;

function attemptsOn(draft: Draft): Attempt {
  const failed = new Set<string>();
  return (option, { id }, otherwise, work) => {
    try {
      return work();
    } catch (error) {
      if (isSerious(error)) throw error;
      if (!failed.has(option)) draft.noteSkipped(`\`${option}\` failed for the message \`${id}\`, which stays as it is: ${quoted(error)}`);
      failed.add(option);
      return otherwise;
    }
  };
}
