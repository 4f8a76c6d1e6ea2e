// Random dialogues as plain data, so that one that shows a fault can be repeated and made smaller.

import { ConversationManager } from "backscroll";
import { addStream, readStream } from "backscroll/stream";
import { ownBodies } from "../histories.mjs";
import { parted } from "../judges.mjs";
import { random } from "../random.mjs";
import { madeStream } from "../stream/parts.mjs";
import { PNG } from "../strict/cases/openai-words.mjs";
import { TARGETS } from "../targets.mjs";
import { STRATEGIES } from "../reduce/loops.mjs";
import { randomConversation } from "../formats/all.mjs";
import { streamOf } from "../stream/recorded.mjs";

/** @typedef {import("../random.mjs").Random} Random */

/**
 * @typedef {object} Dialogue
 * @property {{ format: string, list: object[] }} start the messages that are read first
 * @property {object[]} steps what happens then: `ask` is a request, `say` a message, `answer` a response or a stream, `run` its results
 * @property {{ limit?: number, strategy?: string, edit?: string }} cut how the history is made smaller
 */

const TEXTS = ["Go on.", "", " \n", "Слова и слова.", "word ".repeat(80), "言葉".repeat(60)];

/** The fields of vendors in an answer of chat completions. */
const FIELDS = [
  { reasoning_content: "Hm." },
  { reasoning_content: "" },
  { reasoning: "Hm." },
  { reasoning_content: "Hm.", reasoning: "Hm." },
  { reasoning_details: [{ type: "reasoning.text", text: "Hm.", signature: "c2ln", format: "anthropic-claude-v1", index: 0 }] },
  { thinking_blocks: [{ type: "thinking", thinking: "Hm.", signature: "c2ln" }] },
  { annotations: [{ type: "url_citation", url_citation: { url: "https://a.example", title: "A", start_index: 0, end_index: 2 } }] },
  { refusal: "No." },
  { refusal: null, annotations: [] },
  { audio: null },
  { content: "" },
  { content: null },
  { content: [{ type: "text", text: "" }] },
];

const call = (id, name = "look", json = "{}") => ({ id, name, arguments: json });
const result = (toolCallId, content = "done") => ({ role: "tool", toolCallId, content });

/** Changes of a list of messages, by which it becomes one that providers refuse as it is. */
const DISTURBANCES = {
  instructions: (list, { below, pick }) => list.splice(pick([0, 0, 1, below(list.length + 1)]), 0, { role: "system", content: pick(["Be brief.", "", "Be kind."]) }),
  instructionsFirst: (list) => list.unshift({ role: "system", content: "One." }, { role: "system", content: "Two." }, { role: "system", content: [{ type: "text", text: "Three." }] }),
  silence: (list, { below, pick }) => list.splice(below(list.length + 1), 0, { role: "assistant", content: pick(["", null, [{ type: "text", text: "" }], [{ type: "reasoning", text: "Hm." }]]) }),
  emptied(list, { below, pick }) {
    const at = below(list.length);
    if (list[at] !== undefined) list[at] = { ...list[at], content: list[at].role === "user" || list[at].role === "system" ? "" : pick(["", null]) };
  },
  parallel(list, { below, chance }) {
    const ids = Array.from({ length: 2 + below(3) }, (_, at) => `p${below(4)}${at}`);
    list.splice(below(list.length + 1), 0, { role: "assistant", content: "At once.", toolCalls: ids.map((id) => call(id)) }, ...ids.filter(() => chance(0.8)).map((id) => result(id)));
  },
  many(list, { below, chance }) {
    const ids = Array.from({ length: 127 + below(140) }, (_, at) => `m${at}`);
    list.splice(below(list.length + 1), 0, { role: "assistant", content: null, toolCalls: ids.map((id) => call(id)) }, ...ids.filter(() => chance(0.9)).map((id) => result(id)));
  },
  sameIds: (list, { below }) => list.splice(below(list.length + 1), 0, { role: "assistant", content: null, toolCalls: [call("same"), call("same", "look", '{"a":1}')] }, result("same"), result("same", "again")),
  repeated(list, { below }) {
    const said = list.slice(below(list.length + 1)).slice(0, 3);
    list.splice(below(list.length + 1), 0, ...said);
  },
  lost(list, { below }) {
    const results = list.flatMap(({ role }, at) => (role === "tool" ? [at] : []));
    if (results.length > 0) list.splice(results[below(results.length)], 1);
  },
  moved(list, { below }) {
    const results = list.flatMap(({ role }, at) => (role === "tool" ? [at] : []));
    if (results.length > 0) list.splice(below(list.length), 0, ...list.splice(results[below(results.length)], 1));
  },
  orphan: (list, { below, pick }) => list.splice(below(list.length + 1), 0, result(pick(["nobody", "", "call-0-0"]), pick(["lost", ""]))),
  between(list, { below, pick }) {
    const calls = list.flatMap(({ toolCalls = [] }, at) => (toolCalls.length > 0 ? [at] : []));
    if (calls.length > 0) list.splice(calls[below(calls.length)] + 1, 0, { role: "user", content: pick(TEXTS) });
  },
  drawn: (list, { below, pick }) => list.splice(below(list.length + 1), 0, { role: "assistant", content: [...pick([[], [{ type: "text", text: "See." }]]), pick([{ type: "image", mediaType: "image/png", data: PNG }, { type: "file", mediaType: "text/plain", url: "https://a.example/b.txt" }, { type: "refusal", text: "No." }])] }),
  long: (list, { below }) => list.splice(below(list.length + 1), 0, { role: "user", content: "long ".repeat(1 + below(2_000)) }),
};

/** A message in the form of chat completions. */
function asChat({ role, content, toolCalls, toolCallId }, { pick, chance }) {
  const parts = { text: ({ text }) => ({ type: "text", text }), image: ({ url, data }) => ({ type: "image_url", image_url: { url: url ?? `data:image/png;base64,${data ?? PNG}` } }), refusal: ({ text }) => ({ type: "refusal", refusal: text }) };
  const known = Array.isArray(content) ? content.flatMap((part) => parts[part.type]?.(part) ?? []) : content;
  return {
    role: role === "system" ? pick(["system", "developer"]) : role,
    content: Array.isArray(known) && known.length === 0 ? pick([null, "", []]) : known,
    ...(toolCalls && { tool_calls: toolCalls.map(({ id, name, arguments: json }) => ({ id, type: "function", function: { name, arguments: typeof json === "string" ? json : JSON.stringify(json) } })) }),
    ...(toolCallId !== undefined && { tool_call_id: toolCallId }),
    ...(role === "assistant" && chance(0.3) && { reasoning_content: pick(["Hm.", ""]) }),
  };
}

/** Replaces pictures without a header, which no provider can show. */
const withPictures = (list) => list.map((message) => (Array.isArray(message.content) ? { ...message, content: message.content.map((part) => (part.type === "image" && part.data ? { ...part, data: PNG } : part)) } : message));

const OWN = Object.fromEntries(TARGETS.map((target) => [target, ownBodies(target)]));

function startOf(seed, chance) {
  if (chance.chance(0.1)) {
    const format = chance.pick(TARGETS);
    return { format, body: parted(format, chance.pick(OWN[format])).said, list: [] };
  }
  const list = withPictures(randomConversation(seed)).map(({ id, ...message }) => message);
  for (let left = chance.below(5); left > 0; left -= 1) {
    const name = chance.pick(Object.keys(DISTURBANCES));
    if (name !== "many" || chance.chance(0.15)) DISTURBANCES[name](list, chance);
  }
  return chance.chance(0.5) ? { format: "openai-chat", list: list.map((message) => asChat(message, chance)) } : { format: "backscroll", list };
}

/** An answer of a format, as a response or as a stream of it. */
async function answerOf(chance, formats) {
  const format = chance.pick(formats);
  const events = madeStream(format, chance, chance.chance(0.7) ? (at) => at : undefined).map(({ event }) => event);
  if (chance.chance(0.4)) return { kind: "answer", format, events: chance.chance(0.2) ? events.slice(0, chance.below(events.length)) : events };
  const { response } = await readStream(format, streamOf(events)).result();
  if (response === null) return { kind: "say", message: { role: "assistant", content: "Nothing came." } };
  const message = format === "openai-chat" && response.choices?.[0]?.message;
  if (message && chance.chance(0.6)) Object.assign(message, chance.pick(FIELDS));
  return { kind: "answer", format, response };
}

/**
 * Makes a dialogue. `formats` are those of its answers.
 *
 * @param {number} seed
 * @param {string[]} formats
 * @returns {Promise<Dialogue>}
 */
export async function randomDialogue(seed, formats) {
  const chance = random(seed);
  const { below, pick, chance: isSo } = chance;
  const start = startOf(seed, chance);
  const steps = [];
  for (let round = below(4); round > 0; round -= 1) {
    steps.push({ kind: "say", message: { role: "user", content: pick(TEXTS) } }, ...(isSo(0.7) ? [{ kind: "ask" }] : []), await answerOf(chance, formats));
    if (isSo(0.15)) steps.push({ kind: "say", message: { role: "user", content: "Wait." } });
    if (isSo(0.8)) steps.push({ kind: "run", skip: isSo(0.3) ? below(3) : -1, content: pick(["done", "", "word ".repeat(300), [{ type: "text", text: "See." }, { type: "image", url: "https://a.example/b.png" }]]) });
  }
  const cut = pick([{}, {}, { edit: "truncate" }, { edit: "clear" }, ...Array.from({ length: 5 }, () => ({ limit: 100 + below(900), strategy: pick(Object.keys(STRATEGIES)) }))]);
  return { start, steps, cut };
}

/** The errors of a conversation that has no request: the room is too small, or nothing is left to send. */
const NONE = ["cannot-fit", "nothing-to-send"];

/** Returns null for such an error, and throws any other. */
const noRequest = (error) => {
  if (NONE.includes(error.code)) return null;
  throw error;
};

/**
 * Holds a dialogue, and returns the bodies of its requests: those on the way, one that fits, and the whole at the end.
 *
 * @param {Dialogue} dialogue
 * @param {import("../targets.mjs").Target} target
 * @param {object} params
 * @param {object} options
 * @returns {Promise<object[]>}
 */
export async function held({ start, steps, cut }, target, params, options) {
  const settings = cut.limit === undefined ? {} : { tokenLimit: cut.limit, ...(STRATEGIES[cut.strategy] && { reduce: STRATEGIES[cut.strategy] }) };
  const list = start.format === "openai-chat" && start.body === undefined ? { messages: start.list } : start.list;
  const conversation = ConversationManager.from(start.format, start.body ?? list, settings);
  const bodies = [];
  const write = () => {
    try {
      bodies.push(conversation.toRequest(target, params, options).body);
    } catch (error) {
      noRequest(error);
    }
  };
  let calls = [];
  for (const step of steps) {
    if (step.kind === "ask") write();
    if (step.kind === "say") conversation.addMessage(step.message);
    if (step.kind === "answer") {
      const message = step.events ? (await addStream(conversation, step.format, streamOf(step.events)).result()).message : conversation.addResponse(step.format, step.response);
      calls = message?.toolCalls ?? [];
    }
    if (step.kind !== "run") continue;
    for (const [at, { id }] of calls.entries()) if (at !== step.skip) conversation.addMessage("tool", step.content, { toolCallId: id });
    calls = [];
  }
  if (cut.edit === "truncate") conversation.truncate({ keepRecent: 3 });
  if (cut.edit === "clear") conversation.clear();
  if (cut.edit === "clear") conversation.addMessage("user", "Anew.");
  if (cut.limit !== undefined) {
    const prepared = await conversation.prepare(target, params, options).catch(noRequest);
    if (prepared !== null) bodies.push(prepared.body);
  }
  write();
  conversation.dispose();
  return bodies;
}

/**
 * Makes a dialogue smaller while it still shows a fault.
 *
 * @param {Dialogue} dialogue
 * @param {(dialogue: Dialogue) => Promise<boolean>} isFaulty
 */
export async function smallest(dialogue, isFaulty) {
  const parts = ({ start, steps }) => [...start.list.map((_, at) => ({ of: "start", at })), ...steps.map((_, at) => ({ of: "steps", at }))];
  const without = (whole, { of, at }) => (of === "start" ? { ...whole, start: { ...whole.start, list: whole.start.list.toSpliced(at, 1) } } : { ...whole, steps: whole.steps.toSpliced(at, 1) });
  let least = dialogue;
  for (const each of [{ ...least, cut: {} }, { ...least, start: { format: "openai-chat", list: [] } }]) if (await isFaulty(each)) least = each;
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const part of parts(least).reverse()) {
      const less = without(least, part);
      if (!(await isFaulty(less))) continue;
      least = less;
      isSmaller = true;
    }
  }
  return least;
}
