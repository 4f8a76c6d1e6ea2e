// Random transcripts, and the loops of programs that keep them, for `tests/js/reduce/never-over.test.mjs` and its second process.

import { ConversationManager, chain, compacting, costAware, estimateTokens, fitBudget, offload, recentTurns, slidingWindow, summarizing } from "backscroll";
import "backscroll/langchain";
import "backscroll/strands/format";
import { random } from "../random.mjs";
import { LISTS, SYSTEMS, TARGETS, byTarget } from "../targets.mjs";
import { PARAMS } from "../conversation/waiting.mjs";

const summarize = async () => "They looked at places.";
const byLetters = (text) => text.length / 3;

export const ESTIMATORS = { default: undefined, script: "script", bytes: "bytes/3", chars: "chars/4", letters: byLetters };
export const STRATEGIES = {
  default: undefined,
  fitBudget: fitBudget({ keepTurns: 2, reduceAbove: 0.7 }),
  fitBudgetSummaries: fitBudget({ summarize }),
  fitBudgetFailing: fitBudget({ summarize: async () => Promise.reject(new Error("No network.")) }),
  fitBudgetOffload: fitBudget({ firstStep: offload({ keep: 1, longerThan: 300 }) }),
  offload: chain(offload({ keep: 0, longerThan: 300, store: { put: async () => undefined } }), fitBudget()),
  costAware: costAware({ model: "gpt-5", reduceTo: 300 }),
  slidingWindow: slidingWindow({ windowSize: 6 }),
  recentTurns: recentTurns({ keep: 2 }),
  chain: chain(slidingWindow({ windowSize: 8 }), fitBudget()),
  compacting: compacting({ summarize, maxTokens: 400, recentKeep: 3 }),
  summarizing: summarizing({ summarize, preserveRecentMessages: 3 }),
  array: ({ messages }) => messages.slice(-5),
};

const TOOLS = { tools: [{ type: "function", function: { name: "look", description: "Looks at a place. ".repeat(20), parameters: { type: "object" } } }] };

/** Tokens of the models of `PARAMS` around a request, once for tools, for each tool, and of a token of a tool's JSON. */
const AROUND = byTarget({
  "openai-chat": { request: 2, tools: 85, each: 3, json: 0.51 },
  anthropic: { request: 3 },
  "openai-responses": { request: 2 },
  gemini: { request: 0 },
  bedrock: { request: 3, tools: 589, each: 2, json: 1 },
  mistral: { request: 9 },
});

/** Returns the tokens of a body by this estimator, for its model: of its messages, read again without usage reports, and of its tools. */
export function counted(target, body, estimator) {
  const own = [LISTS[target], SYSTEMS[target]].filter((name) => name in body);
  const fresh = ConversationManager.from(target, Object.fromEntries(own.map((name) => [name, body[name]])), { estimator });
  const options = { estimator, model: body.model ?? body.modelId, format: target };
  const history = estimateTokens(fresh.messages, options);
  fresh.dispose();
  // The systems that these estimators come from count texts alone.
  const { request, tools, each, json } = ["bytes/3", "chars/4"].includes(estimator) ? { request: 0, tools: 0, each: 0, json: 1 } : AROUND[target];
  const declared = toolsOf(body);
  if (declared.length === 0) return history + request;
  const sizes = declared.map(({ description = "", ...rest }) => each + json * tokensIn(JSON.stringify(rest), options) + tokensIn(description, options));
  return history + request + tools + Math.floor(sizes.reduce((sum, size) => sum + size, 0));
}

/** Returns the tokens of a text that is counted with others; alone, it would be rounded up. */
const tokensIn = (text, options) => Math.max(0, estimateTokens(text, options) - 1);

const toolsOf = ({ tools, toolConfig }) => (tools ?? toolConfig?.tools ?? []).map((tool) => tool.function ?? tool.toolSpec);

/** Returns the bytes of all texts in a body of Chat Completions, counted without the engine. */
function bytesOf({ messages, ...params }) {
  const texts = messages.flatMap(({ content, tool_calls: calls = [] }) => [
    ...(typeof content === "string" ? [content] : (content ?? []).map(({ text = "" }) => text)),
    ...calls.flatMap((call) => [call.function.name, call.function.arguments]),
  ]);
  const tools = toolsOf(params).map(({ description = "", ...rest }) => JSON.stringify(rest) + description);
  return Buffer.byteLength([...texts, ...tools].join(""));
}

/** Returns the settings of a seed. Strategy and estimator are names, so that another process can find them. */
export function settingsOf(seed) {
  const { pick, below, chance } = random(seed);
  const [target, estimator, strategy] = [pick(TARGETS), pick(Object.keys(ESTIMATORS)), pick(Object.keys(STRATEGIES))];
  const limit = 250 + below(2_000);
  const options = { tokenLimit: limit, reserveTokens: chance(0.3) ? below(100) : 0, ...(chance(0.3) && { proactiveCompression: true }) };
  const params = { ...PARAMS[target], ...(target === "openai-chat" && chance(0.5) && TOOLS) };
  return { seed, target, estimator, strategy, options, params, systemPrompt: chance(0.5) ? "Be brief." : undefined };
}

/** Returns the options of a conversation with these settings. A snapshot holds all of them except functions. */
export function optionsOf({ estimator, strategy, options, systemPrompt }) {
  return { ...options, ...functionsOf({ estimator, strategy }, true), ...(systemPrompt && { systemPrompt }) };
}
export function functionsOf({ estimator, strategy }, isNew = false) {
  const [reduce, own] = [STRATEGIES[strategy], ESTIMATORS[estimator]];
  return { ...(reduce && { reduce }), ...(own && (isNew || typeof own === "function") && { estimator: own }) };
}

/** Tokens below half of the estimate within which a count may be believed, with what the estimate may differ by. */
const BELIEVED = 100;

/** Returns the messages of the rounds of a transcript, as rows. */
export class Transcript {
  constructor(seed) {
    this.chance = random(seed);
    this.calls = 0;
  }

  words(most) {
    return this.chance.pick(["word ", "слово ", "言葉 ", '{"a": 1} ']).repeat(1 + this.chance.below(most));
  }

  question() {
    const { chance } = this.chance;
    // Leaves out width and height, which a body does not hold.
    const picture = { type: "image", url: "https://a.example/b.png" };
    const content = chance(0.05) ? [{ type: "text", text: this.words(20) }, picture] : this.words(60);
    return { role: "user", content, ...(chance(0.03) && { pinned: true }) };
  }

  /**
   * Makes an answer and the results of its calls. `size` is the size of the request, which providers report exactly, too high or wrongly. A
   * report that is too low, and near enough to be believed, is replaced by the size: it would be the provider that exceeds the limit.
   */
  answer(size) {
    const { chance, below, pick } = this.chance;
    const factor = pick([0, 0.3, 1, 1, 1, 1.2, 1.6]);
    const reported = (input) => (input > 0 && input < size && 2 * input >= size - BELIEVED ? size : input);
    const tokens = pick([null, { input: reported(Math.round(size * factor)), output: below(200) }, { input: reported(Math.round(size * factor)), output: below(200) }, { input: reported(below(20)), output: below(9) }, { input: reported(10 ** (3 + below(9))), output: 7 }]);
    const calls = Array.from({ length: chance(0.4) ? 1 + below(3) : 0 }, () => ({ id: `c${(this.calls += 1)}`, name: "look", arguments: '{"at": "Oslo"}' }));
    const row = { role: "assistant", content: this.words(60), ...(tokens && { tokens }), ...(calls.length > 0 && { toolCalls: calls }) };
    const results = calls.filter(() => chance(0.9)).map(({ id }) => ({ role: "tool", toolCallId: id, content: this.words(120) }));
    return [row, ...results];
  }
}

const usageOf = ({ tokens = { input: 0, output: 0 } }) => ({ input_tokens: tokens.input, output_tokens: tokens.output, total_tokens: tokens.input + tokens.output });

/** Returns the rows as LangChain keeps them. */
function asLangchain(row) {
  if (row.role === "tool") return { type: "tool", tool_call_id: row.toolCallId, content: row.content };
  if (row.role === "user") return { type: "human", content: typeof row.content === "string" ? row.content : row.content[0].text };
  const tool_calls = (row.toolCalls ?? []).map(({ id, name, arguments: args }) => ({ id, name, args: JSON.parse(args) }));
  return { type: "ai", content: row.content, tool_calls, ...(row.tokens && { usage_metadata: usageOf(row) }) };
}

/** Returns the response of Chat Completions, or of Strands' model, for an assistant row. */
function asResponse(row) {
  const tool_calls = row.toolCalls?.map(({ id, name, arguments: args }) => ({ id, type: "function", function: { name, arguments: args } }));
  const usage = { prompt_tokens: row.tokens?.input ?? 0, completion_tokens: row.tokens?.output ?? 0 };
  return { choices: [{ message: { role: "assistant", content: row.content, ...(tool_calls && { tool_calls }) } }], usage };
}
function asStrands(row) {
  const calls = (row.toolCalls ?? []).map(({ id, name, arguments: args }) => ({ toolUse: { toolUseId: id, name, input: JSON.parse(args) } }));
  const { input_tokens: inputTokens, output_tokens: outputTokens, total_tokens: totalTokens } = usageOf(row);
  return { role: "assistant", content: [{ text: row.content }, ...calls], metadata: { usage: { inputTokens, outputTokens, totalTokens } } };
}

/** Adds an answer in one of the possible forms. */
export function addAnswer(conversation, [row, ...results], way) {
  if (way === "row") conversation.addMessage(row);
  else if (way === "strands") conversation.addResponse("strands", asStrands(row));
  else if (way === "langchain") conversation.addResponse("langchain", asLangchain(row));
  else conversation.addResponse("openai-chat", asResponse(row));
  for (const result of results) conversation.addMessage(result);
}
const ANSWERS = ["row", "strands", "langchain", "response", "response"];

/** Prepares a request. Returns null when none can fit. */
export async function prepared(conversation, { target, params }) {
  try {
    const { body, tokens } = await conversation.prepare(target, params);
    return { body, tokens };
  } catch (error) {
    if (["cannot-fit", "nothing-to-send"].includes(error.code)) return null;
    throw error;
  }
}

/** Restores a copy for one request. */
async function preparedOnClone(conversation, settings) {
  const clone = ConversationManager.fromJSON(conversation.toJSON(), functionsOf(settings));
  const request = await prepared(clone, settings);
  clone.dispose();
  return request;
}

/** Reads the body of the whole history into a conversation for one request only. */
async function preparedWithout(conversation, settings) {
  const { body } = conversation.toRequest(settings.target);
  const options = optionsOf({ ...settings, systemPrompt: undefined });
  const fresh = ConversationManager.from(settings.target, body, options);
  const request = await prepared(fresh, settings);
  fresh.dispose();
  return request;
}

/** A loop that reads its rows into a new conversation for each request. */
function rebuiltFromRows(settings, transcript) {
  const rows = [];
  const open = () => {
    const options = optionsOf(settings);
    const format = transcript.chance.pick(["backscroll", "langchain", "one by one"]);
    if (format === "langchain") return ConversationManager.from("langchain", rows.map(asLangchain), options);
    if (format === "backscroll") return ConversationManager.from("backscroll", rows, options);
    const conversation = new ConversationManager(options);
    for (const row of rows) conversation.addMessage(row);
    return conversation;
  };
  return {
    ask: (row) => void rows.push(row),
    request: async () => {
      const conversation = open();
      const request = await prepared(conversation, settings);
      conversation.dispose();
      return request;
    },
    answer: (answer) => void rows.push(...answer),
    end() {},
  };
}

/** A loop with one conversation; `requestOf` decides where each request is prepared. */
function kept(settings, transcript, requestOf) {
  const conversation = new ConversationManager(optionsOf(settings));
  const { pick, chance } = transcript.chance;
  return {
    ask: (row) => void conversation.addMessage(row),
    request: () => requestOf(conversation, chance),
    answer(answer) {
      // The report must not be attributed to a request that was written and not sent, nor the other way round.
      if (chance(0.2) && conversation.messageCount > 1) conversation.toRequest("openai-chat", { model: "m" });
      addAnswer(conversation, answer, pick(ANSWERS));
      if (chance(0.05)) conversation.truncate({ keepRecent: 2 });
    },
    end: () => conversation.dispose(),
  };
}

/** A loop in which two processes restore the conversation in turn from its snapshot. `elsewhere` calls the other process. */
function handedOver(settings, transcript, elsewhere) {
  const { pick, chance } = transcript.chance;
  let conversation = new ConversationManager(optionsOf(settings));
  const restore = (snapshot) => {
    conversation.dispose();
    conversation = ConversationManager.fromJSON(snapshot, functionsOf(settings));
  };
  let isAway = false;
  return {
    ask: (row) => void conversation.addMessage(row),
    async request() {
      isAway = chance(0.5);
      if (!isAway) return prepared(conversation, settings);
      const { request, snapshot } = await elsewhere({ settings, snapshot: JSON.stringify(conversation) });
      restore(snapshot);
      return request;
    },
    async answer(answer) {
      const way = pick(ANSWERS);
      if (isAway && chance(0.7)) restore((await elsewhere({ answer, way })).snapshot);
      else addAnswer(conversation, answer, way);
    },
    end: () => conversation.dispose(),
  };
}

/** The loops of programs: how messages are added, where the request is prepared, and where the answer is added. */
export const LOOPS = {
  "rebuilt from rows with `tokens`": rebuiltFromRows,
  "prepared on a clone": (settings, transcript) => kept(settings, transcript, (conversation) => preparedOnClone(conversation, settings)),
  "restored in another process": handedOver,
  "now stateful, now stateless": (settings, transcript) =>
    kept(settings, transcript, (conversation, chance) => {
      if (chance(0.4)) return prepared(conversation, settings);
      return chance(0.5) ? preparedWithout(conversation, settings) : preparedOnClone(conversation, settings);
    }),
};

/** Returns the fault of a request that should fit; null when it fits. `size` is its size in an independent count. */
export function faultOf({ target, estimator, options }, { body, tokens }, size) {
  const room = options.tokenLimit - options.reserveTokens;
  if (size > room || tokens > room) return `${size} tokens in a room of ${room}, reported as ${tokens}`;
  const isBytes = target === "openai-chat" && ESTIMATORS[estimator] === "bytes/3";
  return isBytes && bytesOf(body) > 3 * room + 8 ? `${bytesOf(body)} bytes in a room of ${room} tokens` : null;
}
