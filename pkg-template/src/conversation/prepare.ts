// The next request, reduced until it fits.

import { Method } from "../../../build/method.js";
import { now } from "../input/clock.js";
import { count, isOurs, picked, quoted, sentence, signal as checkSignal } from "../input/check.js";
import { forecastOf } from "../cost/forecast.js";
import { keptBy } from "../wasm/kept.js";
import type { Engine } from "../wasm/engine.js";
import { decode } from "../wasm/text.js";
import type { Measured, RequestSize } from "../wasm/request-size.js";
import { ConversationError } from "../input/errors.js";
import { INSPECT, shown } from "../wasm/inspect.js";
import { growthOf, isColdAt, leftOf, notePace } from "./pace.js";
import { type Room, roomOf, windowOf } from "../input/window.js";
import { type Settings, promptOf } from "./settings.js";
import { MOST_ATTEMPTS, type Reduce } from "../reduce/reduction.js";
import { PREPARE_OPTIONS, type RequestText } from "../input/request.js";
import { requestText } from "../tools/request-text.js";
import { refuseAborted } from "../input/signal.js";
import { TARGETS } from "../providers/names.js";
import { coreName } from "../input/options.js";
import { breakdownOf } from "../request/breakdown.js";
import { mergeReductions, skippedSteps } from "../reduce/merge-reductions.js";
import { Transaction } from "./transaction.js";
import type { CostOptions, Message, PreparedRequest, Reduction, Repair } from "../types/index.js";

/**
 * See `ConversationManager.prepare`.
 *
 * INVARIANT (I8, atomicity): when it fails, the history and the pending queue are as they were, and `onReduce` was not called.
 */
export async function prepare(
  engine: Engine,
  settings: Settings,
  reduce: Reduce,
  given: { target: unknown; params: unknown; options: unknown; skipped: readonly Repair[]; isCallback: boolean },
): Promise<PreparedRequest> {
  const names = [...PREPARE_OPTIONS, "signal", "tokenLimit", "reserveTokens", "systemPrompt", "now"];
  const {
    signal: givenSignal,
    tokenLimit,
    reserveTokens,
    systemPrompt,
    now: givenNow,
    ...options
  } = picked("options", given.options === undefined ? {} : given.options, names);
  const prompt = systemPrompt === undefined ? undefined : promptOf("options.systemPrompt", systemPrompt);
  const text = { ...requestText(given.target, given.params, options, engine.limits, PREPARE_OPTIONS), prompt };
  const at = givenNow === undefined ? now() : count("options.now", givenNow);
  // A copy: what the host changes meanwhile is for the next request.
  const own = { ...settings, ...windowOf({ tokenLimit, reserveTokens }, settings), isCallback: given.isCallback };
  const signal = checkSignal(givenSignal);
  return engine.turns.take(() => prepareNow(engine, own, reduce, { text, signal, at, skipped: given.skipped }), signal);
}

/** The input of one request. */
interface Asked {
  readonly text: RequestText;
  readonly signal: AbortSignal | undefined;
  readonly at: number;
  readonly skipped: readonly Repair[];
}

async function prepareNow(engine: Engine, settings: Settings, reduce: Reduce, asked: Asked): Promise<PreparedRequest> {
  refuseAborted(asked.signal);
  engine.lastText = asked.text;
  const transaction = new Transaction(engine, reduce);
  let request: PreparedRequest;
  try {
    request = await makeFit(engine, settings, transaction, asked);
  } catch (error) {
    transaction.rollBack();
    throw error;
  }
  transaction.commit();
  // Nothing is undone when it throws: the reductions are applied for good.
  for (const reduction of transaction.reductions) settings.onReduce?.(structuredClone(reduction));
  return request;
}

async function makeFit(
  engine: Engine,
  settings: Settings,
  transaction: Transaction,
  { text, signal, at, skipped }: Asked,
): Promise<PreparedRequest> {
  const first = engine.measured(text);
  const room = roomOf(settings, first.known);
  const told = [...skipped, ...(room?.repairs ?? [])];
  // Most requests fit, and are written once.
  const asItIs = () => prepared(engine, text, first, null, told);
  // At once, because the host may write a preview before it awaits the request.
  const sent = (request: PreparedRequest) => {
    engine.call(Method.MarkSent, [text.target]);
    return request;
  };
  if (room === null) return sent(asItIs());
  const { history } = first.size;
  const isCold = isColdAt(engine, at, settings.cacheTtl);
  const limited = { ...settings, ...room };
  const fitting = first.size.total <= room.limit - room.reserve ? asItIs() : null;
  const goal = fitting === null ? null : early(first.size, limited, { growth: growthOf(engine, history), left: leftOf(engine), isCold });
  if (fitting !== null && goal === null) {
    notePace(engine, history, history);
    return sent(fitting);
  }
  let failure: readonly Repair[] = [];
  const { currentRequest } = engine;
  let { size } = first;
  if (goal !== null) {
    failure = await bestEffort(() => transaction.reduce({ signal, maxTokens: goal, isCold }));
    // Messages may have come while an early reduction ran.
    ({ size } = engine.measured(text));
  }
  await fit(engine, limited, transaction, { text, signal, size, isCold, current: goal === null ? currentRequest : undefined });
  const last = engine.measured(text);
  notePace(engine, history, last.size.history);
  return sent(prepared(engine, text, last, mergeReductions(transaction.reductions, transaction.order), [...told, ...failure]));
}

type Limited = Settings & Room;

/** Returns the goal of a reduction although the request fits: the threshold, or the room for which the strategy is due. Null: no reduction. */
function early(
  { history, total }: RequestSize,
  { limit, reserve, threshold, isDue }: Limited,
  pace: { growth: number; left: number; isCold: boolean },
): number | null {
  const room = limit - reserve - (total - history);
  if (threshold !== null && history >= threshold * limit) return Math.max(0, Math.min(room, Math.ceil(threshold * limit) - 1));
  return isDue({ tokens: history, room, ...pace }) ? room : null;
}

async function fit(
  engine: Engine,
  { limit, reserve, isCallback }: Limited,
  transaction: Transaction,
  {
    text,
    signal,
    size,
    isCold,
    current,
  }: { text: RequestText; signal: AbortSignal | undefined; size: RequestSize; isCold: boolean; current: string | undefined },
): Promise<void> {
  const room = limit - reserve;
  const goalOf = ({ history, total }: RequestSize) => Math.max(0, room - (total - history));
  let cause: unknown;
  let attempts = 0;
  while (attempts < MOST_ATTEMPTS && size.total > room) {
    attempts += 1;
    let made: Reduction | null = null;
    try {
      made = await transaction.reduce({ signal, maxTokens: goalOf(size), isCold });
    } catch (error) {
      if (!isFailureOfReducer(error)) throw error;
      cause = error.cause ?? error;
    }
    // Measured even without a reduction: the host may have truncated the history itself.
    ({ size } = engine.measured(text));
    if (made === null) break;
  }
  const { total: tokens, params, prompt, added } = size;
  const details = { tokens, params, ...(text.prompt !== undefined && { prompt }), added, limit, reserve, attempts };
  const origin = { details, ...(cause !== undefined && { cause }) };
  if (size.total > room) {
    const why = explain(details, {
      cause,
      sent: sentBy(engine, text.prompt),
      hasReduced: transaction.reductions.length > 0,
      isCallback,
      kept: keptBy(engine.kept),
      hasTools: /"tools":\s*\[\s*\{/.test(text.params.json),
    });
    throw new ConversationError("cannot-fit", why, origin);
  }
  if (current !== undefined && !engine.messages().some(({ id }) => id === current)) {
    const message = "The reducer removed the current request by `truncate`; keep its turn.";
    throw new ConversationError("cannot-fit", message, origin);
  }
}

/** Runs a reduction that the request does not need. If it fails, returns the report, and the request continues. */
async function bestEffort(reduce: () => Promise<unknown>): Promise<Repair[]> {
  try {
    await reduce();
    return [];
  } catch (error) {
    if (isOurs(error) && error.code === "stale-plan") return [];
    if (!isFailureOfReducer(error)) throw error;
    const detail = `the reduction before the window was full failed, and nothing was reduced: ${quoted(error.cause ?? error)}`;
    return [{ code: "reduction-step-failed", detail }];
  }
}

function isFailureOfReducer(error: unknown): error is ConversationError {
  return isOurs(error) && error.code === "reducer-failed";
}

type Numbers = Record<"tokens" | "params" | "added" | "limit" | "reserve" | "attempts", number> & {
  /** Absent if the request has no own system prompt. */
  readonly prompt?: number;
};

interface Circumstances {
  readonly cause: unknown;
  readonly sent: Sent;
  readonly hasReduced: boolean;
  /** True if the host's own function reduces. */
  readonly isCallback: boolean;
  readonly hasTools: boolean;
  readonly kept: string;
}

function explain(
  { tokens, params, prompt = 0, added, limit, reserve, attempts }: Numbers,
  { cause, sent, hasReduced, isCallback, hasTools, kept }: Circumstances,
): string {
  const forPrompt = prompt > 0 ? `, ${prompt} because of its own \`systemPrompt\`` : "";
  const besides = `${params} of them for its params${forPrompt}${added === 0 ? "" : `, ${added} for results of open calls`}`;
  const room = limit - reserve;
  const sizes = `The request would still take ${tokens} tokens, ${besides}, and the window of ${limit} less the reserve of ${reserve} leaves ${room}`;
  if (room <= 0) return `${sizes}. Raise \`tokenLimit\`, or lower \`reserveTokens\`.`;
  if (params + prompt + added > room) {
    const advice =
      prompt > params
        ? "shorten the `systemPrompt` of this request"
        : hasTools
          ? "declare fewer or shorter tools"
          : "make its params smaller";
    return `${sizes}. No reduction helps: ${advice}, or raise \`tokenLimit\`.`;
  }
  if (cause !== undefined) return `${sizes}; the reducer failed: ${sentence(quoted(cause))}`;
  const made = `${attempts} ${attempts === 1 ? "reduction was" : "reductions were"} not enough`;
  const advice = isCallback ? " (A callback of yours must edit `context.draft`, or return the messages to keep.)" : "";
  const tried = hasReduced ? `${made}.` : `the reduction made nothing smaller.${advice}`;
  return `${sizes}; ${tried}${kept}${largestOf(sent, room, tokens - params - added)}`;
}

/** Names the message that alone is too large, if there is one: only the host may shorten a protected message. */
function largestOf({ messages, prompt }: Sent, room: number, history: number): string {
  const lengths = messages.map(({ content, toolCalls = [] }) => JSON.stringify([texts(content), toolCalls]).length);
  const [most, sum] = lengths.reduce(([most, sum], length) => [Math.max(most, length), sum + length], [0, 0]);
  const message = messages[lengths.indexOf(most)];
  const tokens = message === undefined ? 0 : Math.round((history * most) / sum);
  if (message === undefined || tokens < room * LARGE) return " Raise `tokenLimit`.";
  const pinned = message.pinned === true ? "pinned " : "";
  const name = message === prompt ? "`systemPrompt` of this request" : `${pinned}${message.role} message \`${message.id}\``;
  return ` The ${name} alone takes about ${tokens} tokens: shorten it, or raise \`tokenLimit\`.`;
}

/** The messages of a request, including its own system prompt. */
interface Sent {
  readonly messages: readonly Message[];
  readonly prompt?: Message;
}

/** Returns the messages of a request. Its own system prompt, or none, replaces the conversation's. */
function sentBy(engine: Engine, text: string | null | undefined): Sent {
  const messages = engine.messages();
  if (text === undefined) return { messages };
  const others = messages.filter(({ role, isSummary }) => role !== "system" || isSummary === true);
  if (text === null) return { messages: others };
  const prompt: Message = { id: "prompt", role: "system", content: text, createdAt: 0 };
  return { messages: [prompt, ...others], prompt };
}

/** Share of the room above which a single message is too large. */
const LARGE = 0.5;

/** The texts of a message. Media take fewer tokens than their length suggests. */
function texts(content: Message["content"]): unknown {
  return typeof content === "string" ? content : (content ?? []).map((part) => ("text" in part ? part.text : ""));
}

/** Returns the last request of the engine; no other call may come between. Reports the failed steps of its own reductions and of `recover`. */
function prepared(
  engine: Engine,
  { target, params, options }: RequestText,
  { bytes: view, size }: Measured,
  reduction: Reduction | null,
  failures: readonly Repair[],
): PreparedRequest {
  const bytes = view.slice();
  const shared = engine.call(Method.SharedTokens, [target]);
  let body: object | null = null;
  const request = {
    get body() {
      return (body ??= JSON.parse(decode(bytes)) as object);
    },
    bytes: () => bytes.slice(),
    repairs: [...engine.repairs(), ...structuredClone([...skippedSteps(reduction), ...failures])],
    reduction,
    tokens: size.total,
    breakdown: () => {
      const {
        tokens: own,
        correction,
        ...rest
      } = breakdownOf(TARGETS[target] ?? "", decode(bytes), coreName("script", engine.hasMargin), options);
      return { tokens: size.total, ...rest, correction: correction + size.total - own };
    },
    forecast: (given?: CostOptions) =>
      forecastOf({ tokens: size.total, shared, params: params.json, options, body: () => decode(bytes) }, given),
  };
  const { repairs, tokens } = request;
  const show = shown(request, { body: () => request.body, repairs: () => repairs, reduction: () => reduction, tokens: () => tokens });
  return Object.defineProperty(request, INSPECT, { value: show });
}
