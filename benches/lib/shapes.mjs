// Bodies of chat completions in many shapes. A shape repeats its pattern `count` times, and has about so many messages, calls or parts. Each
// repetition has its own text and ids, unless the shape says otherwise.

import { korean, prose } from "./material.mjs";

const user = (content) => ({ role: "user", content });
const assistant = (content, more) => ({ role: "assistant", content, ...more });
const result = (id, content) => ({ role: "tool", tool_call_id: id, content });
const text = (words) => ({ type: "text", text: words });
const picture = { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } };

const callOf = (id, args = JSON.stringify({ path: `a${id}` }), name = "read") => ({
  id,
  type: "function",
  function: { name, arguments: args },
});
const calling = (...calls) => assistant(null, { tool_calls: calls });
const calls = (count, first = 0) => Array.from({ length: count }, (_, place) => callOf(`c${first + place}`));

/** A short, a usual and a longer text of the repetition `at`. */
const [few, some, many] = [30, 80, 200].map((length) => (at) => prose(length, at + 1));

const repeated = (count, pattern) => Array.from({ length: count }, (_, at) => pattern(at)).flat();
/** A turn with one call: the question and the result are given. */
const turn = (at, { question = `q${at}`, id = `c${at}`, call = callOf(id), content = some(at) } = {}) => [
  user(question),
  calling(call),
  result(id, content),
];
/** One question, and `messages` after it. */
const asked = (messages) => [user("q"), ...messages];

/** @type {Record<string, (count: number) => object[]>} */
const MESSAGES = {
  turns: (count) => repeated(count, (at) => [user(some(at)), assistant(many(at))]),
  "turns with a call": (count) => repeated(count, (at) => turn(at)),
  "users only": (count) => repeated(count, (at) => user(some(at))),
  "assistants only": (count) => asked(repeated(count, (at) => assistant(some(at)))),
  "empty messages": (count) => repeated(count, () => [user(""), assistant("")]),
  "empty users only": (count) => repeated(count, () => user("")),

  "rounds of a tool": (count) => asked(repeated(count, (at) => [calling(callOf(`c${at}`)), result(`c${at}`, many(at))])),
  "rounds with text": (count) =>
    asked(repeated(count, (at) => [assistant(few(at), { tool_calls: [callOf(`c${at}`)] }), result(`c${at}`, many(at))])),
  "ten parallel calls": (count) =>
    repeated(Math.ceil(count / 10), (at) => [
      user(`q${at}`),
      calling(...calls(10, 10 * at)),
      ...repeated(10, (place) => result(`c${10 * at + place}`, many(place))),
    ]),
  "all calls in one message": (count) => asked([calling(...calls(count)), ...repeated(count, (at) => result(`c${at}`, some(at)))]),
  "all calls in one message, results reversed": (count) =>
    asked([calling(...calls(count)), ...repeated(count, (at) => result(`c${count - 1 - at}`, some(at)))]),

  "calls without results": (count) => repeated(count, (at) => turn(at).slice(0, 2)),
  "results without calls": (count) => [...asked(repeated(count, (at) => result(`x${at}`, some(at)))), user("end")],
  "results without calls, of one id": (count) => [...asked(repeated(count, (at) => result("x", some(at)))), user("end")],
  "results before their calls": (count) => repeated(count, (at) => [user(`q${at}`), result(`c${at}`, some(at)), calling(...calls(1, at))]),
  "results after all calls": (count) => [
    ...repeated(count, (at) => turn(at).slice(0, 2)),
    ...repeated(count, (at) => result(`c${at}`, some(at))),
  ],
  "a question between call and result": (count) =>
    repeated(count, (at) => [calling(...calls(1, at)), user(`wait ${at}`), result(`c${at}`, some(at))]),
  "one id for all calls": (count) => repeated(count, (at) => turn(at, { id: "c" })),
  "no ids": (count) => repeated(count, (at) => turn(at, { id: "" })),
  "arguments that are no JSON": (count) => repeated(count, (at) => turn(at, { call: callOf(`c${at}`, "{bad"), content: "ok" })),
  "many arguments": (count) =>
    repeated(count, (at) =>
      turn(at, { call: callOf(`c${at}`, JSON.stringify(Object.fromEntries(repeated(10, (key) => [[`k${key}`, few(at + key)]])))) }),
    ),
  "names that no provider takes": (count) =>
    repeated(count, (at) => turn(at, { call: callOf(`c${at}`, "{}", `bad name ${at}`), content: "ok" })),

  "system messages in the middle": (count) =>
    repeated(count, (at) => [{ role: "system", content: few(at) }, user(few(at)), assistant("ok")]),
  "developer messages in the middle": (count) =>
    repeated(count, (at) => [{ role: "developer", content: few(at) }, user(few(at)), assistant("ok")]),
  "names of users": (count) => repeated(count, (at) => [{ ...user(`q${at}`), name: `u${at}` }, assistant("ok")]),
  reasoning: (count) => repeated(count, (at) => [user(`q${at}`), assistant("ok", { reasoning_content: many(at) })]),
  "unknown fields": (count) => repeated(count, (at) => [{ ...user(`q${at}`), weird: at }, assistant("ok")]),

  "two parts": (count) => repeated(count, (at) => [user([text(few(at)), text(few(at + 1))]), assistant("ok")]),
  "a message of many parts": (count) => [user(repeated(count, (at) => text(few(at)))), assistant("ok"), user("go")],
  pictures: (count) => repeated(count, () => [user([text("see"), picture]), assistant("ok")]),
  "one long message": (count) => [user(prose(100 * count)), assistant("ok"), user("go")],
  "one result of many lines": (count) => [
    ...turn(0, { content: repeated(4 * count, (at) => `line ${at} of file src/x${at}.ts`).join("\n") }),
    user("go"),
  ],

  "equal texts": (count) => repeated(count, () => [user("the same text again"), assistant("the same answer again")]),
  "equal results": (count) => repeated(count, (at) => turn(at, { call: callOf(`c${at}`, '{"path":"one"}'), content: many(1) })),
  paths: (count) =>
    repeated(count, (at) =>
      turn(at, {
        question: `see src/a${at}/b.ts`,
        call: callOf(`c${at}`, JSON.stringify({ path: `src/a${at}/b.ts` })),
        content: `src/a${at}/b.ts: error E${at} at ${at}`,
      }),
    ),
  numbers: (count) => repeated(count, (at) => [user(`id ${at * 7_919} and ${at * 104_729}`), assistant(`done ${at * 7_919}`)]),
  "what the user wants": (count) =>
    repeated(count, (at) => [user(`Never touch file number ${at}. Always use option ${at}. I want ${at}.`), assistant("ok")]),
  errors: (count) =>
    asked(repeated(count, (at) => [calling(...calls(1, at)), result(`c${at}`, `Error: failed ${at}\n  at f (src/x${at}.ts:${at}:1)`)])),
  urls: (count) => repeated(count, (at) => [user(`https://example.com/${at}/x?y=${at}`), assistant("ok")]),
  Korean: (count) => repeated(count, (at) => [user(korean(20, at + 1)), assistant(korean(60, at + 2))]),
};

/** Makes the body of a shape. @type {Record<string, (count: number) => { model: string, messages: object[] }>} */
export const SHAPES = Object.fromEntries(
  Object.entries(MESSAGES).map(([name, messages]) => [name, (count) => ({ model: "gpt-5", messages: messages(count) })]),
);
