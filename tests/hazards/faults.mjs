// Hazards of faults: the wasm traps, or handles are dropped or disposed at the wrong moment. The result is an error with a code, and
// everything else continues.

import { claim, filled, refused, same, works } from "./claims.mjs";

/** The work of the package, the function of the core that fails, and the method that calls it. */
const CALLS = [
  ["a message", "core_call", (c) => c.addMessage("user", "x")],
  ["a list", "core_call", (c) => c.messages],
  ["a request", "core_call", (c) => c.toRequestBytes("openai-chat")],
  ["a reduction", "core_call", (c, face) => c.recover(new face.ContextWindowOverflowError())],
  ["a snapshot", "core_call", (c) => c.toJSON()],
  ["the end", "__wbg_core_free", (c) => c.dispose()],
];

const NAMES = { trap: "RuntimeError", overflow: "RangeError", stranger: "Error" };

export const faults = [
  ...CALLS.flatMap(([what, name, use]) =>
    Object.keys(NAMES).map((way) => [
      `${way} in ${what}: coded, the others poisoned, new ones work, what was saved comes back`,
      async ({ face, faults }) => {
        const [conversation, bystander] = [filled(face), filled(face)];
        const saved = bystander.toJSON();
        faults.set(name, way);
        const error = await refused(face, () => use(conversation, face), "internal");
        same([faults.size, error.cause.name], [0, NAMES[way]], "the fault that happened");
        await refused(face, () => bystander.messages, "poisoned");
        await works(face);
        same(face.ConversationManager.fromJSON(saved).toJSON(), saved, "the bystander, restored");
        bystander.dispose();
        bystander.dispose();
        await refused(face, () => bystander.messages, "disposed");
      },
    ]),
  ),

  ["after a fault and a failed restart, the next conversation tries again", async ({ face, faults }) => {
    const conversation = filled(face);
    faults.set("core_call", "trap");
    faults.set("instantiate", true);
    await refused(face, () => conversation.messages, "internal");
    await refused(face, () => new face.ConversationManager(), "internal");
    faults.delete("instantiate");
    await works(face);
  }],

  ["finalizers of handles from before and after a fault throw nothing", async ({ face, faults, collect }) => {
    for (let i = 0; i < 100; i += 1) filled(face);
    const conversation = filled(face);
    faults.set("core_call", "overflow");
    await refused(face, () => conversation.messages, "internal");
    const kept = filled(face);
    for (let i = 0; i < 100; i += 1) filled(face);
    await collect();
    same([kept.messageCount, kept.messages[0].role], [2, "user"], "the conversation that is kept");
    await works(face);
  }],

  ["finalizers of dropped conversations free their memory", async ({ face, collect }) => {
    const kept = filled(face);
    const memory = () => kept.toRequestView("openai-chat").buffer.byteLength;
    const drop = async (rounds) => {
      for (let round = 0; round < rounds; round += 1) {
        for (let i = 0; i < 100; i += 1) new face.ConversationManager().addMessage("user", "x".repeat(10_000));
        await collect();
      }
    };
    await drop(5);
    const before = memory();
    await drop(20);
    const growth = memory() - before;
    claim(growth < 5_000_000, `of the 20 MB that went through, less than 5 are held; it is ${growth}`);
  }],

  ["an object that is cyclic or too deep is refused before it reaches the wasm", async ({ face, collect }) => {
    const conversation = filled(face);
    const cyclic = {};
    cyclic.self = cyclic;
    let deep = {};
    for (let i = 0; i < 20_000; i += 1) deep = { deep };
    await refused(face, () => conversation.addMessage("tool", "x", { toolResult: cyclic }), "invalid-message");
    for (const toolResult of [deep, { toJSON: () => deep }]) {
      await refused(face, () => conversation.addMessage("tool", "x", { toolResult }), "too-deep");
    }
    for (const options of [cyclic, deep]) await refused(face, () => new face.ConversationManager(options), "invalid-argument");
    await collect();
    same(conversation.messageCount, 2, "its messages");
  }],

  ["dispose is allowed in each callback of the host", async ({ face }) => {
    const overflow = new face.ContextWindowOverflowError();
    const made = (name, answer) => {
      const conversation = filled(face, 4, { [name]: (given) => (conversation.dispose(), conversation.dispose(), answer(given)) });
      return conversation;
    };
    await refused(face, () => made("reduce", () => true).recover(overflow), "disposed");
    await refused(face, () => made("reduce", ({ draft }) => draft.keepRecentTurns(1)).recover(overflow), "disposed");
    await refused(face, () => made("estimator", () => 1).contextTokens, "disposed");
    const reduced = made("onReduce", () => undefined);
    same(await reduced.recover(overflow), true, "a reduction that was done before");
    await refused(face, () => reduced.messages, "disposed");
    const read = filled(face);
    await refused(face, () => read.addMessage("tool", "x", { toolResult: { toJSON: () => read.dispose() ?? "x" } }), "disposed");
    await works(face);
  }],

  ["a callback may call its own conversation", async ({ face }) => {
    const conversation = filled(face, 4, {
      reduce({ draft }) {
        conversation.addMessage("user", "meanwhile");
        conversation.toRequest("openai-chat");
        return draft.keepRecentTurns(1) > 0;
      },
    });
    same(await conversation.recover(new face.ContextWindowOverflowError()), true, "what `recover` says");
    same(conversation.messages.at(-1).content, "meanwhile", "the newest message");
  }],

  ["a second dispose, by either name, frees no other memory", async ({ face }) => {
    const [ended, kept] = [filled(face), filled(face)];
    ended.dispose();
    // The new object reuses the freed slot.
    const next = filled(face);
    ended.dispose();
    ended[Symbol.dispose ?? "dispose"]();
    same([kept.messages.length, next.messages.length], [2, 2], "messages of the others");
    await refused(face, () => ended.messages, "disposed");
  }],

  ["text and values that WebAssembly or JSON would silently change are kept, refused or reported", async ({ face }) => {
    const conversation = filled(face);
    same(conversation.addMessage("user", "\ud83d and \ud83d\ude00").content, "\ufffd and \ud83d\ude00", "a lone surrogate, and a pair");
    same(conversation.lastRepairs.map(({ code }) => code), ["lone-surrogate-replaced"], "its repair");
    const text = '{"__proto__":{"b":1,"a":2},"n":1.0,"big":12345678901234567890}';
    conversation.addMessage("assistant", null, { toolCalls: [{ id: "c", name: "f", arguments: text }] });
    same(conversation.toRequest("openai-chat").body.messages.at(-2).tool_calls[0].function.arguments, text, "arguments, to the letter");
    await refused(face, () => conversation.addMessage("tool", "x", { toolResult: 10n }), "invalid-message");
    const parsed = JSON.parse('{"__proto__":{"kept":true},"z":1,"a":2}');
    same(conversation.addMessage("tool", "x", { toolCallId: "c", toolResult: parsed }).toolResult, parsed, "keys and their order");
  }],
];
