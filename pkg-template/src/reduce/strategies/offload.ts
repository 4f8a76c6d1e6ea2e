// Puts short references in the place of long results.
//
// It returns a list of messages, as a host's reducer may, so `replace` decides what is protected, reported and undone. It is TypeScript,
// because a host's store may be async. As the `firstStep` of `fitBudget`, it is part of one reduction. In a `chain`, which stops at the
// target, each request would reduce again.

import { callable, count, isArray, object, picked, quoted, string, unlike } from "../../input/check.js";
import { refuseAborted } from "../../input/signal.js";
import { argumentsText, isReference, reference, textOf } from "../message-text.js";
import { ownDraft } from "../own-draft.js";
import { TellingWords } from "../telling.js";
import type { Message, OffloadOptions, OffloadStore, Reducer, ToolCall } from "../../types/index.js";
import { goalOf } from "./goal.js";

const NAMES = ["store", "keep", "longerThan", "lines", "exclude", "tool"];

/**
 * Moves long tool results out of the history, and replaces each by a short reference: the result's id and size, and at most `lines` (5) of
 * its lines, those with ids, paths, names or amounts that the conversation uses elsewhere. With the tool of `backscroll/recall`, the model
 * reads the result again, whole or in part.
 *
 * Results of more than `longerThan` characters (2,000) are moved, the oldest first, until `maxTokens` is met; without a target, all of
 * them. The newest `keep` (3) results stay, and so do results of the tools in `exclude`, pinned results, results with media, and results
 * whose reference would not be shorter. The reduction reports the moved results as `shortened`, and `undo` restores them.
 *
 * Without a `store`, nothing leaves the process: the transcript has the results. With a store, each result goes to `store.put` first. If
 * that fails, the result stays in the history, and a `reduction-step-failed` reports it. If it fails for all results, the strategy fails
 * with the error. Use a store if the conversation has no transcript (`transcript: false`, or `archive`), which keeps snapshots small.
 *
 * Alone, it may not reach the target. As the `firstStep` of `fitBudget`, the steps of `fitBudget` follow in the same reduction, down to `reduceTo`,
 * and the cut then stays in place until the window is full again.
 *
 * @throws ConversationError `invalid-argument`.
 * @example
 * const conversation = new ConversationManager({ tokenLimit: 128_000, reduce: fitBudget({ firstStep: offload() }) });
 */
export function offload(options: OffloadOptions = {}): Reducer {
  const given = picked("options", options, NAMES);
  const settings: Settings = {
    store: given.store === undefined ? null : storeOf(given.store),
    keep: count("options.keep", given.keep ?? 3),
    longerThan: count("options.longerThan", given.longerThan ?? 2_000),
    lines: count("options.lines", given.lines ?? 5),
    exclude: names(given.exclude ?? []),
    tool: string("options.tool", given.tool ?? "recall"),
  };
  return {
    name: "offload",
    async reduce(context) {
      const draft = ownDraft(context);
      const { messages } = context;
      const { target } = goalOf(context);
      const excess = target === null ? Infinity : draft.tokens - target;
      const references = referencesIn(messages, settings, { excess, estimate: draft.estimate });
      const { kept, failures } = await stored(references, settings.store);
      refuseAborted(context.signal);
      const [failure] = failures;
      if (failure !== undefined && kept.size === 0) throw failure.error;
      if (failure !== undefined) {
        const ids = failures
          .map(({ id }) => `\`${id}\``)
          .slice(0, MOST_NAMED)
          .join(", ");
        draft.noteSkipped(
          `the store refused ${failures.length} of ${references.length} results, which stay in the history (${ids}): ${quoted(failure.error)}`,
        );
      }
      return kept.size > 0 && messages.map((message) => kept.get(message.id) ?? message);
    },
  };
}

/** The most ids that a report names. */
const MOST_NAMED = 5;

interface Settings {
  readonly store: OffloadStore["put"] | null;
  readonly keep: number;
  readonly longerThan: number;
  readonly lines: number;
  readonly exclude: readonly string[];
  readonly tool: string;
}

function storeOf(given: unknown): OffloadStore["put"] {
  const store = object("options.store", given) as unknown as OffloadStore;
  callable("options.store.put", store.put);
  return (id, text) => store.put(id, text);
}

function names(given: unknown): string[] {
  if (!isArray(given)) throw unlike("options.exclude", "an array of strings", given);
  return given.map((name, place) => string(`options.exclude[${place}]`, name));
}

/** A message with a result, and the message with its reference. */
interface Moved {
  readonly id: string;
  readonly text: string;
  readonly after: Message;
}

/** The tokens to save, and their estimator. */
interface Goal {
  readonly excess: number;
  readonly estimate: (text: string) => number;
}

/** Returns the results to move out, oldest first. */
function referencesIn(
  messages: readonly Message[],
  { keep, longerThan, lines, exclude, tool }: Settings,
  { excess, estimate }: Goal,
): Moved[] {
  const results = resultsIn(messages);
  const long = results.slice(0, Math.max(0, results.length - keep)).flatMap(({ message, call }) => {
    const text = plainText(message);
    return text === null ||
      text.length <= longerThan ||
      isReference(text, message.id) ||
      (call !== undefined && exclude.includes(call.name))
      ? []
      : [{ message, call, text }];
  });
  if (long.length === 0) return [];
  const words = new TellingWords(messages);
  let left = excess;
  return long.flatMap(({ message, call, text }) => {
    if (left <= 0) return [];
    const known = call === undefined ? "" : argumentsText(call);
    const short = reference({ id: message.id, text, tool, kept: words.linesOf(text, { known, most: lines }) });
    if (short.length >= text.length) return [];
    left -= estimate(text) - estimate(short);
    const { content } = message;
    // A part keeps its fields, such as a cache breakpoint.
    const [first] = isArray(content) ? content : [];
    return [
      { id: message.id, text, after: { ...message, content: first === undefined ? short : [{ ...first, text: short } as typeof first] } },
    ];
  });
}

/** A result and its call. */
interface Result {
  readonly message: Message;
  readonly call: ToolCall | undefined;
}

/** Returns the results that may be moved: not pinned, and not of a message that is pinned or has open calls. */
function resultsIn(messages: readonly Message[]): Result[] {
  const calls = new Map<string, { call: ToolCall; caller: number }>();
  const callerOf = messages.map(({ toolCalls = [], role, toolCallId = "" }, place) => {
    for (const call of toolCalls) calls.set(call.id, { call, caller: place });
    return role === "tool" ? calls.get(toolCallId) : undefined;
  });
  const left = new Map<number, number>();
  messages.forEach(({ toolCalls = [], pinned }, place) => left.set(place, pinned === true ? Infinity : toolCalls.length));
  messages.forEach(({ pinned }, place) => {
    const caller = callerOf[place]?.caller;
    if (caller !== undefined) left.set(caller, (left.get(caller) ?? 0) - 1 + (pinned === true ? Infinity : 0));
  });
  return messages.flatMap((message, place) => {
    if (message.role !== "tool" || message.pinned === true) return [];
    const found = callerOf[place];
    return found !== undefined && (left.get(found.caller) ?? 0) > 0 ? [] : [{ message, call: found?.call }];
  });
}

/** Returns the text of a result; null if it holds anything else. */
function plainText({ content }: Message): string | null {
  return Array.isArray(content) && content.some(({ type }) => type !== "text") ? null : textOf(content);
}

/** The messages with references to stored results, by id, and the results that the store refused. */
interface Stored {
  readonly kept: ReadonlyMap<string, Message>;
  readonly failures: readonly { readonly id: string; readonly error: unknown }[];
}

async function stored(references: readonly Moved[], put: OffloadStore["put"] | null): Promise<Stored> {
  const kept = new Map<string, Message>();
  const failures: { id: string; error: unknown }[] = [];
  const outcomes = await Promise.allSettled(references.map(async ({ id, text }) => put?.(id, text)));
  references.forEach(({ id, after }, place) => {
    const outcome = outcomes[place];
    if (outcome?.status === "rejected") failures.push({ id, error: outcome.reason as unknown });
    else kept.set(id, after);
  });
  return { kept, failures };
}
