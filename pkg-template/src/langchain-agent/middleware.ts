// The middleware of `createAgent`: the messages of each model call are cut to fit, and an overflow is handled.

import { type BaseMessage, type StoredMessage, mapStoredMessagesToChatMessages } from "@langchain/core/messages";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { toJsonSchema } from "@langchain/core/utils/json_schema";
import { type AgentOptions, FittedCalls } from "../agent/fitted-calls.js";
import { Mapped } from "../agent/mapped.js";
import { callable, isObject, picked } from "../input/check.js";
import { GOAL_OPTIONS } from "../input/window.js";
import type { FitMemory } from "../index.js";

/**
 * Keeps the memories of threads, by `thread_id` (in `langchain` 1.0, by the id of the first message): a `Map`, or an object over your
 * database. The methods may be async.
 *
 * @example
 * const memories: Memories = { get: (id) => db.memory(id), set: (id, memory) => db.keepMemory(id, memory) };
 */
export interface Memories {
  /** Returns the memory of a thread; null or undefined if there is none. */
  get(threadId: string): FitMemory | null | undefined | Promise<FitMemory | null | undefined>;
  /** Keeps the memory of a thread, which is plain JSON. */
  set(threadId: string, memory: FitMemory): unknown;
}

/**
 * Options of `fitAgentMiddleware`.
 *
 * @example
 * const options: LangChainOptions = { maxTokens: 120_000, summarize, memories };
 */
export interface LangChainOptions extends Omit<AgentOptions, "memory"> {
  /**
   * Keeps the memory of each thread, so that another process does not ask for the same summary again, and reads fewer messages. By default,
   * this process keeps the memories of the newest 1,000 threads; without summaries, a thread's cut is still the same in each process.
   */
  memories?: Memories;
}

/**
 * A middleware of `createAgent`.
 *
 * @example
 * const middleware: FitAgentMiddleware = fitAgentMiddleware({ maxTokens: 120_000 });
 */
export interface FitAgentMiddleware {
  /** The name of the middleware. */
  name: string;
  /** Called by the agent in place of the model. */
  wrapModelCall: (request: any, handler: (request: any) => any) => Promise<any>;
}

/** Threads whose calls this process remembers. */
const MOST_THREADS = 1_000;

/**
 * Makes a middleware for `createAgent` that cuts the messages of each model call, so that they fit with the system message and the tools.
 * The state of the graph stays whole: only what the model gets is cut. The cut stays in place until the window is full again.
 *
 * When the provider refuses a request as too long, the middleware sends it again with less, at most 3 times. From then on, requests of that
 * size count as too long.
 *
 * @throws ConversationError `invalid-argument`. A call throws `cannot-fit` if the protected messages do not fit, and the provider's own
 * error if it refuses the last attempt.
 * @example
 * const agent = createAgent({ model, tools, checkpointer, middleware: [fitAgentMiddleware({ maxTokens: 120_000 })] });
 */
export function fitAgentMiddleware(options: LangChainOptions): FitAgentMiddleware {
  const { memories, ...given } = picked("options", options, NAMES) as unknown as LangChainOptions;
  if (memories !== undefined)
    for (const name of ["get", "set"] as const) callable(`options.memories.${name}`, (memories as Partial<Memories> | null)?.[name]);
  const calls = new FittedCalls<StoredMessage>("langchain", given);
  const threads = new Map<string, FittedCalls<StoredMessage>>();
  const known = new WeakMap<BaseMessage, StoredMessage>();

  /** The calls of a thread. Threads without an id share their calls. */
  async function callsOf(threadId: string | undefined): Promise<FittedCalls<StoredMessage>> {
    if (threadId === undefined) return calls;
    const memory = threads.has(threadId) ? null : ((await memories?.get(threadId)) ?? null);
    const found = threads.get(threadId) ?? new FittedCalls<StoredMessage>("langchain", { ...given, memory });
    // The newest is the last.
    threads.delete(threadId);
    threads.set(threadId, found);
    const [oldest] = threads.keys();
    if (threads.size > MOST_THREADS && oldest !== undefined) threads.delete(oldest);
    return found;
  }

  return {
    name: "backscroll",
    async wrapModelCall(request, handler) {
      const threadId = threadOf(request);
      const own = await callsOf(threadId);
      const stored = new Mapped<BaseMessage, StoredMessage>(known, (message) => message.toDict() as StoredMessage);
      const formats: readonly object[] = [request.responseFormat].flat().filter(isObject);
      const tools = [...(request.tools ?? []), ...formats];
      const declaredOf = (tool: object) => (formats.includes(tool) ? schemaOf(tool) : declared(tool));
      const asked = {
        model: nameOf(request.model),
        answer: answerOf(request.model),
        instructions: contentOf(request),
        tools,
        declared: declaredOf,
        signal: request.runtime?.signal,
      };
      const answer: unknown = await own.call(stored.of(request.messages), asked, async (messages) =>
        handler({ ...request, messages: stored.back(messages, read) }),
      );
      if (threadId !== undefined && memories !== undefined && own.memory !== null) await memories.set(threadId, own.memory);
      return answer;
    },
  };
}

const NAMES = [...GOAL_OPTIONS, "by", "estimator", "margin", "summarize", "summaryTokens", "maxPromptTokens", "onFit", "memories"];

/** The id of the thread. If the agent does not pass it on (before version 1.1, and without a checkpointer), the id of the first message. */
function threadOf({
  runtime,
  messages,
}: {
  runtime?: { configurable?: { thread_id?: unknown } };
  messages: readonly BaseMessage[];
}): string | undefined {
  const id = runtime?.configurable?.thread_id ?? messages[0]?.id;
  return typeof id === "string" ? id : undefined;
}

/** The name of a model, in the fields of LangChain's classes. */
function nameOf(model: unknown): unknown {
  const { model: name, modelName } = Object(model) as { model?: unknown; modelName?: unknown };
  return name ?? modelName;
}

/** The tokens that a model allows its answer, in the fields of LangChain's classes. Some have -1 for no limit. */
function answerOf(model: unknown): number | undefined {
  const { maxTokens, maxOutputTokens } = Object(model) as { maxTokens?: unknown; maxOutputTokens?: unknown };
  const tokens = maxTokens ?? maxOutputTokens;
  return typeof tokens === "number" && tokens > 0 ? tokens : undefined;
}

/** Returns the message for a changed stored one. */
function read(stored: StoredMessage): BaseMessage {
  return mapStoredMessagesToChatMessages([stored])[0] as BaseMessage;
}

/** The text of the system message. Version 1.0 has only the text. */
function contentOf({ systemMessage, systemPrompt }: { systemMessage?: { content: unknown }; systemPrompt?: unknown }): unknown {
  const content = systemMessage?.content ?? systemPrompt;
  return content === "" ? undefined : content;
}

/** The schema of a structured answer, as a provider gets it. */
function schemaOf(format: { tool?: unknown; schema?: unknown }): unknown {
  if (format.tool !== undefined) return format.tool;
  const schema = format.schema ?? format;
  return isObject(schema) && ("_def" in schema || "_zod" in schema) ? toJsonSchema(schema as never) : schema;
}

/** The declaration of a tool, as a provider gets it. A provider's own tools already are declarations. */
function declared(tool: unknown): unknown {
  return isObject(tool) && typeof tool.invoke === "function" ? convertToOpenAITool(tool as never) : tool;
}
