// Mutations of OpenAI Responses bodies, as programs break real histories.

import { PNG, copy, cutEnd, cutFront, doubleAny, moveAny, one, putAnywhere, removeAny, set, swapNeighbours } from "./lists.mjs";

const LONG = "call_".padEnd(100, "x");
const IMAGE = { type: "input_image", image_url: `data:image/png;base64,${PNG}`, detail: "auto" };

const BROKEN_IDS = ["", LONG, "호출 ".repeat(40), null, undefined];
const BROKEN_NAMES = ["", "a b", "파일", "x".repeat(200), "ns.tool", null, undefined];
const BROKEN_ITEM_IDS = ["call_1", "item_7", "fc", "rs_1", "msg_1"];
const blank = (text) => ({ type: "input_text", text });
const BROKEN_CONTENTS = ["", " \n\t", null, undefined, [], [blank("")], [{ type: "output_text", text: "seen" }], [blank("one"), { type: "text", text: "two" }]];
const BROKEN_ARGUMENTS = ["", "  ", "null", '{"a":', { a: [1, { b: null }] }, ["x"], null, undefined];
const BROKEN_OUTPUTS = [null, undefined, [], { a: 1 }, ["x", 1], 12, [{ type: "output_text", text: "seen" }]];

const of = ({ input }, ...types) => input.filter(({ type }) => types.includes(type ?? "message"));
const calls = (body) => of(body, "function_call", "custom_tool_call");
const outputs = (body) => of(body, "function_call_output", "custom_tool_call_output");
const reasoning = (body) => of(body, "reasoning");
const named = ({ input }) => input.filter(({ id, type }) => typeof id === "string" && ["function_call", "custom_tool_call", "message", "reasoning"].includes(type));

function remove({ input }, item) {
  input.splice(input.indexOf(item), 1);
}

const put = ({ input }, random, item) => putAnywhere(input, random, item);

/** @type {Record<string, import("./lists.mjs").Mutation>} */
export const RESPONSES_MUTATIONS = {
  "an item is removed": (body, random) => removeAny(body.input, random),
  "the front is cut off": (body, random) => cutFront(body.input, random),
  "the end is cut off": (body, random) => cutEnd(body.input, random),
  "a call is removed": (body, random) => one(calls(body), random, (item) => remove(body, item)),
  "an output is removed": (body, random) => one(outputs(body), random, (item) => remove(body, item)),
  "all outputs are removed": (body) => outputs(body).forEach((item) => remove(body, item)),
  "reasoning is parted from what followed": (body, random) =>
    one(reasoning(body), random, (item) => void body.input.splice(body.input.indexOf(item) + 1, 1)),
  "what the model said is put in other words": (body, random) =>
    one(of(body, "message").filter(({ id }) => id !== undefined), random, (item) => {
      body.input.splice(body.input.indexOf(item), 1, { role: "assistant", content: "In other words." });
    }),
  "an item is doubled": (body, random) => doubleAny(body.input, random),
  "an item that is no call is doubled elsewhere": (body, random) =>
    one(body.input.filter(({ call_id: id }) => id === undefined), random, (item) => put(body, random, copy(item))),
  "an output is given twice, with other words": (body, random) =>
    one(outputs(body), random, (item) => put(body, random, { ...copy(item), output: "another answer" })),
  "an item is moved": (body, random) => moveAny(body.input, random),
  "neighbours change places": (body, random) => swapNeighbours(body.input, random),
  "the order is reversed": (body) => void body.input.reverse(),
  "the id of a call is broken": (body, random) => one(calls(body), random, (item) => set(item, "call_id", random.pick(BROKEN_IDS.filter((id) => id !== undefined && id !== null)))),
  "the id of an output is broken": (body, random) => one(outputs(body), random, (item) => set(item, "call_id", random.pick(brokenIds(item)))),
  "an id is broken on both sides": (body, random) => one(calls(body), random, ({ call_id: before }) => {
    const after = random.pick(BROKEN_IDS.filter((id) => typeof id === "string"));
    [...calls(body), ...outputs(body)].filter((item) => item.call_id === before).forEach((item) => { item.call_id = after; });
  }),
  "all ids of calls are one": (body) => [...calls(body), ...outputs(body)].forEach((item) => { item.call_id = "call_0"; }),
  "an output is of another type": (body, random) => one(outputs(body), random, (item) => {
    item.type = item.type === "function_call_output" ? "custom_tool_call_output" : "function_call_output";
  }),
  "the id of an item is broken": (body, random) => one(named(body), random, (item) => { item.id = random.pick(BROKEN_ITEM_IDS); }),
  "the id of an item is left out": (body, random) => one(named(body).filter(({ type }) => type !== "reasoning"), random, (item) => void delete item.id),
  "two items share an id": (body, random) => one(named(body), random, ({ id }) => one(named(body), random, (item) => { item.id = id; })),
  "the name of a tool is broken": (body, random) => one(calls(body), random, (item) => set(item, "name", random.pick(BROKEN_NAMES))),
  "arguments are broken": (body, random) => one(of(body, "function_call"), random, (item) => set(item, "arguments", random.pick(BROKEN_ARGUMENTS))),
  "the content of a message is broken": (body, random) =>
    one(of(body, "message").filter(({ id }) => id === undefined), random, (item) => set(item, "content", random.pick(BROKEN_CONTENTS))),
  "an output is broken": (body, random) => one(outputs(body), random, (item) => set(item, "output", random.pick(BROKEN_OUTPUTS))),
  "reasoning shows its thoughts": (body, random) =>
    one(reasoning(body), random, (item) => { item.content = [{ type: "reasoning_text", text: "Hm." }]; }),
  "reasoning loses what was encrypted, and nothing is stored": (body, random) => {
    body.store = false;
    one(reasoning(body), random, (item) => void delete item.encrypted_content);
  },
  "an item is told by its id, and nothing is stored": (body, random) => {
    body.store = false;
    put(body, random, { type: "item_reference", id: "msg_elsewhere" });
  },
  "a file is no data URL": (body, random) =>
    put(body, random, { role: "user", content: [{ type: "input_file", filename: "a.pdf", file_data: "JVBERg==" }] }),
  "an image is put in an output": (body, random) => one(outputs(body), random, (item) => { item.output = [copy(IMAGE)]; }),
  "an image of an unknown type is shown": (body, random) =>
    put(body, random, { role: "user", content: [{ ...IMAGE, image_url: "data:image/bmp;base64,Qk0=" }] }),
  "instructions are put anywhere": (body, random) => put(body, random, { role: random.pick(["system", "developer"]), content: "Be brief." }),
  "the assistant has the last word": (body) => void body.input.push({ role: "assistant", content: "And so it is. \n" }),
};

/** The output of a function may name no call. */
function brokenIds({ type }) {
  return type === "function_call_output" ? BROKEN_IDS.filter((id) => id !== undefined && id !== null) : BROKEN_IDS;
}
