// The public types of sessions of programs.

import type { TokenUsage } from "../index.js";

/**
 * The programs whose sessions are read.
 *
 * @example
 * const program: SessionProgram = "claude-code";
 */
export type SessionProgram = "claude-code" | "codex" | "gemini-cli" | "pi";

/**
 * The format of a transcript: a target of `prepare`.
 *
 * @example
 * const format: SessionFormat = "anthropic";
 */
export type SessionFormat = "anthropic" | "openai-responses" | "gemini" | "openai-chat";

/**
 * A session.
 *
 * @example
 * const session: Session | null = readSession(await readFile("session.jsonl", "utf8"));
 */
export interface Session {
  /** The program. */
  program: SessionProgram;
  /** The id that the program gave the session; null if the file names none. */
  id: string | null;
  /** The working directory; null if the file names none. */
  directory: string | null;
  /** The version of the program, or of its files; null if the file names none. */
  version: string | null;
  /** The transcripts: the newest branch first. */
  transcripts: SessionTranscript[];
  /** The entries and contents that are in no transcript, by kind. */
  left: {
    /** The type of the entries or of the contents, or `"lines that are no JSON"`. */
    what: string;
    /** The number of them. */
    count: number;
  }[];
}

/**
 * A conversation of a session.
 *
 * @example
 * const [main]: SessionTranscript[] = readSession(text)?.transcripts ?? [];
 * const conversation = main && ConversationManager.from(main.format, main.body);
 */
export interface SessionTranscript {
  /**
   * `"main"` is the newest branch, from the last compaction on. `"compacted"` is what a compaction replaced, `"branch"` an older branch, and
   * `"sidechain"` the conversation of a subagent.
   */
  kind: "main" | "compacted" | "branch" | "sidechain";
  /** The format of `body`. */
  format: SessionFormat;
  /** The messages, and the model and the instructions if the file has them. Tools and other parameters are in no session. */
  body: object;
  /** The model of the newest answer; null if the file names none. */
  model: string | null;
  /** The answers, without those that an earlier transcript has, too. */
  answers: SessionAnswer[];
  /** Returns the request of each answer, as far as the file holds it: for `compareRequests`, and for counting. */
  requests(): SessionRequest[];
}

/**
 * An answer, as the program recorded it.
 *
 * @example
 * const usd = (answers: SessionAnswer[]) => answers.reduce((sum, { recordedUsd }) => sum + (recordedUsd ?? 0), 0);
 */
export interface SessionAnswer {
  /** Milliseconds since the epoch; null if the file has no time. */
  at: number | null;
  /** The model; null if the file names none. */
  model: string | null;
  /** The usage; null if the file has none. The input includes what was read from the cache and written to it. */
  tokens: TokenUsage | null;
  /** The cost in US dollars that the program recorded; null if it recorded none. */
  recordedUsd: number | null;
}

/**
 * A request of a session.
 *
 * @example
 * const [before, after]: SessionRequest[] = transcript.requests();
 * if (before !== undefined && after !== undefined) console.log(compareRequests(after.format, before.body, after.body).misses);
 */
export interface SessionRequest {
  /** The format of `body`. */
  format: SessionFormat;
  /** The messages before the answer, and the model. */
  body: object;
  /** The answer. */
  answer: SessionAnswer;
}
