// Mutations of Gemini generateContent bodies, as programs break real histories.

import { PNG, copy, cutEnd, cutFront, doubleAny, moveAny, one, putAnywhere, removeAny, set, splitAny, swapNeighbours } from "./lists.mjs";

const IMAGE = { inlineData: { mimeType: "image/png", data: PNG } };

const BROKEN_IDS = ["", "x".repeat(200), "functions.Web:3", "호출 1", "a\nb\"c", null, undefined];
const BROKEN_NAMES = ["", "a b", "파일", "x".repeat(200), "7z", null, undefined];
const BROKEN_ARGS = [null, undefined, [1, 2], "text", '{"a": 1}', "", 12, true];
const BROKEN_RESPONSES = ["text", "", [1, 2], 12, true, null, undefined];
const BROKEN_PARTS = [undefined, null, [], [{}], [{ text: "" }], [{ text: " " }, {}]];
const BROKEN_MEDIA = [
  { inlineData: { mimeType: "image/gif", data: "R0lGODlh" } },
  { inlineData: { mimeType: "application/zip", data: "UEsDBA==" } },
  { fileData: { mimeType: "image/svg+xml", fileUri: "https://example.org/a.svg" } },
];
const SIGNATURES = ["", "not base64!", "c2lnbmVk", undefined];

const place = ({ contents }, random) => random.below(contents.length);

/** Returns the parts with a field, each with the list that holds it. */
function parts({ contents }, name) {
  const lists = contents.map((content) => content.parts).filter(Array.isArray);
  return lists.flatMap((list) => list.filter((part) => part[name] !== undefined).map((part) => ({ part, list })));
}

function remove({ part, list }) {
  list.splice(list.indexOf(part), 1);
}

/** Returns the parts as an editable list. */
function listOf(content) {
  if (!Array.isArray(content.parts)) content.parts = [];
  return content.parts;
}

const anyList = (body, random) => listOf(body.contents[place(body, random)]);
const calls = (body) => parts(body, "functionCall");
const results = (body) => parts(body, "functionResponse");

/** @type {Record<string, import("./lists.mjs").Mutation>} */
export const GEMINI_MUTATIONS = {
  "a content is removed": (body, random) => removeAny(body.contents, random),
  "the front is cut off": (body, random) => cutFront(body.contents, random),
  "the end is cut off": (body, random) => cutEnd(body.contents, random),
  "a call is removed": (body, random) => one(calls(body), random, remove),
  "a result is removed": (body, random) => one(results(body), random, remove),
  "all results are removed": (body) => results(body).forEach(remove),
  "a content is doubled": (body, random) => doubleAny(body.contents, random),
  "a call is doubled": (body, random) => one(calls(body), random, ({ part, list }) => void list.push(copy(part))),
  "a result is given twice, with other words": (body, random) => one(results(body), random, ({ part: { functionResponse }, list }) => {
    list.push({ functionResponse: { ...copy(functionResponse), response: { output: "another answer" } } });
  }),
  "a content is moved": (body, random) => moveAny(body.contents, random),
  "a result is moved to another content": (body, random) => one(results(body), random, (found) => {
    remove(found);
    anyList(body, random).push(found.part);
  }),
  "a call is moved to another content": (body, random) => one(calls(body), random, (found) => {
    remove(found);
    anyList(body, random).push(found.part);
  }),
  "neighbours change places": (body, random) => swapNeighbours(body.contents, random),
  "the order is reversed": (body) => void body.contents.reverse(),
  "the parts of a content are turned round": (body, random) => void anyList(body, random).reverse(),
  "a text is put before the results": (body, random) => one(results(body), random, ({ list }) => void list.unshift({ text: "Before." })),
  "a text is put behind the results": (body, random) => one(results(body), random, ({ list }) => void list.push({ text: "Behind." })),
  "a content is split in two": (body, random) => splitAny(body.contents, random, "parts", listOf),
  "a content gets another role": (body, random) =>
    set(body.contents[place(body, random)], "role", random.pick(["user", "model", "system", "function", "assistant", undefined])),
  "the id of a call is broken": (body, random) =>
    one(calls(body), random, ({ part }) => set(part.functionCall, "id", random.pick(BROKEN_IDS))),
  "the id of a result is broken": (body, random) =>
    one(results(body), random, ({ part }) => set(part.functionResponse, "id", random.pick(BROKEN_IDS))),
  "all ids are left out": (body) => {
    calls(body).forEach(({ part }) => delete part.functionCall.id);
    results(body).forEach(({ part }) => delete part.functionResponse.id);
  },
  "all ids are one": (body) => {
    calls(body).forEach(({ part }) => { part.functionCall.id = "call_0"; });
    results(body).forEach(({ part }) => { part.functionResponse.id = "call_0"; });
  },
  "the name of a call is broken": (body, random) =>
    one(calls(body), random, ({ part }) => set(part.functionCall, "name", random.pick(BROKEN_NAMES))),
  "the name of a result is broken": (body, random) =>
    one(results(body), random, ({ part }) => set(part.functionResponse, "name", random.pick(BROKEN_NAMES))),
  "arguments are broken": (body, random) =>
    one(calls(body), random, ({ part }) => set(part.functionCall, "args", random.pick(BROKEN_ARGS))),
  "a response is broken": (body, random) =>
    one(results(body), random, ({ part }) => set(part.functionResponse, "response", random.pick(BROKEN_RESPONSES))),
  "the parts of a content are broken": (body, random) => set(body.contents[place(body, random)], "parts", random.pick(BROKEN_PARTS)),
  "an empty content is put in": (body, random) =>
    void body.contents.splice(place(body, random), 0, { role: random.pick(["user", "model"]), parts: random.pick([[], [{}], [{ text: "" }]]) }),
  "an empty text is put in": (body, random) => {
    const list = anyList(body, random);
    list.splice(random.below(list.length + 1), 0, { text: "" });
  },
  "instructions are put anywhere": (body, random) =>
    putAnywhere(body.contents, random, { role: "system", parts: [{ text: "Be brief." }] }),
  "an image is put in any content": (body, random) => void anyList(body, random).push(copy(IMAGE)),
  "media of another type are put in": (body, random) => void anyList(body, random).push(copy(random.pick(BROKEN_MEDIA))),
  "a picture is put in a result": (body, random) =>
    one(results(body), random, ({ part }) => set(part.functionResponse, "parts", [copy(IMAGE)])),
  "a sound is put in a result": (body, random) =>
    one(results(body), random, ({ part }) => set(part.functionResponse, "parts", [{ inlineData: { mimeType: "audio/wav", data: "UklGRg==" } }])),
  "thoughts are put in": (body, random) => void anyList(body, random).unshift({ text: "Hm.", thought: true }),
  "a signature is broken": (body, random) =>
    one(calls(body), random, ({ part }) => set(part, "thoughtSignature", random.pick(SIGNATURES))),
  "fields are spelled in the other way": (body) => {
    for (const { part } of calls(body)) {
      part.function_call = part.functionCall;
      delete part.functionCall;
    }
    for (const { part } of results(body)) {
      part.function_response = part.functionResponse;
      delete part.functionResponse;
    }
  },
  "the model has the last word": (body) => void body.contents.push({ role: "model", parts: [{ text: "And so it is. \n" }] }),
};
