// Mutations of Converse bodies, as programs break real histories.

import { PNG, copy, cutEnd, cutFront, doubleAny, moveAny, one, putAnywhere, removeAny, set, splitAny, swapNeighbours } from "./lists.mjs";

const IMAGE = { image: { format: "png", source: { bytes: PNG } } };
const pdf = (name) => ({ document: { name, format: "pdf", source: { bytes: "JVBERi0xLjQ=" } } });

const BROKEN_IDS = ["", "x".repeat(200), "functions.Web/3", "호출 1", "a\nb\"c", null, undefined];
const BROKEN_NAMES = ["", "a b", "파일", "x".repeat(200), "ns.tool", null, undefined];
const BROKEN_INPUTS = [null, undefined, [1, 2], "text", '{"a": 1}', "", 12, true];
const blank = (text) => ({ text });
const BROKEN_CONTENTS = [null, [], [blank("")], [blank(" "), blank("")]];

const place = ({ messages }, random) => random.below(messages.length);

/** Returns the blocks of a kind, each with its value and the list that holds it. */
function blocks({ messages }, ...kinds) {
  const lists = messages.map(({ content }) => content).filter(Array.isArray);
  const found = (list, block) => kinds.filter((kind) => kind in block).map((kind) => ({ inner: block[kind], block, list }));
  return lists.flatMap((list) => list.flatMap((block) => found(list, block)));
}

function remove({ block, list }) {
  list.splice(list.indexOf(block), 1);
}

/** Returns the content as an editable list. */
function listOf(message) {
  if (!Array.isArray(message.content)) message.content = [];
  return message.content;
}

function think(list, signature) {
  list.unshift({ reasoningContent: { reasoningText: { text: "Hm.", ...signature } } });
}

/** Adds a cache point behind each of these blocks. */
function mark(body, ttl) {
  for (const { block, list } of blocks(body, "text", "toolUse", "toolResult")) {
    list.splice(list.indexOf(block) + 1, 0, { cachePoint: { type: "default", ...ttl } });
  }
}

/** @type {Record<string, import("./lists.mjs").Mutation>} */
export const BEDROCK_MUTATIONS = {
  "a message is removed": (body, random) => removeAny(body.messages, random),
  "the front is cut off": (body, random) => cutFront(body.messages, random),
  "the end is cut off": (body, random) => cutEnd(body.messages, random),
  "a call is removed": (body, random) => one(blocks(body, "toolUse"), random, remove),
  "a result is removed": (body, random) => one(blocks(body, "toolResult"), random, remove),
  "all results are removed": (body) => blocks(body, "toolResult").forEach(remove),
  "a message is doubled": (body, random) => doubleAny(body.messages, random),
  "a block is doubled": (body, random) =>
    one(blocks(body, "text", "toolUse", "toolResult"), random, ({ block, list }) => void list.push(copy(block))),
  "a result is given twice, with other words": (body, random) =>
    one(blocks(body, "toolResult"), random, ({ inner, list }) => void list.push({ toolResult: { ...copy(inner), content: [{ text: "another answer" }] } })),
  "a message is moved": (body, random) => moveAny(body.messages, random),
  "a result is moved to another message": (body, random) => one(blocks(body, "toolResult"), random, (found) => {
    remove(found);
    listOf(body.messages[place(body, random)]).push(found.block);
  }),
  "a call is moved to another message": (body, random) => one(blocks(body, "toolUse"), random, (found) => {
    remove(found);
    listOf(body.messages[place(body, random)]).push(found.block);
  }),
  "neighbours change places": (body, random) => swapNeighbours(body.messages, random),
  "the order is reversed": (body) => void body.messages.reverse(),
  "the blocks of a message are turned round": (body, random) => void listOf(body.messages[place(body, random)]).reverse(),
  "a message is split in two": (body, random) => splitAny(body.messages, random, "content", listOf),
  "a message gets another role": (body, random) =>
    void (body.messages[place(body, random)].role = random.pick(["user", "assistant", "system"])),
  "the id of a call is broken": (body, random) =>
    one(blocks(body, "toolUse"), random, ({ inner }) => set(inner, "toolUseId", random.pick(BROKEN_IDS))),
  "the id of a result is broken": (body, random) =>
    one(blocks(body, "toolResult"), random, ({ inner }) => set(inner, "toolUseId", random.pick(BROKEN_IDS))),
  "an id is broken on both sides": (body, random) => one(blocks(body, "toolUse"), random, ({ inner }) => {
    const [before, after] = [inner.toolUseId, random.pick(BROKEN_IDS.filter((id) => typeof id === "string"))];
    inner.toolUseId = after;
    const answers = blocks(body, "toolResult").filter((found) => found.inner.toolUseId === before);
    answers.forEach((found) => { found.inner.toolUseId = after; });
  }),
  "all ids are one": (body) => blocks(body, "toolUse", "toolResult").forEach(({ inner }) => { inner.toolUseId = "tooluse_0"; }),
  "the name of a tool is broken": (body, random) =>
    one(blocks(body, "toolUse"), random, ({ inner }) => set(inner, "name", random.pick(BROKEN_NAMES))),
  "an input is broken": (body, random) =>
    one(blocks(body, "toolUse"), random, ({ inner }) => set(inner, "input", random.pick(BROKEN_INPUTS))),
  "the content of a message is broken": (body, random) => set(body.messages[place(body, random)], "content", random.pick(BROKEN_CONTENTS)),
  "the content of a result is broken": (body, random) =>
    one(blocks(body, "toolResult"), random, ({ inner }) => set(inner, "content", random.pick([...BROKEN_CONTENTS, undefined]))),
  "a result is JSON": (body, random) =>
    one(blocks(body, "toolResult"), random, ({ inner }) => void (inner.content = [{ json: random.pick([{ a: 1.5 }, [1, 2], 12, null]) }])),
  "a result failed without a word": (body, random) => one(blocks(body, "toolResult"), random, ({ inner }) => {
    inner.status = "error";
    inner.content = [];
  }),
  "an empty message is put in": (body, random) => {
    const content = random.pick([[], [blank("")], [blank(" ")]]);
    body.messages.splice(place(body, random), 0, { role: random.pick(["user", "assistant", "system"]), content });
  },
  "an empty text is put in": (body, random) => {
    const list = listOf(body.messages[place(body, random)]);
    list.splice(random.below(list.length + 1), 0, { text: random.pick(["", " "]) });
  },
  "the system prompt is blank": (body, random) => void (body.system = random.pick([[], [{ text: "" }], [{ text: " " }]])),
  "an image is put in any message": (body, random) => void listOf(body.messages[place(body, random)]).push(copy(IMAGE)),
  "documents are put in, some of one name": (body, random) => {
    for (const name of ["Report", "Report", "a.pdf", "보고서", "x  y", "Report 2"]) {
      if (random.chance(0.7)) listOf(body.messages[place(body, random)]).push(pdf(name));
    }
  },
  "reasoning without a signature is put in": (body, random) =>
    think(listOf(body.messages[place(body, random)]), random.chance(0.5) ? { signature: "" } : {}),
  "signed reasoning is put in": (body, random) => think(listOf(body.messages[place(body, random)]), { signature: "c2lnbmVk" }),
  "thinking is asked for": (body) => void (body.additionalModelRequestFields = { thinking: { type: "enabled", budget_tokens: 1024 }, top_k: 5 }),
  "everything is marked for the cache": (body) => mark(body, {}),
  "a long mark comes after a short one": (body) => {
    const [first, , other] = blocks(body, "text", "toolUse", "toolResult");
    if (other === undefined) return;
    for (const [{ block, list }, ttl] of [[first, {}], [other, { ttl: "1h" }]]) {
      list.splice(list.indexOf(block) + 1, 0, { cachePoint: { type: "default", ...ttl } });
    }
  },
  "a mark comes first": (body, random) => void listOf(body.messages[place(body, random)]).unshift({ cachePoint: { type: "default" } }),
  "no tools are declared": (body) => void delete body.toolConfig,
  "instructions are put anywhere": (body, random) =>
    putAnywhere(body.messages, random, { role: "system", content: [{ text: "Be brief." }] }),
  "the assistant has the last word": (body) => void body.messages.push({ role: "assistant", content: [{ text: "And so it is. \n" }] }),
};
