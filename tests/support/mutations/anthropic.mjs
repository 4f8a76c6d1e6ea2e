// Mutations of Anthropic Messages bodies, as programs break real histories.

import { PNG, copy, cutEnd, cutFront, doubleAny, moveAny, one, putAnywhere, removeAny, set, splitAny, swapNeighbours } from "./lists.mjs";

const IMAGE = { type: "image", source: { type: "base64", media_type: "image/png", data: PNG } };

const BROKEN_IDS = ["", "x".repeat(200), "functions.Web:3", "Bash:12", "호출 1", "a\nb\"c", null, undefined];
const BROKEN_NAMES = ["", "a b", "파일", "x".repeat(200), "ns.tool", null, undefined];
const BROKEN_INPUTS = [null, undefined, [1, 2], "text", '{"a": 1}', "", 12, true];
const blank = (text) => ({ type: "text", text });
const BROKEN_CONTENTS = ["", " \n\t", "\u00a0", null, [], [blank("")], [blank(" "), blank("")]];
const MARK = { type: "ephemeral" };

const place = ({ messages }, random) => random.below(messages.length);

/** Returns the blocks of a type, each with the list that holds it. */
function blocks({ messages }, ...types) {
  const lists = messages.map(({ content }) => content).filter(Array.isArray);
  return lists.flatMap((list) => list.filter(({ type }) => types.includes(type)).map((block) => ({ block, list })));
}

function remove({ block, list }) {
  list.splice(list.indexOf(block), 1);
}

/** Returns the content as an editable list. */
function listOf(message) {
  if (!Array.isArray(message.content)) message.content = message.content ? [{ type: "text", text: message.content }] : [];
  return message.content;
}

function think(list, signature) {
  list.unshift({ type: "thinking", thinking: "Hm.", ...signature });
}

/** @type {Record<string, import("./lists.mjs").Mutation>} */
export const ANTHROPIC_MUTATIONS = {
  "a message is removed": (body, random) => removeAny(body.messages, random),
  "the front is cut off": (body, random) => cutFront(body.messages, random),
  "the end is cut off": (body, random) => cutEnd(body.messages, random),
  "a call is removed": (body, random) => one(blocks(body, "tool_use"), random, remove),
  "a result is removed": (body, random) => one(blocks(body, "tool_result"), random, remove),
  "all results are removed": (body) => blocks(body, "tool_result").forEach(remove),
  "a message is doubled": (body, random) => doubleAny(body.messages, random),
  "a block is doubled": (body, random) =>
    one(blocks(body, "text", "tool_use", "tool_result"), random, ({ block, list }) => void list.push(copy(block))),
  "a result is given twice, with other words": (body, random) =>
    one(blocks(body, "tool_result"), random, ({ block, list }) => void list.push({ ...copy(block), content: "another answer" })),
  "a message is moved": (body, random) => moveAny(body.messages, random),
  "a result is moved to another message": (body, random) => one(blocks(body, "tool_result"), random, (found) => {
    remove(found);
    listOf(body.messages[place(body, random)]).push(found.block);
  }),
  "a call is moved to another message": (body, random) => one(blocks(body, "tool_use"), random, (found) => {
    remove(found);
    listOf(body.messages[place(body, random)]).push(found.block);
  }),
  "neighbours change places": (body, random) => swapNeighbours(body.messages, random),
  "the order is reversed": (body) => void body.messages.reverse(),
  "the blocks of a message are turned round": (body, random) => void listOf(body.messages[place(body, random)]).reverse(),
  "a text is put before the results": (body, random) =>
    one(blocks(body, "tool_result"), random, ({ list }) => void list.unshift({ type: "text", text: "Before." })),
  "a message is split in two": (body, random) => splitAny(body.messages, random, "content", listOf),
  "a message gets another role": (body, random) =>
    void (body.messages[place(body, random)].role = random.pick(["user", "assistant", "system"])),
  "the id of a call is broken": (body, random) =>
    one(blocks(body, "tool_use"), random, ({ block }) => set(block, "id", random.pick(BROKEN_IDS))),
  "the id of a result is broken": (body, random) =>
    one(blocks(body, "tool_result"), random, ({ block }) => set(block, "tool_use_id", random.pick(BROKEN_IDS))),
  "an id is broken on both sides": (body, random) => one(blocks(body, "tool_use"), random, ({ block }) => {
    const [before, after] = [block.id, random.pick(BROKEN_IDS.filter((id) => typeof id === "string"))];
    block.id = after;
    const answers = blocks(body, "tool_result").filter((found) => found.block.tool_use_id === before);
    answers.forEach((found) => { found.block.tool_use_id = after; });
  }),
  "all ids are one": (body) => {
    blocks(body, "tool_use").forEach(({ block }) => { block.id = "toolu_0"; });
    blocks(body, "tool_result").forEach(({ block }) => { block.tool_use_id = "toolu_0"; });
  },
  "the name of a tool is broken": (body, random) =>
    one(blocks(body, "tool_use"), random, ({ block }) => set(block, "name", random.pick(BROKEN_NAMES))),
  "an input is broken": (body, random) =>
    one(blocks(body, "tool_use"), random, ({ block }) => set(block, "input", random.pick(BROKEN_INPUTS))),
  "the content of a message is broken": (body, random) => set(body.messages[place(body, random)], "content", random.pick(BROKEN_CONTENTS)),
  "the content of a result is broken": (body, random) =>
    one(blocks(body, "tool_result"), random, ({ block }) => set(block, "content", random.pick([...BROKEN_CONTENTS, undefined]))),
  "an empty message is put in": (body, random) => {
    const content = random.pick(["", " ", [], [blank("")]]);
    body.messages.splice(place(body, random), 0, { role: random.pick(["user", "assistant", "system"]), content });
  },
  "an empty text is put in": (body, random) => {
    const list = listOf(body.messages[place(body, random)]);
    list.splice(random.below(list.length + 1), 0, { type: "text", text: random.pick(["", " "]) });
  },
  "the system prompt is blank": (body, random) => void (body.system = random.pick(["", " ", [], [{ type: "text", text: "" }]])),
  "an image is put in a result that failed": (body, random) => one(blocks(body, "tool_result"), random, ({ block }) => {
    block.is_error = true;
    block.content = [{ type: "text", text: "failed" }, copy(IMAGE)];
  }),
  "an image is put in any message": (body, random) => void listOf(body.messages[place(body, random)]).push(copy(IMAGE)),
  "thinking without a signature is put in": (body, random) =>
    think(listOf(body.messages[place(body, random)]), random.chance(0.5) ? { signature: "" } : {}),
  "signed thinking is put in": (body, random) =>
    think(listOf(body.messages[place(body, random)]), { signature: "c2lnbmVk" }),
  "thinking is asked for": (body) => void (body.thinking = { type: "enabled", budget_tokens: 1024 }),
  "everything is marked for the cache": (body) =>
    blocks(body, "text", "tool_use", "tool_result").forEach(({ block }) => { block.cache_control = copy(MARK); }),
  "a long mark comes after a short one": (body) => {
    const [one, , other] = blocks(body, "text", "tool_use", "tool_result");
    if (other === undefined) return;
    one.block.cache_control = copy(MARK);
    other.block.cache_control = { ...MARK, ttl: "1h" };
  },
  "instructions are put anywhere": (body, random) =>
    putAnywhere(body.messages, random, { role: "system", content: "Be brief." }),
  "the assistant has the last word": (body) => void body.messages.push({ role: "assistant", content: "And so it is. \n" }),
};
