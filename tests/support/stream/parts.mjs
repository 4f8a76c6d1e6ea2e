// Streams that are made of known texts, for each format: each event says which texts it carries.

import { byTarget } from "../targets.mjs";

/**
 * @typedef {object} Told an event of a stream
 * @property {any} event
 * @property {string[]} says the texts that it carries, each of which stands nowhere else in the stream
 * @property {number} [usage] a counter of its usage report
 */

/** @typedef {import("../random.mjs").Random} Random */

/** The number of the last text of a stream. */
let count = 0;
const text = (kind) => `${kind}${(count += 1)}x`;
const texts = (kind, { below }) => Array.from({ length: 1 + below(3) }, () => text(kind));

/** Functions that give each block of a stream a number of its own: as providers do, and as they could. */
export const NAMES = [(at) => at, (at) => at * 1e9, (at) => -at - 0.5, (at) => String(at), (at) => 2 ** 53 - at];

/** Ways to number the blocks of a stream, of which most tell too little. */
const NUMBERINGS = [
  ...NAMES.map((name) => () => name),
  () => () => 0,
  () => () => undefined,
  () => () => Number.NaN,
  () => () => ({}),
  () => {
    let next = 0;
    return () => (next += 1);
  },
  ({ below }) => () => below(3),
];

/** The parts of a response: texts, reasoning and calls, with the texts that stand in them. */
function partsOf({ below, pick, ...random }) {
  return Array.from({ length: 1 + below(4) }, () => {
    const kind = pick(["text", "reasoning", "call", "call"]);
    if (kind !== "call") return { kind, pieces: texts(kind, { below }) };
    const values = texts("value", { below });
    const json = random.chance(0.2) ? ["{}"] : [...values.flatMap((value, at) => [at === 0 ? '{"a":["' : '","', value]), '"]}'];
    return { kind, id: text("id"), name: text("tool"), pieces: random.chance(0.3) ? [json.join("")] : json, values: json.length > 1 ? values : [] };
  });
}

/** The texts in a piece of arguments. */
const valuesIn = (piece) => piece.match(/value\d+x/g) ?? [];
const says = (event, ...carried) => ({ event, says: carried });
const counted = (event, usage) => ({ event, says: [], usage });

const FORMATS = {
  ...byTarget({
    "openai-chat": (parts, number, random) => chatEvents(parts, number, random, (delta, more = {}) => ({ id: "c1", model: "m", choices: [{ index: 0, delta, finish_reason: random.pick([null, null, ""]), ...more }] })),
    mistral(parts, number, random) {
      const isWrapped = random.chance(0.3);
      const chunk = (delta, more = {}) => ({ id: "c1", model: "m", choices: [{ index: 0, delta, finish_reason: null, ...more }] });
      const events = chatEvents(parts, number, random, chunk);
      return isWrapped ? events.map(({ event, ...rest }) => ({ event: { data: event }, ...rest })) : events;
    },
    anthropic(parts, number, random) {
      const delta = (index, type, field, piece) => ({ type: "content_block_delta", index, delta: { type, [field]: piece } });
      return [
        counted({ type: "message_start", message: { role: "assistant", content: [], model: "m", stop_reason: null, usage: { input_tokens: 1, output_tokens: 1 } } }, 1),
        ...parts.flatMap(({ kind, id, name, pieces }, at) => {
          const index = number(at);
          const deltas = { text: ["text_delta", "text"], reasoning: ["thinking_delta", "thinking"], call: ["input_json_delta", "partial_json"] }[kind];
          const block = { text: { type: "text", text: "" }, reasoning: { type: "thinking", thinking: "", signature: "" }, call: { type: "tool_use", id, name, input: {} } }[kind];
          return [
            says({ type: "content_block_start", index, content_block: block }, ...(kind === "call" ? [name] : [])),
            ...pieces.map((piece) => says(delta(number(at), ...deltas, piece), ...(kind === "call" ? valuesIn(piece) : [piece]))),
            ...(kind === "reasoning" && random.chance(0.5) ? [says(delta(number(at), "signature_delta", "signature", "c2ln"))] : []),
            says({ type: "content_block_stop", index: number(at) }),
          ];
        }),
        counted({ type: "message_delta", delta: { stop_reason: random.pick(["end_turn", "tool_use", "max_tokens", "", null]) }, usage: { output_tokens: 7 } }, 7),
        says({ type: "message_stop" }),
      ];
    },
    "openai-responses"(parts, number, random) {
      const response = (type, more) => ({ type: `response.${type}`, response: { object: "response", status: type, ...more } });
      const items = parts.map(({ kind, id, name, pieces }, at) => {
        const whole = pieces.join("");
        if (kind === "call") return { type: "function_call", id: `fc_${at}`, call_id: id, name, arguments: whole };
        if (kind === "text") return { type: "message", id: `msg_${at}`, role: "assistant", content: [{ type: "output_text", text: whole, annotations: [] }] };
        return { type: "reasoning", id: `rs_${at}`, summary: [{ type: "summary_text", text: whole }] };
      });
      const all = parts.map(({ kind, name, pieces }) => (kind === "call" ? [name, ...pieces.flatMap(valuesIn)] : pieces));
      const last = random.pick(["completed", "completed", "incomplete", "none"]);
      const isListed = random.chance(0.6);
      const hasIds = random.chance(0.5);
      const usage = random.below(1e6);
      return [
        says(response("created", { output: [], usage: null, status: "in_progress" })),
        ...parts.flatMap(({ kind, name, pieces }, at) => {
          const empty = { ...items[at], ...(kind === "call" ? { arguments: "" } : kind === "text" ? { content: [] } : { summary: [] }), status: "in_progress" };
          const [event, index] = { call: ["function_call_arguments"], text: ["output_text", "content_index"], reasoning: ["reasoning_summary_text", "summary_index"] }[kind];
          const place = () => ({ output_index: number(at), ...(hasIds && { item_id: items[at].id }), ...(index && { [index]: number(0) }) });
          const part = kind === "text" ? ["content_part", { type: "output_text", text: "" }] : ["reasoning_summary_part", { type: "summary_text", text: "" }];
          const carried = pieces.map((piece) => (kind === "call" ? valuesIn(piece) : [piece]));
          return [
            says({ type: "response.output_item.added", output_index: number(at), item: empty }, ...(kind === "call" ? [name] : [])),
            ...(kind === "call" ? [] : [says({ type: `response.${part[0]}.added`, ...place(), part: part[1] })]),
            ...pieces.map((piece, each) => says({ type: `response.${event}.delta`, ...place(), delta: piece }, ...carried[each])),
            says({ type: `response.${event}.done`, ...place(), [kind === "call" ? "arguments" : "text"]: pieces.join("") }, ...carried.flat()),
            says({ type: "response.output_item.done", output_index: number(at), item: { ...items[at], status: "completed" } }, ...all[at]),
          ];
        }),
        ...(last === "none" ? [] : [{ ...says(response(last, { output: isListed ? items : [], usage: { input_tokens: usage } }), ...(isListed ? all.flat() : [])), usage }]),
      ];
    },
    bedrock(parts, number, random) {
      return [
        says({ messageStart: { role: "assistant" } }),
        ...parts.flatMap(({ kind, id, name, pieces }, at) => {
          const delta = (piece) => ({ text: { text: piece }, reasoning: { reasoningContent: { text: piece } }, call: { toolUse: { input: piece } } })[kind];
          const block = (field, more) => ({ [field]: { contentBlockIndex: number(at), ...more } });
          return [
            ...(kind === "call" ? [says(block("contentBlockStart", { start: { toolUse: { toolUseId: id, name } } }), name)] : random.chance(0.2) ? [says(block("contentBlockStart", { start: {} }))] : []),
            ...pieces.map((piece) => says(block("contentBlockDelta", { delta: delta(piece) }), ...(kind === "call" ? valuesIn(piece) : [piece]))),
            ...(kind === "reasoning" && random.chance(0.5) ? [says(block("contentBlockDelta", { delta: { reasoningContent: { signature: "c2ln" } } }))] : []),
            says(block("contentBlockStop", {})),
          ];
        }),
        says({ messageStop: { stopReason: random.pick(["end_turn", "tool_use", "max_tokens", ""]) } }),
        counted({ metadata: { usage: { inputTokens: 7 } } }, 7),
      ];
    },
    gemini(parts, number, random) {
      const index = number(0);
      const chunk = (part, more = {}) => ({ candidates: [{ ...(part && { content: { role: "model", parts: [part] } }), index, ...more }] });
      return [
        ...parts.flatMap(({ kind, name, pieces, values }) => {
          if (kind === "text") return pieces.map((piece) => says(chunk({ text: piece }), piece));
          if (kind === "reasoning") return pieces.map((piece) => says(chunk({ text: piece, thought: true }), piece));
          if (random.chance(0.5)) return [says(chunk({ functionCall: { name, args: { a: values } } }), name, ...values)];
          return [
            says(chunk({ functionCall: { name, willContinue: true } }), name),
            ...values.map((value) => says(chunk({ functionCall: { partialArgs: [{ jsonPath: "$.a", stringValue: value, willContinue: true }], willContinue: true } }), value)),
            says(chunk({ functionCall: {} })),
          ];
        }),
        counted({ ...chunk(null, { finishReason: random.pick(["STOP", "MAX_TOKENS", "", 0, 1]) }), usageMetadata: { promptTokenCount: 7 } }, 7),
      ];
    },
  }),
  "ai-sdk"(parts, number, random) {
    return [
      says({ type: "start", messageId: "u1" }),
      ...parts.flatMap(({ kind, id, name, pieces, values }, at) => {
        const [toolCallId, chunkId] = [id, String(number(at))];
        if (kind !== "call") return [says({ type: `${kind}-start`, id: chunkId }), ...pieces.map((delta) => says({ type: `${kind}-delta`, id: chunkId, delta }, delta)), says({ type: `${kind}-end`, id: chunkId })];
        return [
          says({ type: "tool-input-start", toolCallId, toolName: name }, name),
          ...pieces.map((piece) => says({ type: "tool-input-delta", toolCallId, inputTextDelta: piece }, ...valuesIn(piece))),
          says({ type: "tool-input-available", toolCallId, toolName: name, input: { a: values } }, name, ...values),
          ...(random.chance(0.5) ? [says({ type: "tool-output-available", toolCallId, output: "done" })] : []),
        ];
      }),
      says({ type: "finish" }),
    ];
  },
};

/** Chunks of chat completions. */
function chatEvents(parts, number, random, chunk) {
  const field = random.pick(["reasoning", "reasoning_content"]);
  return [
    ...parts.flatMap(({ kind, id, name, pieces }, at) => {
      if (kind === "text") return pieces.map((piece) => says(chunk({ content: random.chance(0.1) ? [{ type: "text", text: piece }] : piece }), piece));
      if (kind === "reasoning") return pieces.map((piece) => says(chunk({ [field]: piece }), piece));
      const hasId = random.chance(0.7);
      const call = (given, json, more) => chunk({ tool_calls: [{ index: number(at), ...(given && hasId && { id }), ...more, function: { ...(given && { name }), arguments: json } }] });
      const [first, ...rest] = random.chance(0.5) ? pieces : ["", ...pieces];
      return [says(call(true, first), name, ...valuesIn(first)), ...rest.map((piece) => says(call(random.chance(0.05), piece, {}), ...valuesIn(piece)))];
    }),
    ...(random.chance(0.2) ? [says(chunk({ function_call: { name: "", arguments: "" }, tool_calls: [{ index: 0, id: "", function: { name: "", arguments: "" } }] }))] : []),
    says(chunk({}, { finish_reason: random.pick(["stop", "tool_calls", "length", "", null]) })),
    counted({ id: "c1", model: "m", choices: random.chance(0.5) ? [] : [{ index: 0, delta: {} }], usage: { prompt_tokens: 7 } }, 7),
  ];
}

/** The formats whose streams are made here. */
export const MADE = Object.keys(FORMATS);

/**
 * Returns the events of a stream of a few parts.
 *
 * @param {string} format
 * @param {Random} random
 * @param {(at: number) => unknown} [number] numbers the blocks; by default in one of many ways
 * @returns {Told[]}
 */
export function madeStream(format, random, number) {
  count = 0;
  const parts = partsOf(random);
  return FORMATS[format](parts, number ?? random.pick(NUMBERINGS)(random), random);
}

/**
 * Returns the events in another order, without some of them, and some of them twice.
 *
 * @template Each
 * @param {readonly Each[]} events
 * @param {Random} random
 * @returns {Each[]}
 */
export function disturbed(events, { below, chance, pick }) {
  const way = pick(["none", "cut", "drop", "drop", "swap", "shuffle", "twice"]);
  const list = [...events];
  if (way === "cut") list.length = below(list.length + 1);
  if (way === "drop") return list.filter(() => !chance(0.25));
  if (way === "twice") return list.flatMap((event) => (chance(0.15) ? [event, event] : [event]));
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = way === "shuffle" ? below(at + 1) : way === "swap" && chance(0.2) ? at - 1 : at;
    [list[at], list[other]] = [list[other], list[at]];
  }
  return list;
}

/** Functions that return the calls of a response, with their arguments as text or as an object. */
export const CALLS = {
  ...byTarget({
    "openai-chat": ({ choices: [{ message }] }) => callsOfChat(message),
    mistral: ({ choices: [{ message }] }) => callsOfChat(message),
    anthropic: ({ content }) => content.filter(({ type }) => type === "tool_use").map(({ name, input }) => [name, input]),
    "openai-responses": ({ output }) => output.filter(({ type }) => type === "function_call").map(({ name, arguments: json }) => [name, json]),
    bedrock: ({ output }) => output.message.content.filter((block) => "toolUse" in block).map(({ toolUse: { name, input } }) => [name, input]),
    gemini: ({ candidates: [{ content } = {}] = [] }) => (content?.parts ?? []).filter((part) => "functionCall" in part).map(({ functionCall: { name, args } }) => [name, args]),
  }),
  "ai-sdk": ({ parts }) => parts.filter((part) => "toolCallId" in part).map(({ type, toolName = type.slice(5), input }) => [toolName, input]),
};

function callsOfChat({ tool_calls: calls, toolCalls = calls ?? [], function_call: legacy }) {
  return [...toolCalls.map((call) => call.function ?? call.custom), ...(legacy ? [legacy] : [])].map(({ name, arguments: json, input }) => [name, json ?? input]);
}
