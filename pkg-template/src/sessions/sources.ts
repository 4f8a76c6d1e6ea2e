// The sessions of each program: their branches, their answers, and what is left out.

import type { TokenUsage } from "../index.js";
import { isArray } from "../input/check.js";
import { type Branch, type Links, branches } from "./branches.js";
import { claudeCode } from "./claude-code.js";
import { codex } from "./codex.js";
import { type Fields, isRecord } from "./fields.js";
import { geminiCli } from "./gemini-cli.js";
import { pi } from "./pi.js";
import type { SessionProgram, SessionTranscript } from "./session-types.js";
import type { MadeRequest } from "./types.js";

/** A part of a session that makes a transcript. */
export interface Part extends Branch {
  readonly kind: SessionTranscript["kind"];
}

/** An answer of a program. Lines of one answer have the same key. */
export interface FoundAnswer {
  readonly key: unknown;
  readonly model: unknown;
  readonly tokens: TokenUsage | null;
  readonly usd?: unknown;
}

/** The sessions of a program. */
export interface Source {
  readonly program: SessionProgram;
  isOne(lines: readonly Fields[]): boolean;
  parts(lines: readonly Fields[]): Part[];
  read(lines: readonly Fields[]): MadeRequest | undefined;
  /** The answer that ends with a line; null for other lines. */
  answer(line: Fields, lines: readonly Fields[], place: number): FoundAnswer | null;
  /** The place where the answer begins that a line ends. Default: the place of the line. */
  begins?(lines: readonly Fields[], place: number): number;
  /** The lines whose contents are counted. Default: all. */
  entries?(lines: readonly Fields[]): readonly Fields[];
  /** The contents of a line that are in no transcript. A line that is in none itself has its type. */
  left(line: Fields): string[];
  /** The fields about the session. */
  about(lines: readonly Fields[]): { readonly id?: unknown; readonly directory?: unknown; readonly version?: unknown };
}

/** Tokens with those that are not zero or missing. */
function usageOf(given: Readonly<Record<keyof TokenUsage, unknown>> | Partial<Record<keyof TokenUsage, unknown>>): TokenUsage {
  const counts = Object.entries(given).filter((entry): entry is [string, number] => typeof entry[1] === "number" && entry[1] >= 0);
  return Object.fromEntries(counts.map(([name, count]) => [name, Math.round(count)]));
}

const sum = (...counts: unknown[]): number => counts.reduce<number>((all, count) => all + (typeof count === "number" ? count : 0), 0);

const blocksOf = (message: unknown): Fields[] => (isRecord(message) && isArray(message.content) ? message.content.filter(isRecord) : []);

const claudeLinks: Links = { idOf: ({ uuid }) => uuid, parentOf: ({ parentUuid }) => parentUuid };

/** Parallel calls are lines of one answer, and their results hang on these, so the way from the root misses some of them. */
function withParallelCalls(lines: readonly Fields[]): (way: ReadonlySet<Fields>) => ReadonlySet<Fields> {
  return (way) => {
    const answers = new Set(
      [...way].filter(({ type, message }) => type === "assistant" && isRecord(message)).map(({ message }) => message.id),
    );
    const whole = lines.filter(
      (line) =>
        way.has(line) ||
        (line.type === "assistant" && isRecord(line.message) && line.message.id !== undefined && answers.has(line.message.id)),
    );
    const calls = new Set(whole.flatMap(({ type, message }) => (type === "assistant" ? blocksOf(message).map(({ id }) => id) : [])));
    const isResult = ({ type, message }: Fields) =>
      type === "user" && blocksOf(message).some(({ tool_use_id: id }) => id !== undefined && calls.has(id));
    return new Set([...whole, ...lines.filter(isResult)]);
  };
}

/** The messages that a compaction kept: their ids, and that of the summary, behind which they stand. */
function keptOf({ compactMetadata: about }: Fields): { readonly anchorUuid?: unknown; readonly uuids: readonly unknown[] } | null {
  const kept: unknown = isRecord(about) ? about.preservedMessages : undefined;
  return isRecord(kept) && isArray(kept.uuids) ? { anchorUuid: kept.anchorUuid, uuids: kept.uuids } : null;
}

/** The lines of a branch with what its compactions kept, which stands before the compaction, on another branch. */
function withKept(branch: readonly Fields[], lines: readonly Fields[]): readonly Fields[] {
  let list = branch;
  const compactions = branch.map(keptOf).filter((kept) => kept !== null);
  if (compactions.length === 0) return branch;
  const byId = new Map(lines.map((line) => [line.uuid, line]));
  for (const kept of compactions) {
    const anchor = list.find(({ uuid }) => uuid !== undefined && uuid === kept.anchorUuid);
    if (anchor === undefined) continue;
    const moved = new Set(kept.uuids.map((id) => byId.get(id)).filter((line) => line !== undefined));
    const others = list.filter((line) => !moved.has(line));
    const at = others.indexOf(anchor) + 1;
    list = [...others.slice(0, at), ...moved, ...others.slice(at)];
  }
  return list;
}

const claudeSource: Source = {
  program: "claude-code",
  isOne: claudeCode.isOne,
  parts(lines) {
    const isMessage = ({ type, message }: Fields) => (type === "user" || type === "assistant") && isRecord(message);
    const [own, aside] = [lines.filter(({ isSidechain }) => isSidechain !== true), lines.filter(({ isSidechain }) => isSidechain === true)];
    // A compaction begins a root of its own, and names the entry before it.
    const compacted = new Set(
      own.flatMap((line) => [line.logicalParentUuid, ...(keptOf(line)?.uuids ?? [])]).filter((id) => typeof id === "string"),
    );
    const kindOf = ({ own: entries }: Branch, place: number) =>
      place === 0 ? "main" : [...entries].some(({ uuid }) => compacted.has(uuid)) ? "compacted" : "branch";
    return [
      ...branches(own, claudeLinks, isMessage, withParallelCalls(own)).map(
        (part, place): Part => ({ ...part, lines: withKept(part.lines, own), kind: kindOf(part, place) }),
      ),
      ...branches(aside, claudeLinks, isMessage, withParallelCalls(aside)).map((part): Part => ({ ...part, kind: "sidechain" })),
    ];
  },
  // The reader leaves side chains out.
  read: (lines) => claudeCode.read(lines.map((line) => (line.isSidechain === true ? { ...line, isSidechain: false } : line)))[0],
  answer({ type, message }) {
    if (type !== "assistant" || !isRecord(message) || message.model === "<synthetic>") return null;
    const { id, model, usage } = message;
    if (!isRecord(usage)) return { key: id, model, tokens: null };
    const {
      input_tokens: input,
      output_tokens: output,
      cache_read_input_tokens: cachedInput,
      cache_creation_input_tokens: cacheWrite,
      cache_creation: lifetimes,
    } = usage;
    const { ephemeral_5m_input_tokens: cacheWrite5m, ephemeral_1h_input_tokens: cacheWrite1h } = isRecord(lifetimes)
      ? lifetimes
      : ({} as Fields);
    return {
      key: id,
      model,
      tokens: usageOf({ input: sum(input, cachedInput, cacheWrite), output, cachedInput, cacheWrite, cacheWrite5m, cacheWrite1h }),
    };
  },
  left: ({ type, message, isMeta }) =>
    isMeta === true ? ["meta"] : (type === "user" || type === "assistant") && isRecord(message) ? [] : [String(type)],
  about: (lines) => ({ id: firstOf(lines, "sessionId"), directory: firstOf(lines, "cwd"), version: firstOf(lines, "version") }),
};

const codexSource: Source = {
  program: "codex",
  isOne: codex.isOne,
  parts: (lines) => [{ kind: "main", lines, own: new Set(lines) }],
  read: (lines) => codex.read(lines)[0],
  answer({ type, payload }, lines, place) {
    if (type !== "event_msg" || !isRecord(payload) || payload.type !== "token_count" || !isRecord(payload.info)) return null;
    const { total_token_usage: total } = payload.info;
    const before = lines.slice(0, place);
    const known = totalIn(before);
    // An event that repeats the total is no other answer.
    if (isRecord(total) && JSON.stringify(total) === JSON.stringify(known)) return null;
    const last = payload.info.last_token_usage ?? difference(total, known);
    if (!isRecord(last)) return null;
    const model = before.filter(({ type: kind, payload: given }) => kind === "turn_context" && isRecord(given)).at(-1)?.payload.model;
    const {
      input_tokens: input,
      output_tokens: output,
      cached_input_tokens: cachedInput,
      cache_write_input_tokens: cacheWrite,
      reasoning_output_tokens: reasoning,
    } = last;
    return {
      key: place,
      model,
      tokens: usageOf({ input, output, cachedInput, cacheWrite, reasoning }),
    };
  },
  begins(lines, place) {
    // Its items stand behind the newest input, or behind the usage of the answer before it.
    const isBefore = ({ type, payload }: Fields) => {
      if (!isRecord(payload)) return false;
      if (type === "event_msg") return payload.type === "token_count";
      return (
        type === "response_item" && (/_output$/.test(String(payload.type)) || (payload.type === "message" && payload.role !== "assistant"))
      );
    };
    let at = place;
    while (at > 0 && !isBefore(lines[at - 1] as Fields)) at -= 1;
    return at;
  },
  left({ type, payload }) {
    if (type === "response_item") return isRecord(payload) && payload.type === "ghost_snapshot" ? ["ghost_snapshot"] : [];
    const isKnown = ["session_meta", "turn_context", "compacted", "message", "reasoning"].includes(type as string) || type === undefined;
    const isUsage = type === "event_msg" && isRecord(payload) && payload.type === "token_count";
    return isKnown || isUsage ? [] : [type === "event_msg" && isRecord(payload) ? String(payload.type) : String(type)];
  },
  about(lines) {
    const meta = lines.find(({ type }) => type === "session_meta")?.payload ?? lines[0];
    return isRecord(meta) ? { id: meta.id, directory: meta.cwd, version: meta.cli_version } : {};
  },
};

/** The newest total of the usage. */
function totalIn(lines: readonly Fields[]): Fields {
  const totals = lines.filter(({ type, payload }) => type === "event_msg" && isRecord(payload) && payload.type === "token_count");
  return (
    totals
      .map(({ payload }) => payload.info?.total_token_usage)
      .filter(isRecord)
      .at(-1) ?? {}
  );
}

/** The usage since an earlier total: some versions write totals alone. */
function difference(total: unknown, before: Fields): Fields | null {
  if (!isRecord(total)) return null;
  const counts = Object.entries(total).filter(([, count]) => typeof count === "number");
  return Object.fromEntries(counts.map(([name, count]) => [name, count - sum(before[name])]));
}

const geminiSource: Source = {
  program: "gemini-cli",
  isOne: (lines) =>
    lines.some((line) => "sessionId" in line && ("projectHash" in line || isArray(line.messages))) &&
    (lines.some(({ messages }) => isArray(messages)) || lines.some(({ type }) => type === "user" || type === "gemini")),
  parts(lines) {
    const { messages, rewound } = recordsOf(lines);
    const isAside = lines.some((line) => line.kind === "subagent" || (isRecord(line.$set) && line.$set.kind === "subagent"));
    return [
      { kind: isAside ? "sidechain" : "main", lines: messages, own: new Set(messages) },
      ...rewound.map((list, at): Part => {
        const known = new Set([messages, ...rewound.slice(0, at)].flat().map(({ id }) => id));
        return { kind: "branch", lines: list, own: new Set(list.filter(({ id }) => !known.has(id))) };
      }),
    ];
  },
  entries(lines) {
    const { messages, rewound } = recordsOf(lines);
    return [...new Map([...rewound.flat(), ...messages].map((line) => [line.id, line])).values()];
  },
  read: (lines) => geminiCli.read({ sessionId: "", messages: lines })?.[0],
  answer({ id, type, model, tokens }) {
    if (type !== "gemini") return null;
    if (!isRecord(tokens)) return { key: id, model, tokens: null };
    const { input, output, cached, thoughts, tool } = tokens;
    return {
      key: id,
      model,
      tokens: usageOf({
        input: sum(input, tool),
        output: sum(output, thoughts),
        cachedInput: cached,
        reasoning: thoughts,
        toolInput: tool,
      }),
    };
  },
  left({ type, thoughts }) {
    if (type !== "user" && type !== "gemini") return type === undefined ? [] : [String(type)];
    return isArray(thoughts) ? thoughts.map(() => "thoughts") : [];
  },
  about(lines) {
    const lists = lines.map(({ directories, $set: changes }) => directories ?? (isRecord(changes) ? changes.directories : undefined));
    return { id: firstOf(lines, "sessionId"), directory: lists.filter(isArray).at(-1)?.[0] };
  },
};

/** The messages of Gemini CLI: one value, or lines of which later ones replace, and rewind to just before, earlier ones. */
function recordsOf(lines: readonly Fields[]): { messages: Fields[]; rewound: Fields[][] } {
  let messages: Fields[] = [];
  const rewound: Fields[][] = [];
  for (const line of lines) {
    const { $rewindTo: target, $set: changes } = line;
    const whole = isRecord(changes) ? changes.messages : line.messages;
    const at = messages.findIndex(({ id }) => id !== undefined && id === (target ?? line.id));
    if (target !== undefined) {
      if (at === -1) continue;
      rewound.push(messages);
      messages = messages.slice(0, at);
    } else if (isArray(whole)) messages = whole.filter(isRecord);
    else if (typeof line.type === "string")
      messages = at === -1 ? [...messages, line] : messages.map((message, place) => (place === at ? line : message));
  }
  return { messages, rewound };
}

const piLinks: Links = { idOf: ({ id, type }) => (type === "session" ? undefined : id), parentOf: ({ parentId }) => parentId };

const piSource: Source = {
  program: "pi",
  isOne: pi.isOne,
  parts: (lines) =>
    branches(lines, piLinks, ({ type }) => type === "message").map(
      (part, place): Part => ({ ...part, lines: compactedFirst(part.lines), kind: place === 0 ? "main" : "branch" }),
    ),
  // Without parents, the reader takes the entries in their order.
  read: (lines) => pi.read(lines.map(({ parentId: _, ...line }) => line))[0],
  answer({ id, message }) {
    if (!isRecord(message) || message.role !== "assistant") return null;
    const { model, responseModel, usage } = message;
    if (!isRecord(usage)) return { key: id, model: responseModel ?? model, tokens: null };
    const { input, output, cacheRead: cachedInput, cacheWrite, cacheWrite1h, reasoning, cost } = usage;
    const tokens = usageOf({ input: sum(input, cachedInput, cacheWrite), output, cachedInput, cacheWrite, cacheWrite1h, reasoning });
    return { key: id, model: responseModel ?? model, tokens, usd: isRecord(cost) ? cost.total : undefined };
  },
  left({ type, message }) {
    if (type !== "message" || !isRecord(message)) return ["session", "compaction"].includes(type as string) ? [] : [String(type)];
    if (!["user", "assistant", "toolResult"].includes(message.role as string)) return [String(message.role)];
    return blocksOf(message).flatMap(({ type: kind }) => (kind === "text" || kind === "toolCall" ? [] : [String(kind)]));
  },
  about: (lines) => {
    const { id, cwd: directory, version } = lines.find(({ type }) => type === "session") ?? ({} as Fields);
    return { id, directory, version };
  },
};

/** The entries of a branch of pi, each compaction before the first entry that it kept: their reader begins with the summary. */
function compactedFirst(lines: readonly Fields[]): readonly Fields[] {
  let list = [...lines];
  for (const entry of lines) {
    const { type, firstKeptEntryId: kept, firstKeptEntryIndex: place } = entry;
    // Version 1 has places in the file, without ids.
    const first = typeof place === "number" ? lines[place] : lines.find(({ id }) => typeof kept === "string" && id === kept);
    const at = type === "compaction" && first !== undefined ? list.indexOf(first) : -1;
    if (at === -1 || at > list.indexOf(entry)) continue;
    const others = list.filter((line) => line !== entry);
    list = [...others.slice(0, at), entry, ...others.slice(at)];
  }
  return list;
}

const firstOf = (lines: readonly Fields[], name: string): unknown =>
  lines.map((line) => line[name]).find((value) => typeof value === "string");

/** The programs, in the order in which their sessions are recognised. */
export const SOURCES: readonly Source[] = [claudeSource, codexSource, piSource, geminiSource];
