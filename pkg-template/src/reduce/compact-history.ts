// Compacts a list of messages without a conversation.

import { callable, signal as checkSignal, count, isArray, picked, reading, reason, unlike } from "../input/check.js";
import { ConversationError } from "../input/errors.js";
import { refuseAborted } from "../input/signal.js";
import { estimateTokens } from "../request/estimate.js";
import { sanitizeToolCalls } from "../request/stateless.js";
import { COMPACT_PROMPT, COMPACT_TOKENS, SUMMARY_HEADING, askFor } from "./summary.js";
import type { Message, MessageInit, Repair, Summarize } from "../types/index.js";

/**
 * The result of `compactHistory`.
 *
 * @example
 * const { recent, compacted, summary }: CompactedHistory = await compactHistory(messages, { summarize });
 * if (compacted) console.log(`In short: ${summary}`);
 */
export interface CompactedHistory {
  /** The summary; "" if there is none. */
  summary: string;
  /** The messages to continue with. */
  recent: MessageInit[];
  /** True if a summary was added. */
  compacted: boolean;
  /** A `reduction-step-failed` if the summary was blank and older messages were dropped without a summary; else absent. */
  repairs?: Repair[];
}

/**
 * Summarizes the older messages of a list that takes more than `maxTokens` (12,000 by the estimator `"bytes/3"`). Returns the system
 * message at its start, the summary as a system message, and the newest `recentKeep` messages (6), without calls that lost their results
 * and results that lost their calls. If the summary is blank, the older messages are dropped without a summary: `compacted` is false, and
 * `repairs` reports it. A smaller list is returned unchanged. The size of the result is not checked; to keep a history valid and within a
 * window, use a `ConversationManager` with `compacting` or `fitBudget`.
 *
 * @throws ConversationError `invalid-argument`, `invalid-message`, `invalid-role`, `aborted`; `reducer-failed` when `summarize` throws,
 * with its error as `cause`.
 * @example
 * const { recent } = await compactHistory(messages, { summarize: ({ system, prompt, maxTokens }) => ask(model, system, prompt, maxTokens) });
 */
export async function compactHistory(
  messages: readonly MessageInit[],
  options: {
    /** Asks a model for the summary. */
    summarize: Summarize;
    /** Tokens up to which the list is not compacted, by the estimator `"bytes/3"`. Default 12,000. */
    maxTokens?: number;
    /** Newest messages to keep. Default 6. */
    recentKeep?: number;
    /** Aborts the wait for the summary, with `aborted`. */
    signal?: AbortSignal;
  },
): Promise<CompactedHistory> {
  const given = picked("options", options, ["summarize", "maxTokens", "recentKeep", "signal"]);
  const summarize = callable("options.summarize", given.summarize) as Summarize;
  const [maxTokens, recentKeep] = [
    count("options.maxTokens", given.maxTokens ?? 12_000),
    count("options.recentKeep", given.recentKeep ?? 6),
  ];
  const signal = checkSignal(given.signal);
  if (!isArray(messages)) throw unlike("messages", "an array of messages", messages);
  refuseAborted(signal);
  const all = reading("`messages`", () => structuredClone<MessageInit[]>([...messages]), "invalid-message");
  const unchanged = { summary: "", recent: all, compacted: false };
  if (estimateTokens(all, { estimator: "bytes/3" }) <= maxTokens) return unchanged;

  const system = all[0]?.role === "system" ? all.slice(0, 1) : [];
  const start = Math.max(system.length, all.length - recentKeep);
  const [span, recent] = [all.slice(system.length, start), all.slice(start)];
  const prompt = span.map(({ role, content }) => `${role}: ${textOf(content)}\n`).join("");
  if (prompt === "") return unchanged;
  const summary = await asked(summarize, { prompt, messages: span, signal });
  const head = summary === "" ? system : [...system, { role: "system", content: SUMMARY_HEADING + summary } satisfies MessageInit];
  const detail = `the summary was blank, so ${span.length} older messages were left out without one`;
  const compacted = summary !== "";
  return {
    summary,
    recent: sanitizeToolCalls([...head, ...recent]),
    compacted,
    ...(!compacted && { repairs: [{ code: "reduction-step-failed", detail }] }),
  };
}

async function asked(
  summarize: Summarize,
  { prompt, messages, signal }: { prompt: string; messages: MessageInit[]; signal: AbortSignal | undefined },
): Promise<string> {
  const request = { system: COMPACT_PROMPT, prompt, messages: messages as Message[], maxTokens: COMPACT_TOKENS };
  try {
    const summary = await askFor(summarize, request, signal);
    return summary.trim() === "" ? "" : summary;
  } catch (cause) {
    refuseAborted(signal);
    throw new ConversationError("reducer-failed", `The summary failed: ${reason(cause)}`, { cause });
  }
}

function textOf(content: MessageInit["content"]): string {
  if (typeof content === "string") return content;
  return (content ?? []).map((part) => (part.type === "text" ? part.text : "")).join("");
}
