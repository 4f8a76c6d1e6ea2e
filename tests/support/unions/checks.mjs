// Checks of a value that was in a conversation: each returns the fault, or undefined.

import { isDeepStrictEqual } from "node:util";
import { ConversationManager, convert, sanitize } from "backscroll";
import "backscroll/ai-sdk";
import { fromBoundary } from "../atoms/boundary.mjs";
import { LISTS, TARGETS, objection } from "../judges.mjs";
import { normalForm } from "../atoms/normal-form.mjs";
import { byTarget } from "../targets.mjs";
import { PARAMS } from "../conversation/waiting.mjs";

const OPTIONS = { bedrock: { capabilities: { systemMidConversation: true } }, mistral: { spelling: "camelCase" } };
const JUDGED = { bedrock: { allowSystemMessages: true } };

const bodyOf = (format, messages) => (format in LISTS ? { ...paramsOf(format, messages), [LISTS[format]]: messages } : messages);

/** Params that declare the tools and servers that messages of Anthropic add or remove. */
function paramsOf(target, messages) {
  const changes = messages.flatMap(({ content }) => (Array.isArray(content) ? content : [])).filter(({ type }) => ["tool_addition", "tool_removal"].includes(type));
  if (target !== "anthropic" || changes.length === 0) return PARAMS[target];
  const named = (field) => [...new Set(changes.map(({ tool }) => tool[field]).filter(Boolean))];
  return {
    ...PARAMS.anthropic,
    tools: named("name").map((name) => ({ name, input_schema: { type: "object" } })),
    mcp_servers: named("server_name").map((name) => ({ type: "url", name, url: "https://mcp.example" })),
  };
}

/** Returns what `use` makes of a conversation with these messages. Thousands that nobody disposes of would make each other slow. */
function reading(format, messages, use) {
  const conversation = ConversationManager.from(format, bodyOf(format, messages));
  try {
    return use(conversation);
  } finally {
    conversation.dispose();
  }
}

/** Mistral's client writes camelCase, its API reads snake_case. */
const wire = (target, body) => (target === "mistral" ? snake(body) : body);

function snake(value) {
  return mapped(value, (entries) => entries.map(([name, inner]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), inner]));
}

/** A null says nothing, and a message may leave out its type. */
function plain(value) {
  const says = (entries, [name, inner]) => inner !== null && inner !== undefined && !(name === "type" && inner === "message" && entries.some(([other]) => other === "role"));
  return mapped(value, (entries) => entries.filter((entry) => says(entries, entry)));
}

function mapped(value, change) {
  if (Array.isArray(value)) return value.map((each) => mapped(each, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(change(Object.entries(value)).map(([name, inner]) => [name, mapped(inner, change)]));
}

const normal = (target, messages) => plain(normalForm(target, wire(target, bodyOf(target, messages))))[LISTS[target]];

/** Reads a request, and sends it back to its provider and to the others. */
export function wrongInRequest(target, { messages, smallest }) {
  const body = bodyOf(target, messages);
  const refusal = objection(target, wire(target, body), JUDGED[target]);
  if (refusal !== null) return `the provider refuses it: ${refusal}`;
  const { body: sent, repairs } = reading(target, messages, (conversation) => conversation.toRequest(target, paramsOf(target, messages), OPTIONS[target]));
  if (!isDeepStrictEqual(normal(target, sent[LISTS[target]]), normal(target, fromBoundary(messages)))) return `it comes back as ${JSON.stringify(sent[LISTS[target]])}`;
  const reported = [...repairs, ...sanitize(target, body).repairs];
  return reported.length > 0 ? `reported: ${reported[0].detail}` : lossOf(target, messages, smallest);
}

/** Reads messages of a program, and writes them again for the program and for providers. `name` is a format and its form. */
export function wrongInMessages(name, { messages, smallest }) {
  const [format, form = "model"] = name.split(" ");
  const { body, repairs, losses } = convert(format, format, messages, { form });
  if (!isDeepStrictEqual(plain(body), plain(messages))) return `it comes back as ${JSON.stringify(body)}`;
  const reported = [...repairs, ...losses];
  if (reported.length > 0) return `reported: ${reported[0].detail}`;
  // UI messages hold marks of the interface, which say nothing to a provider.
  return form === "ui" ? undefined : lossOf(format, messages, smallest);
}

/** The requests of the smallest values for all targets. */
const SMALLEST = new Map();

/** Names a provider whose request is the same without the difference, and nothing is reported. */
function lossOf(format, messages, smallest) {
  if (isDeepStrictEqual(plain(messages), plain(smallest))) return undefined;
  const others = TARGETS.filter((to) => to !== format);
  if (!SMALLEST.has(smallest)) SMALLEST.set(smallest, requests(format, smallest, others));
  const before = SMALLEST.get(smallest);
  const isLost = ({ body, repairs }, index) => [repairs, before[index].repairs].every((all) => all?.length === 0) && isDeepStrictEqual(body, before[index].body);
  const at = requests(format, messages, others).findIndex(isLost);
  return at === -1 ? undefined : `${others[at]} does not get it, without a report`;
}

/** Requests with their reports. An error is a report, too. */
function requests(format, messages, targets) {
  return reading(format, messages, (conversation) => targets.map((to) => {
    try {
      return conversation.toRequest(to, PARAMS[to]);
    } catch (error) {
      return { error };
    }
  }));
}

/** The response of each provider whose message, or last item, is the given one. */
const RESPONSES = byTarget({
  "openai-chat": ([message]) => ({ choices: [{ index: 0, message, finish_reason: "stop" }] }),
  anthropic: ([{ content }]) => ({ model: PARAMS.anthropic.model, role: "assistant", content, stop_reason: "end_turn" }),
  "openai-responses": (output) => ({ model: PARAMS["openai-responses"].model, output }),
  gemini: ([content]) => ({ candidates: [{ content, finishReason: "STOP" }] }),
  bedrock: ([message]) => ({ output: { message }, stopReason: "end_turn" }),
});

/** Results of tools that take no text. */
const RESULTS = { computer: [{ type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" }], mcp_approval: '{"approve":true}' };

/** Requests a response, adds it, goes on, and sends it back to its provider. */
export function wrongInAnswer(target, { messages, place }) {
  const isItems = target === "openai-responses";
  // Reasoning comes with the item that it led to.
  const end = isItems && messages[place].type === "reasoning" ? place + 2 : place + 1;
  const answer = messages.slice(isItems ? 1 : place, end);
  return reading(target, messages.slice(0, isItems ? 1 : place), (conversation) => wrongAfter(conversation, target, answer, isItems ? 1 : place));
}

/** The same, for a conversation of the messages before the answer, whose first is at `first` of the next request. */
function wrongAfter(conversation, target, answer, first) {
  conversation.toRequest(target, PARAMS[target], OPTIONS[target]);
  conversation.addResponse(target, RESPONSES[target](answer));
  const { toolCalls = [] } = conversation.messages.at(-1);
  toolCalls.forEach(({ id, kind }) => conversation.addMessage("tool", RESULTS[kind] ?? "r", { toolCallId: id }));
  if (toolCalls.length === 0) conversation.addMessage("user", "Go on.");
  const { body, repairs } = conversation.toRequest(target, PARAMS[target], OPTIONS[target]);
  const expected = fromBoundary(answer);
  // The provider reads nothing before a boundary, so the request begins with it.
  const from = conversation.reductions.length > 0 ? 0 : first;
  const sent = body[LISTS[target]].slice(from, from + expected.length);
  if (!isDeepStrictEqual(normal(target, sent), normal(target, expected))) return `it comes back as ${JSON.stringify(sent)}`;
  return repairs.length > 0 ? `reported: ${repairs[0].detail}` : undefined;
}

/** Reports whether the value stands in a message of the assistant. */
export const isAnswer = (target, { messages, place }) => {
  const message = messages[place];
  return message !== undefined && (target === "openai-responses" ? message.role === undefined || message.role === "assistant" : ["assistant", "model"].includes(message.role));
};
