// Ways to break a body of OpenAI Responses. Each does to a copy what programs do to real histories.

/** @typedef {(body: any, random: import("./random.mjs").Random) => void} Mutation changes the body in place; may find nothing to change */

const LONG = "call_".padEnd(100, "x");
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const IMAGE = { type: "input_image", image_url: `data:image/png;base64,${PNG}`, detail: "auto" };

const BROKEN_IDS = ["", LONG, "호출 ".repeat(40), null, undefined];
const BROKEN_NAMES = ["", "a b", "파일", "x".repeat(200), "ns.tool", null, undefined];
const BROKEN_ITEM_IDS = ["call_1", "item_7", "fc", "rs_1", "msg_1"];
const blank = (text) => ({ type: "input_text", text });
const BROKEN_CONTENTS = ["", " \n\t", null, undefined, [], [blank("")], [{ type: "output_text", text: "seen" }], [blank("one"), { type: "text", text: "two" }]];
const BROKEN_ARGUMENTS = ["", "  ", "null", '{"a":', { a: [1, { b: null }] }, ["x"], null, undefined];
const BROKEN_OUTPUTS = [null, undefined, [], { a: 1 }, ["x", 1], 12, [{ type: "output_text", text: "seen" }]];

const place = ({ input }, random) => random.below(input.length);
const of = ({ input }, ...types) => input.filter(({ type }) => types.includes(type ?? "message"));
const calls = (body) => of(body, "function_call", "custom_tool_call");
const outputs = (body) => of(body, "function_call_output", "custom_tool_call_output");
const reasoning = (body) => of(body, "reasoning");
const named = ({ input }) => input.filter(({ id, type }) => typeof id === "string" && ["function_call", "custom_tool_call", "message", "reasoning"].includes(type));
const copy = (value) => structuredClone(value);

/** Sets a field; undefined leaves it out. */
function set(holder, name, value) {
  if (value === undefined) delete holder[name];
  else holder[name] = copy(value);
}

/** Runs `change` on one of the list, where there is one. */
function one(list, random, change) {
  if (list.length > 0) change(random.pick(list));
}

function remove({ input }, item) {
  input.splice(input.indexOf(item), 1);
}

function put({ input }, random, item) {
  input.splice(random.below(input.length + 1), 0, item);
}

/** @type {Record<string, Mutation>} */
export const RESPONSES_MUTATIONS = {
  "an item is removed": (body, random) => void body.input.splice(place(body, random), 1),
  "the front is cut off": (body, random) => void body.input.splice(0, place(body, random)),
  "the end is cut off": (body, random) => void body.input.splice(1 + place(body, random)),
  "a call is removed": (body, random) => one(calls(body), random, (item) => remove(body, item)),
  "an output is removed": (body, random) => one(outputs(body), random, (item) => remove(body, item)),
  "all outputs are removed": (body) => outputs(body).forEach((item) => remove(body, item)),
  "reasoning is parted from what followed": (body, random) =>
    one(reasoning(body), random, (item) => void body.input.splice(body.input.indexOf(item) + 1, 1)),
  "what the model said is put in other words": (body, random) =>
    one(of(body, "message").filter(({ id }) => id !== undefined), random, (item) => {
      body.input.splice(body.input.indexOf(item), 1, { role: "assistant", content: "In other words." });
    }),
  "an item is doubled": (body, random) => {
    const at = place(body, random);
    body.input.splice(at, 0, copy(body.input[at]));
  },
  "an item that is no call is doubled elsewhere": (body, random) =>
    one(body.input.filter(({ call_id: id }) => id === undefined), random, (item) => put(body, random, copy(item))),
  "an output is given twice, with other words": (body, random) =>
    one(outputs(body), random, (item) => put(body, random, { ...copy(item), output: "another answer" })),
  "an item is moved": (body, random) => {
    const [item] = body.input.splice(place(body, random), 1);
    put(body, random, item);
  },
  "neighbours change places": (body, random) => {
    const at = place(body, random);
    body.input.splice(at, 2, ...body.input.slice(at, at + 2).reverse());
  },
  "the order is reversed": (body) => void body.input.reverse(),
  "the id of a call is broken": (body, random) => one(calls(body), random, (item) => set(item, "call_id", random.pick(BROKEN_IDS.filter((id) => id !== undefined && id !== null)))),
  "the id of an output is broken": (body, random) => one(outputs(body), random, (item) => set(item, "call_id", random.pick(BROKEN_IDS))),
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
