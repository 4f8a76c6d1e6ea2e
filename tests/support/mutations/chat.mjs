// Mutations of OpenAI Chat Completions bodies, as programs break real histories.

import { PNG, copy, cutEnd, cutFront, doubleAny, moveAny, one, putAnywhere, removeAny, set, swapNeighbours } from "./lists.mjs";

const LONG = "call_".padEnd(100, "x");
const IMAGE = { type: "image_url", image_url: { url: `data:image/png;base64,${PNG}` } };
const ROLES = ["system", "developer", "user", "assistant", "tool"];

const BROKEN_IDS = ["", LONG, "functions.Web:3", "호출 1", "a\nb\"c", "m0:c1", null, undefined];
const BROKEN_NAMES = ["", "a b", "파일", "x".repeat(200), "ns.tool", null, undefined];
const blank = (text) => ({ type: "text", text });
const BROKEN_CONTENTS = ["", " \n\t", "\u00a0", null, undefined, [], [blank("")], [blank(" "), blank("")]];
const BROKEN_ARGUMENTS = ["", "  ", "null", "[1, 2]", '{"a":', '"text"', "12", "{} {}", { a: [1, { b: null }] }, ["x"], null, undefined];

const place = ({ messages }, random) => random.below(messages.length);
const callers = ({ messages }) => messages.filter(({ tool_calls: calls }) => calls?.length > 0);
const results = ({ messages }) => messages.filter(({ role }) => role === "tool");

const put = ({ messages }, random, message) => putAnywhere(messages, random, message);
const oneCall = (body, random, change) => one(callers(body), random, (message) => change(random.pick(message.tool_calls), message));

/** @type {Record<string, import("./lists.mjs").Mutation>} */
export const CHAT_MUTATIONS = {
  "a message is removed": (body, random) => removeAny(body.messages, random),
  "the front is cut off": (body, random) => cutFront(body.messages, random),
  "the end is cut off": (body, random) => cutEnd(body.messages, random),
  "all calls are removed from a message": (body, random) => one(callers(body), random, (message) => delete message.tool_calls),
  "a call is removed": (body, random) => oneCall(body, random, (call, { tool_calls: calls }) => void calls.splice(calls.indexOf(call), 1)),
  "a result is removed": (body, random) =>
    one(results(body), random, (message) => void body.messages.splice(body.messages.indexOf(message), 1)),
  "all results are removed": (body) => void (body.messages = body.messages.filter(({ role }) => role !== "tool")),
  "a message is doubled": (body, random) => doubleAny(body.messages, random),
  "a result is doubled elsewhere": (body, random) =>
    one(results(body), random, (message) => void body.messages.splice(place(body, random), 0, copy(message))),
  "a result is given twice, with other words": (body, random) => one(results(body), random, (message) => {
    body.messages.splice(body.messages.indexOf(message) + 1, 0, { ...copy(message), content: "another answer" });
  }),
  "a message is moved": (body, random) => moveAny(body.messages, random),
  "a result is moved": (body, random) => one(results(body), random, (message) => {
    body.messages.splice(body.messages.indexOf(message), 1);
    putAnywhere(body.messages, random, message);
  }),
  "neighbours change places": (body, random) => swapNeighbours(body.messages, random),
  "the order is reversed": (body) => void body.messages.reverse(),
  "a message gets another role": (body, random) => void (body.messages[place(body, random)].role = random.pick(ROLES)),
  "two messages change roles": (body, random) => {
    const [one, other] = [body.messages[place(body, random)], body.messages[place(body, random)]];
    [one.role, other.role] = [other.role, one.role];
  },
  "the id of a call is broken": (body, random) => oneCall(body, random, (call) => set(call, "id", random.pick(BROKEN_IDS))),
  "the id of a result is broken": (body, random) =>
    one(results(body), random, (message) => set(message, "tool_call_id", random.pick(BROKEN_IDS))),
  "an id is broken on both sides": (body, random) => oneCall(body, random, (call) => {
    const [before, after] = [call.id, random.pick(BROKEN_IDS.filter((id) => typeof id === "string"))];
    call.id = after;
    results(body).filter((message) => message.tool_call_id === before).forEach((message) => { message.tool_call_id = after; });
  }),
  "all ids are one": (body) => {
    callers(body).forEach(({ tool_calls: calls }) => calls.forEach((call) => { call.id = "call_0"; }));
    results(body).forEach((message) => { message.tool_call_id = "call_0"; });
  },
  "two calls of a message share an id": (body, random) =>
    one(callers(body), random, ({ tool_calls: calls }) => calls.push({ ...copy(calls[0]), function: { name: "other", arguments: "{}" } })),
  "the name of a tool is broken": (body, random) =>
    oneCall(body, random, ({ function: inner }) => set(inner, "name", random.pick(BROKEN_NAMES))),
  "a speaker gets a broken name": (body, random) => set(body.messages[place(body, random)], "name", random.pick(BROKEN_NAMES)),
  "arguments are broken": (body, random) =>
    oneCall(body, random, ({ function: inner }) => set(inner, "arguments", random.pick(BROKEN_ARGUMENTS))),
  "the content of a message is broken": (body, random) => set(body.messages[place(body, random)], "content", random.pick(BROKEN_CONTENTS)),
  "an empty message is put in": (body, random) => {
    put(body, random, { role: random.pick(["system", "user", "assistant"]), content: random.pick(["", null, " ", []]) });
  },
  "an image is put in a result": (body, random) => one(results(body), random, (message) => {
    message.content = random.chance(0.5) ? [copy(IMAGE)] : [{ type: "text", text: "seen" }, copy(IMAGE)];
  }),
  "an image is put in any message": (body, random) => {
    const message = body.messages[place(body, random)];
    const parts = typeof message.content === "string" ? [{ type: "text", text: message.content }] : (message.content ?? []);
    message.content = [...parts, copy(IMAGE)];
  },
  "tool_calls is an empty list": (body, random) =>
    one(body.messages.filter(({ role }) => role === "assistant"), random, (message) => { message.tool_calls = []; }),
  "tool_calls is null": (body, random) =>
    one(body.messages.filter(({ role }) => role === "assistant"), random, (message) => { message.tool_calls = null; }),
  "tools is an empty list": (body) => void (body.tools = []),
  "instructions are put anywhere": (body, random) =>
    put(body, random, { role: random.pick(["system", "developer"]), content: "Be brief." }),
  "the assistant has the last word": (body) => void body.messages.push({ role: "assistant", content: "And so it is. \n" }),
  "a call is made by somebody else": (body, random) =>
    oneCall(body, random, (call, message) => { message.role = random.pick(["user", "system", "tool"]); }),
};
