// The operations by which two builds are compared. Each takes a build, and returns its result for a body as a JSON value.

import { TARGETS, byTarget } from "../../tests/support/targets.mjs";
import { JsonText } from "./comparison.mjs";
import { reductionsOf } from "./reductions.mjs";

/** @typedef {import("./inputs.mjs").Input} Input */
/** @typedef {typeof import("backscroll")} Build */
/** @typedef {[name: string, run: (build: Build) => unknown]} Operation */

const FORMS = {
  "ai-sdk": ["model", "ui"],
  langchain: ["stored", "serialized"],
  strands: ["agent", "messages", "python"],
  opentelemetry: ["attributes", "span", "list"],
  "ag-ui": ["list"],
  cohere: ["request", "list", "camelCase"],
  ollama: ["request", "list"],
  "gemini-interactions": ["request", "list"],
  "mistral-conversations": ["request", "list", "client", "client-list"],
};
const PROGRAMS = Object.keys(FORMS);
/** The formats to which a conversation can be converted. */
export const FORMATS = [...TARGETS, ...PROGRAMS, "backscroll"];

/** The size in characters above which only reading and writing a body in its own format are compared. */
const LONG = 20_000;
/** The number of conversions, of operations on a growing conversation and of reductions for each body. They rotate from body to body. */
const TURNS = { conversions: 4, growth: 1, reductions: 2 };
/** The params that a request of each target must have. */
const PARAMS = byTarget({
  "openai-chat": { model: "gpt-5" },
  anthropic: { model: "claude-sonnet-5", max_tokens: 1024 },
  "openai-responses": { model: "gpt-5" },
  gemini: {},
  bedrock: { modelId: "m" },
  mistral: { model: "mistral-large-latest" },
});

/**
 * @param {Input} input
 * @param {number} index the index of the body
 * @param {boolean} isThorough every operation for every body
 * @returns {Operation[]}
 */
export function operationsOn(input, index, isThorough) {
  const some = (operations, count) =>
    isThorough ? operations : operations.filter((_, at) => (at + index) % Math.floor(operations.length / count) === 0);
  if (input.answered !== undefined) return [answering(input)];
  if (input.format === "snapshot") return [["snapshot read", (build) => restored(build, input)]];
  const isTarget = TARGETS.includes(input.format);
  const isLong = !isThorough && JSON.stringify(input.body).length > LONG;
  return [
    ...(isTarget ? stateless(input) : []),
    ...(isLong ? [] : some(conversions(input), TURNS.conversions)),
    ["conversation", (build) => withConversation(build, input, (conversation) => read(conversation))],
    [
      "requests",
      (build) =>
        withConversation(build, input, (conversation) =>
          requests(conversation, input, isLong ? [isTarget ? input.format : "openai-chat"] : TARGETS),
        ),
    ],
    ...(isLong ? [] : some(growing(input), TURNS.growth)),
    ...(input.response === undefined ? [] : [answering(input)]),
    ...(isLong ? [] : some(reductionsOf(input, withConversation), TURNS.reductions)),
  ];
}

/** @returns {Operation[]} */
function stateless({ format, body, options }) {
  const size = JSON.stringify(body).length;
  const trimTo =
    (share) =>
    ({ trim }) =>
      trim(format, body, { ...options, maxTokens: Math.ceil((size / 4) * share) });
  return [
    [`sanitize ${format}`, ({ sanitize }) => sanitize(format, body, options)],
    [`validate ${format}`, ({ validate }) => validate(format, body, options)],
    [`trim ${format}`, trimTo(0.7)],
    [`trim ${format} hard`, trimTo(0.25)],
  ];
}

/** @returns {Operation[]} */
function conversions({ format, body, options = {} }) {
  return FORMATS.flatMap((to) => {
    const forms = FORMS[to] ?? [undefined];
    return forms.map((form) => [
      `convert to ${form === undefined ? to : `${to} (${form})`}`,
      ({ convert }) => convert(body, format, to, { ...options, ...(form && { form }) }),
    ]);
  });
}

/** @returns {Operation} */
function answering(input) {
  return ["addResponse", (build) => withConversation(build, input, (conversation) => answered(conversation, input))];
}

/** @returns {Operation[]} */
function growing(input) {
  return [
    ["requests after growth", (build) => withConversation(build, input, (conversation) => grown(conversation, input))],
    ["requests message by message", (build) => withConversation(build, input, (conversation) => rebuilt(build, conversation))],
    ["snapshot", (build) => withConversation(build, input, (conversation) => reloaded(build, conversation, input))],
    ["pending", (build) => withConversation(build, input, pending)],
    ["suspend", (build) => withConversation(build, input, suspended)],
    ["messages", (build) => withConversation(build, input, (conversation) => lists(build, conversation.messages))],
  ];
}

/** Runs an operation with a conversation that was read from the body, and frees the conversation. */
async function withConversation(build, { format, body }, run, options) {
  const conversation = build.ConversationManager.from(format, body, options);
  try {
    return await run(conversation);
  } finally {
    conversation.dispose();
  }
}

function read(conversation) {
  const { lastRepairs, messages, contextTokens, tokensSpent, lastAssistantMessage } = conversation;
  return {
    lastRepairs,
    messages,
    contextTokens,
    tokensSpent,
    lastAssistantMessage,
    openai: conversation.toOpenAIMessages(),
    anthropic: conversation.toAnthropicMessages(),
  };
}

/** Returns the requests to some targets, each with its repairs or its failure. */
export function requests(conversation, { options }, targets = TARGETS) {
  return Object.fromEntries(targets.map((target) => [target, requestTo(conversation, target, options)]));
}

function requestTo(conversation, target, options) {
  return attempt(() => ({
    body: new JsonText(conversation.toRequestBytes(target, PARAMS[target], options)),
    repairs: conversation.lastRepairs,
  }));
}

/** Returns the result, or the code of the error. */
export function attempt(run) {
  try {
    return run();
  } catch (error) {
    return { failed: error.code ?? String(error) };
  }
}

/** Writes requests that reuse bytes of earlier ones: the history grows by a question, a call, its result and an answer in between. */
function grown(conversation, input) {
  const written = [requests(conversation, input).anthropic];
  const steps = [
    { role: "user", content: "And now?" },
    { role: "assistant", content: null, toolCalls: [{ id: "grown_1", name: "clock", arguments: '{"zone": "UTC"}' }] },
    { role: "tool", toolCallId: "grown_1", content: "noon" },
    { role: "assistant", content: "It is noon." },
    { role: "user", content: "Thanks." },
  ];
  for (const message of steps) {
    conversation.addMessage(message);
    written.push(requests(conversation, input));
  }
  return { written, tokens: conversation.contextTokens };
}

/** Adds the same messages one by one, and writes a request to the next target after each. */
function rebuilt(build, { messages }) {
  const conversation = new build.ConversationManager();
  try {
    const written = messages.map((message, index) => {
      const added = attempt(() => conversation.addMessage(message).id);
      return [added, requestTo(conversation, TARGETS[index % TARGETS.length])];
    });
    return { written, last: requests(conversation, {}), tokens: conversation.contextTokens };
  } finally {
    conversation.dispose();
  }
}

function reloaded(build, conversation, input) {
  const snapshot = conversation.toJSON();
  const again = build.ConversationManager.fromJSON(JSON.parse(JSON.stringify(snapshot)));
  try {
    return { snapshot, again: again.toJSON(), written: requests(again, input) };
  } finally {
    again.dispose();
  }
}

function restored(build, { body }) {
  const conversation = build.ConversationManager.fromJSON(body);
  try {
    return { ...read(conversation), snapshot: conversation.toJSON(), written: requests(conversation, {}) };
  } finally {
    conversation.dispose();
  }
}

function answered(conversation, input) {
  const added = attempt(() => conversation.addResponse(input.answered ?? input.format, input.response));
  return {
    added,
    repairs: conversation.lastRepairs,
    messages: conversation.messages,
    tokens: [conversation.contextTokens, conversation.tokensSpent],
    written: requests(conversation, input),
  };
}

/** Messages of every source wait in the queue, and are promoted. */
function pending(conversation) {
  const sources = ["user", "subagent", "skill", "workflow", "recall", "goal"];
  conversation.beginRun();
  const waiting = sources.map((source, index) => conversation.enqueue({ source, name: `${index}`, content: `from ${source}` }));
  conversation.endRun();
  const promoted = attempt(() => conversation.promotePending());
  return { waiting, still: conversation.pending, promoted, snapshot: conversation.toJSON(), written: requests(conversation, {}) };
}

/** A call waits for a decision. */
function suspended(conversation) {
  const asked = attempt(() =>
    conversation.addMessage({
      role: "assistant",
      content: null,
      toolCalls: [
        { id: "held_1", name: "delete", arguments: {} },
        { id: "held_2", name: "clock", arguments: {} },
      ],
    }),
  );
  const checkpoint = attempt(() => conversation.suspend({ threadId: "t", needsApproval: ({ name }) => name === "delete" }));
  return {
    asked,
    checkpoint: withoutId(checkpoint),
    refused: requests(conversation, {}),
    kept: requests(conversation, { options: { openCalls: "keep" } }),
  };
}

/** Returns a checkpoint as data, without its random id. */
function withoutId(checkpoint) {
  const { checkpointId, ...rest } = JSON.parse(JSON.stringify(checkpoint));
  return rest;
}

/** The functions that take lists of messages. */
function lists({ sanitizeToolCalls, estimateTokens, stripPhantomCalls }, messages) {
  return {
    paired: attempt(() => sanitizeToolCalls(messages)),
    tokens: attempt(() => estimateTokens(messages)),
    stripped: attempt(() => stripPhantomCalls({ content: messages })),
  };
}
