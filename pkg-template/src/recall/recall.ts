// The tool: its options, and its answers.
//
// It reads the transcript at each call, without an index, because a model calls it seldom, and a search costs less than a request.
// References and answers number lines alike (`reduce/message-text.ts`). A store is asked only for ids of the conversation's own messages,
// because the ids come from a model.

import { callable, count, invalid, isArray, isObject, object, picked, quoted, string } from "../input/check.js";
import { isReference, linesOf } from "../reduce/message-text.js";
import { isPhantomTool } from "../request/phantom-tools.js";
import type { OffloadStore, Target } from "../index.js";
import { DESCRIPTION, PARAMETERS } from "./definition.js";
import { type Entry, entriesOf } from "./entries.js";
import { nearest } from "./nearest.js";
import { search, termsOf } from "./search.js";
import { clipped, roughTokens } from "./size.js";
import { type RecallDefinitions, declaration } from "../providers/registry/declarations.js";
import type { Recall, RecallOptions, RecallSource } from "./types.js";

/**
 * Makes a tool with which a model reads what was left out of a conversation: messages that a reduction removed, and results that it
 * cleared, shortened or moved out (`offload`). The transcript has everything, so no store is needed.
 *
 * The model searches by `query`, reads a message by the `id` of the message or of a call, and a part of a long message by `lines`. A result
 * takes at most `maxTokens` (2,000), and says what was cut from it and how to get more. A search finds only what the model does not have.
 * Of pictures and other media, a result has only the names.
 *
 * Snapshots keep the transcript. With `transcript: false`, or after `archive`, it does not hold what was left out. Then give a `store`: the
 * tool returns results that `offload` put there, by id. It asks the store only for ids of the conversation's own messages.
 *
 * @param source the conversation; or, if the program keeps the messages itself, the whole list
 * @throws ConversationError `invalid-argument` for another source, for unknown options, and for the name of a phantom tool.
 * @example
 * const tools = [weather, recall(conversation)];
 * const { body } = await conversation.prepare("anthropic", { ...params, tools });
 * conversation.addResponse("anthropic", await client.messages.create(body));
 * await conversation.runTools(tools);
 * @example
 * // With `fit`, over the list of the program.
 * const tool = recall(() => convert(aiSdk, "backscroll", row.messages).body);
 */
export function recall(source: RecallSource, options: RecallOptions & Required<Pick<RecallOptions, "store">>): Recall<Promise<string>>;
export function recall(source: RecallSource, options?: RecallOptions): Recall;
export function recall(source: RecallSource, options: RecallOptions = {}): Recall<string> | Recall<Promise<string>> {
  const own = checked(source, options);
  const { name, store } = own;
  const about = {
    name,
    description: DESCRIPTION,
    parameters: PARAMETERS,
    inputSchema: PARAMETERS,
    toJSON: () => ({ name, description: DESCRIPTION, inputSchema: structuredClone(PARAMETERS) }),
    definition: <T extends Target>(target: T): RecallDefinitions[T] =>
      declaration(target, { name, description: DESCRIPTION, parameters: PARAMETERS }),
  };
  if (store === null) return { ...about, run: (args) => answer(own, args) };
  return { ...about, run: async (args) => answer(own, args, await restored(own, args)) };
}

interface Settings {
  readonly name: string;
  readonly source: RecallSource;
  readonly sent: RecallOptions["sent"];
  readonly maxTokens: number;
  readonly store: OffloadStore["get"] | null;
}

/** The fewest tokens of an answer: a head, one line of any text, and the way to more. */
const FEWEST_TOKENS = 500;

function checked(source: unknown, options: unknown): Settings {
  const { name = "recall", maxTokens = 2_000, store, sent } = picked("options", options, ["name", "maxTokens", "store", "sent"]);
  if (typeof source !== "function" && !isArray(source) && !(isObject(source) && "transcript" in source)) {
    throw invalid("`source` must be a ConversationManager, a list of messages, or a function that returns the list.");
  }
  if (isPhantomTool(string("options.name", name)))
    throw invalid(
      `\`options.name\` must not be the name of a phantom tool, whose calls \`stripPhantomCalls\` removes; given was "${String(name)}".`,
    );
  const own = { name: name as string, source: source as RecallSource, sent: sent as RecallOptions["sent"] };
  return { ...own, maxTokens: count("options.maxTokens", maxTokens, FEWEST_TOKENS), store: store === undefined ? null : getter(store) };
}

function getter(given: unknown): OffloadStore["get"] {
  const store = object("options.store", given) as unknown as Pick<OffloadStore, "get">;
  callable("options.store.get", store.get);
  return (id) => store.get(id);
}

/** The readable arguments of a model's call. */
interface Asked {
  readonly query: string;
  readonly id: string;
  readonly lines: unknown;
}

/** Reads arguments that may be anything. */
function asked(given: unknown): Asked {
  try {
    const value: unknown = typeof given === "string" ? JSON.parse(given) : given;
    const { query, id, lines } = isObject(value) ? value : { query: value, id: undefined, lines: undefined };
    return { query: wordsOf(query), id: wordsOf(id).trim(), lines: isArray(lines) ? lines.map(wordsOf).join("-") : lines };
  } catch {
    return { query: typeof given === "string" ? given : "", id: "", lines: undefined };
  }
}

function wordsOf(value: unknown): string {
  if (isArray(value)) return value.map((each) => (typeof each === "string" ? each : "")).join(" ");
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** A text from the store; null with the reason. */
interface Restored {
  readonly id: string;
  readonly text: string | null;
  readonly why: string;
}

/** Gets the text of a result of which the conversation has only a reference. */
async function restored({ source, sent, name, store: get }: Settings, args: unknown): Promise<Restored | null> {
  const entry = found(entriesOf(source, sent, name), asked(args).id)[0];
  if (entry === undefined || get === null || !isReference(entry.text, entry.id)) return null;
  try {
    const text: unknown = await get(entry.id);
    return { id: entry.id, text: typeof text === "string" ? text : null, why: "the store has no such text" };
  } catch (error) {
    return { id: entry.id, text: null, why: quoted(error) };
  }
}

/** Returns the message with an id, or all results of the calls with this id; without results, the messages of the calls. */
function found(entries: readonly Entry[], id: string): Entry[] {
  if (id === "") return [];
  const own = entries.filter((entry) => entry.id === id);
  if (own.length > 0) return own;
  const ofCall = entries.filter(({ callIds }) => callIds.includes(id));
  const results = ofCall.filter(({ isResult }) => isResult);
  return results.length > 0 ? results : ofCall;
}

/** Returns the answer to a model's arguments. */
function answer({ source, sent, name, maxTokens }: Settings, args: unknown, stored: Restored | null = null): string {
  const { query, id, lines } = asked(args);
  const entries = entriesOf(source, sent, name);
  if (id === "")
    return clipped(termsOf(query).length === 0 ? overview(entries, maxTokens) : searched(entries, query, maxTokens), maxTokens);
  const [entry, ...others] = found(entries, id);
  if (entry === undefined) return clipped(unknown(entries, id), maxTokens);
  if (others.length > 0)
    return clipped(
      `Several calls have the id ${quotedId(id)}. Ask for one of their results:\n${[entry, ...others].map(line).join("\n")}`,
      maxTokens,
    );
  const whole = stored?.id === entry.id && stored.text !== null ? { ...entry, text: stored.text } : entry;
  if (isReference(whole.text, whole.id))
    return clipped(
      `The result ${quotedId(entry.id)} was moved out of the conversation, and cannot be got back${stored === null ? ": the program kept no copy" : `: ${stored.why}`}. Call its tool again.`,
      maxTokens,
    );
  return clipped(
    termsOf(query).length > 0 && lines === undefined
      ? searched([{ ...whole, isLeftOut: true, isCopy: false }], query, maxTokens)
      : read(whole, lines, maxTokens),
    maxTokens,
  );
}

const quotedId = (id: string) => JSON.stringify(clipped(id, MOST_OF_ID));
/** Tokens of an id, and of a head, that an answer holds. */
const [MOST_OF_ID, MOST_OF_HEAD] = [40, 100];

/** One line about a message. */
function line({ id, head, text }: Entry): string {
  return `[${id}] ${head}, ${counted(linesOf(text).length)}`;
}

function counted(lines: number): string {
  return lines === 1 ? "1 line" : `${lines} lines`;
}

/** Tokens that are kept for the last lines of an answer. */
const REST = 60;

/** Returns the lines that fit, and the number of lines that do not. */
function fitting(lines: readonly string[], tokens: number): { text: string; left: number } {
  let size = 0;
  const count = lines.findIndex((each) => (size += roughTokens(`${each}\n`)) > tokens);
  return count === -1 ? { text: lines.join("\n"), left: 0 } : { text: lines.slice(0, count).join("\n"), left: lines.length - count };
}

const NOTHING = "Nothing that the program still has was left out of the conversation: every message is before you.";

/** Returns the list of what was left out, newest first. */
function overview(entries: readonly Entry[], maxTokens: number): string {
  const leftOut = entries.filter(({ isLeftOut, isCopy, text }) => isLeftOut && !isCopy && text !== "").reverse();
  if (leftOut.length === 0) return NOTHING;
  const head = 'Give words to search for, as {"query":"..."}, or an id. Left out are, newest first:';
  const { text, left } = fitting(leftOut.map(line), maxTokens - roughTokens(head) - REST);
  return `${head}\n${text}${left === 0 ? "" : `\n${left} older messages are not listed: search for them by words.`}`;
}

/** Returns the messages that match, best first. */
function searched(entries: readonly Entry[], query: string, maxTokens: number): string {
  const searchable = entries.filter(({ isCopy, text }) => !isCopy && text !== "");
  const leftOut = searchable.filter(({ isLeftOut }) => isLeftOut);
  const hits = search(leftOut, query);
  if (hits.length === 0) {
    if (leftOut.length === 0) return NOTHING;
    const [kept] = search(
      searchable.filter(({ isLeftOut }) => !isLeftOut),
      query,
    );
    const elsewhere = kept === undefined ? "" : ` They are in messages that you have, such as ${quotedId(kept.entry.id)}.`;
    return `None of the ${leftOut.length} messages that were left out has any of these words.${elsewhere} Try other words; without a \`query\`, the messages are listed.`;
  }
  const head = 'Matches, best first, with numbered lines. Read one by {"id":"..."}, a part by {"id":"...","lines":"1-40"}.';
  const { text, left } = fitting(
    hits.map(({ entry, excerpts }) => [line(entry), ...excerpts].join("\n")),
    maxTokens - roughTokens(head) - REST,
  );
  return `${head}\n${text}${left === 0 ? "" : `\n${left} more messages match less well: search by more words.`}`;
}

/** Returns the lines of a message. */
function read(entry: Entry, range: unknown, maxTokens: number): string {
  const lines = linesOf(entry.text);
  const id = quotedId(entry.id);
  const [from, to] = rangeOf(range, lines.length) ?? [0, 0];
  if (lines.length === 0) return `[${entry.id}] ${entry.head}: it has no text.`;
  if (from === 0) return `\`lines\` must be a range such as "1-40"; ${id} has ${counted(lines.length)}.`;
  if (from > lines.length) return `${id} has only ${counted(lines.length)}.`;
  const head = clipped(`[${entry.id}] ${entry.head}`, MOST_OF_HEAD);
  let room = maxTokens - roughTokens(head) - REST - 2 * roughTokens(id);
  let [text, next] = ["", from];
  for (; next <= to; next += 1) {
    const own = lines[next - 1] ?? "";
    const size = roughTokens(own);
    if (size > room) break;
    text += own;
    room -= size;
  }
  const shown = `lines ${from} to ${next - 1} of ${lines.length}`;
  const rest =
    next > to
      ? ""
      : `\n[Lines ${next} to ${to} did not fit. Get them by {"id":${id},"lines":"${next}-${to}"}, or search by {"id":${id},"query":"..."}.]`;
  return `${head}, ${shown}:\n${text}${rest}`;
}

const RANGE = /^(\d*)(?: *(-|:|,|\.\.+|–|to) *(\d*))?$/;

/** Characters of the longest range. */
const MOST_OF_RANGE = 50;

/** Reads a range of lines, numbered from 1; null for another value. */
function rangeOf(range: unknown, count: number): [number, number] | null {
  if (range === undefined || range === null || range === "") return [1, count];
  const [, first = "", dash, last = ""] =
    (typeof range === "string" || typeof range === "number" ? RANGE.exec(String(range).trim().slice(0, MOST_OF_RANGE)) : null) ?? [];
  if (first === "" && last === "") return null;
  const from = Math.max(1, first === "" ? 1 : Number(first));
  const to = dash === undefined ? from : last === "" ? count : Math.max(1, Number(last));
  return [Math.min(from, to), Math.min(Math.max(from, to), count)];
}

function unknown(entries: readonly Entry[], id: string): string {
  const leftOut = entries.filter(({ isLeftOut, isCopy, text }) => isLeftOut && !isCopy && text !== "");
  if (leftOut.length === 0) return `No message and no call has the id ${quotedId(id)}. ${NOTHING}`;
  const near = nearest(
    id,
    leftOut.flatMap((entry) => [entry.id, ...entry.callIds]),
  );
  return `No message and no call has the id ${quotedId(id)}. Search by {"query":"..."}, or take one of ${near.map(quotedId).join(", ")}.`;
}
