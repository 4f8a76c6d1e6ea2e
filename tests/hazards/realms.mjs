// Hazards of other realms: a vm context or a frame has its own Array, Error, Uint8Array and Promise. Values made there must work.

import { claim, filled, same, works } from "./claims.mjs";

const asTool = (face, toolResult) => filled(face).addMessage("tool", "x", { toolCallId: "c", toolResult }).toolResult;
const reducedBy = async (face, reduce) => {
  const conversation = filled(face, 4, { reduce });
  const answer = await conversation.recover(new face.ContextWindowOverflowError());
  return [answer, contents(conversation)];
};
const contents = ({ messages }) => messages.map(({ content }) => content);
const image = (bytes) => ({ messages: [{ role: "user", content: [{ image: { format: "png", source: { bytes } } }] }] });

/** Values, as code, and an operation on each. The result must be the same for a value of this realm and of the other. */
const VALUES = [
  ["options", "({ systemPrompt: 's', tokenLimit: 9_000, limits: { depth: 9 } })", (face, value) => new face.ConversationManager(value).messages.map(({ role }) => role)],
  ["options that are a Map", "new Map()", (face, value) => new face.ConversationManager(value)],
  ["a message", "({ role: 'user', content: [{ type: 'text', text: 'x' }] })", (face, value) => filled(face).addMessage(value).content],
  ["a message that is an array", "[]", (face, value) => filled(face).addMessage(value)],
  ["JSON values", "[{ a: [1, 'x', null, true, { b: {} }] }]", asTool],
  ["an object without a prototype", "Object.assign(Object.create(null), { a: 1 })", asTool],
  ["a date", "new Date(0)", asTool],
  ["boxed values", "[new String('x'), new Number(1), new Boolean(false)]", asTool],
  ["bytes", "({ deep: [new Uint8Array([1, 2, 255])] })", asTool],
  ["a part of bytes", "new Uint8Array([9, 1, 2, 255]).subarray(1)", asTool],
  ["bytes of a subclass", "new (class Mine extends Uint8Array {})([1, 2, 255])", asTool],
  ["what only claims to be bytes", "({ [Symbol.toStringTag]: 'Uint8Array', length: 3 })", asTool],
  ["a Map", "new Map([[1, 2]])", asTool],
  ["a promise that nobody awaited", "Promise.resolve(1)", asTool],
  ["an error", "new RangeError('x')", asTool],
  ["a BigInt in an array", "[1n]", asTool],
  ["a cycle", "(() => { const value = {}; value.self = [value]; return value; })()", asTool],
  ["a toJSON that throws", "({ toJSON() { throw new Error('boom'); } })", asTool],
  ["a proxy that throws", "new Proxy({}, { ownKeys() { throw new Error('boom'); } })", asTool],
  ["a body", "({ messages: [{ role: 'user', content: 'x' }, { role: 'tool', tool_call_id: 'c', content: 'y' }] })", (face, value) => contents(face.ConversationManager.from("openai-chat", value))],
  ["messages", "[{ role: 'user', content: 'x' }]", (face, value) => contents(face.ConversationManager.from("anthropic", value))],
  ["an image as bytes, in and out", "new Uint8Array([137, 80, 78, 71])", (face, value) => {
    const { body } = face.sanitize("bedrock", image(value));
    const { bytes } = body.messages[0].content[0].image.source;
    return [ArrayBuffer.isView(bytes), [...bytes], face.ConversationManager.from("bedrock", image(value)).toRequest("bedrock").body];
  }],
  ["a response", "({ choices: [{ message: { role: 'assistant', content: 'y' } }] })", (face, value) => filled(face).addResponse("openai-chat", value).content],
  ["params", "({ model: 'm', tools: [{ type: 'function', function: { name: 'f' } }] })", (face, value) => filled(face).toRequest("openai-chat", value).body],
  ["a reducer that keeps the newest", "(({ messages }) => messages.slice(-2))", reducedBy],
  ["a reducer that answers with an array of its realm", "(({ messages }) => Array.from(messages).slice(-2))", reducedBy],
  ["a reducer that answers with a promise", "(async ({ draft }) => draft.keepRecentTurns(1) > 0)", reducedBy],
  ["a reducer that throws", "(() => { throw new TypeError('boom'); })", reducedBy],
  ["a reducer that rejects", "(() => Promise.reject(new TypeError('boom')))", reducedBy],
  ["a strategy that is an object", "({ reduce: ({ draft }) => draft.keepRecentTurns(1) > 0 })", (face, value) => reducedBy(face, face.chain([value]))],
  ["an estimator", "((text) => text.length)", (face, estimator) => filled(face, 2, { estimator }).contextTokens],
  ["an estimator that throws", "(() => { throw new TypeError('boom'); })", (face, estimator) => filled(face, 2, { estimator }).contextTokens],
  ["an overflow", "new Error('prompt is too long', { cause: new Error('x') })", (face, value) => [face.isContextOverflow(value), filled(face, 4).recover(value)]],
  ["what is no overflow", "Object.assign(new Error('rate limit: prompt is too long'), { status: 429 })", (face, value) => face.isContextOverflow(value)],
  ["a history to sanitise", "[{ role: 'user', content: 'u' }, { role: 'tool', tool_call_id: 'c', content: 'x' }]", (face, value) => face.sanitizeToolCalls(value)],
  ["decisions and tools", "({ decisions: { c: { approved: true } }, tools: { act: async () => ({ bytes: new Uint8Array([1, 2]) }) } })", async (face, value) => {
    const conversation = new face.ConversationManager();
    conversation.addMessage("assistant", null, { toolCalls: [{ id: "c", name: "act", arguments: "{}" }] });
    return contents(await face.resume(conversation.suspend(), { ...value, conversation }));
  }],
];

/** Returns the result in a comparable form: bytes differ from arrays, and an error is its code and message. */
async function outcome(run) {
  try {
    return JSON.stringify({ value: await run() }, (_, value) => (ArrayBuffer.isView(value) ? { bytes: [...value] } : value));
  } catch (error) {
    return JSON.stringify({ code: error.code, message: error.message, cause: error.cause?.message });
  }
}

const ownRealm = (code) => (0, eval)(code);

/** Returns the hazards for the realm of this name. `realms` of the place has its package (`face`) and a function that runs code in it. */
export const realmHazards = (name) => [
  [`${name}: the package works there`, ({ realms }) => works(realms[name].face)],

  [`${name}: the realm and its package are separate`, ({ face, realms: { [name]: realm } }) => {
    claim(!(realm.evaluate("[]") instanceof Array) && realm.face.ConversationManager !== face.ConversationManager, "nothing is shared");
  }],

  [`${name}: an error of its package is recognised by its code`, ({ realms: { [name]: realm } }) => {
    let error;
    try { filled(realm.face).addMessage("bot", "x"); } catch (thrown) { error = thrown; }
    claim(error instanceof realm.face.ConversationError && !(error instanceof Error), "it is of that realm");
    same([error.name, error.code], ["ConversationError", "invalid-role"], "the error");
  }],

  [`${name}: values of its package work in this one, and the other way round`, ({ face, realms: { [name]: realm } }) => {
    for (const [from, to] of [[realm.face, face], [face, realm.face]]) {
      const conversation = filled(from, 2, { tokenLimit: 5_000 });
      same(to.ConversationManager.fromJSON(conversation.toJSON()).toJSON(), conversation.toJSON(), "the snapshot");
      same(to.ConversationManager.from("backscroll", conversation.messages).messages, conversation.messages, "the messages");
      const { body } = conversation.toRequest("openai-chat");
      same(to.validate("openai-chat", body), from.validate("openai-chat", body), "what is wrong with its request");
    }
  }],

  ...VALUES.map(([what, code, use]) => [
    `${name}: ${what}, from there to here and from here to there`,
    async ({ face, realms: { [name]: realm } }) => {
      const expected = await outcome(() => use(face, ownRealm(code)));
      for (const [from, to] of [[realm.evaluate, face], [ownRealm, realm.face]]) {
        same(await outcome(() => use(to, from(code))), expected, what);
      }
    },
  ]),
];
