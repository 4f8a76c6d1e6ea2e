// Hazards of two copies of the package in one program: each copy has its own engine and classes.

import { claim, filled, refused, same, waiting, works } from "./claims.mjs";

const approved = { decisions: true, tools: { act: () => "done" } };

export const copies = [
  ["two copies work side by side, and share no class", async ({ face, copy }) => {
    claim(face.ConversationManager !== copy.ConversationManager, "two classes");
    const [one, other] = [filled(face), filled(copy)];
    await works(face);
    await works(copy);
    one.dispose();
    same(other.messageCount, 2, "messages of the other copy");
  }],

  ["a fault in one copy does not affect the other", async ({ face, copy, faults }) => {
    const [one, other] = [filled(face), filled(copy)];
    faults.set("core_call", "trap");
    await refused(face, () => one.messages, "internal");
    same(other.messages.length, 2, "messages of the other copy");
    await works(face);
  }],

  ["errors are recognised across copies by name and code, not by class", async ({ face, copy }) => {
    const error = await refused(copy, () => filled(copy).addMessage("bot", "x"), "invalid-role");
    same([error instanceof face.ConversationError, error.name, error.code], [false, "ConversationError", "invalid-role"], "the error");
    same([face, copy].map(({ isContextOverflow }) => isContextOverflow(new copy.ContextWindowOverflowError())), [true, true], "its overflow");
    same(await filled(face, 4).recover(new copy.ContextWindowOverflowError()), true, "what `recover` says to it");
  }],

  ["an error of the other copy in a callback counts as the host's", async ({ face, copy }) => {
    const gone = filled(copy);
    gone.dispose();
    const conversation = filled(face, 4, { reduce: () => gone.messages });
    const error = await refused(face, () => conversation.recover(new face.ContextWindowOverflowError()), "reducer-failed");
    same(error.cause.code, "disposed", "its cause");
    same(conversation.messageCount, 8, "messages");
  }],

  ["a strategy of the other copy is refused with the reason", async ({ face, copy }) => {
    const conversation = filled(face, 8, { tokenLimit: 300, reduce: copy.fitBudget() });
    const { cause } = await refused(face, () => conversation.prepare("openai-chat"), "cannot-fit");
    claim(/same copy of the package/.test(cause.message), cause.message);
    same(conversation.messageCount, 16, "messages");
  }],

  ["a conversation of the other copy can be passed as a snapshot and as messages", async ({ face, copy }) => {
    const conversation = filled(copy);
    same(face.ConversationManager.fromJSON(conversation).toJSON(), conversation.toJSON(), "its snapshot");
    same(face.ConversationManager.from("backscroll", conversation.messages).messages, conversation.messages, "its messages");
  }],

  ["a checkpoint of the other copy is refused with advice that works", async ({ face, copy }) => {
    const { checkpoint } = waiting(copy);
    const error = await refused(face, () => face.resume(checkpoint, approved), "invalid-argument");
    claim(/`Checkpoint\.fromJSON`/.test(error.message), error.message);
    const resumed = await face.resume(face.Checkpoint.fromJSON(checkpoint), approved);
    same(resumed.messages.at(-1).content, "done", "the newest message");
  }],

  ["a conversation of the other copy for resume is refused with advice that works", async ({ face, copy }) => {
    const { conversation, checkpoint } = waiting(copy);
    const own = face.Checkpoint.fromJSON(checkpoint);
    const error = await refused(face, () => face.resume(own, { ...approved, conversation }), "invalid-argument");
    claim(/another copy of the package/.test(error.message), error.message);
    const restored = face.ConversationManager.fromJSON(conversation);
    same((await face.resume(own, { ...approved, conversation: restored })).messages.at(-1).content, "done", "the newest message");
  }],

  ["a ledger of the other copy works: a checkpoint is resumed once", async ({ face, copy }) => {
    const { checkpoint } = waiting(face);
    const ledger = new copy.MemoryLedger();
    await face.resume(checkpoint, { ...approved, ledger });
    await refused(face, () => face.resume(checkpoint, { ...approved, ledger }), "checkpoint-already-resumed");
    await refused(copy, () => copy.resume(copy.Checkpoint.fromJSON(checkpoint), { ...approved, ledger }), "checkpoint-already-resumed");
  }],
];
