// Hazards of workers: a conversation goes to another thread as a snapshot, as JSON text or as an object that `structuredClone` copies.

import { filled, refused, same, waiting } from "./claims.mjs";

/** Makes a conversation with everything that a snapshot may hold: settings, a usage report, calls, bytes, pending messages, pins. */
function rich(face) {
  const { conversation } = waiting(face);
  const text = "\ufeff \u0000 \ud83d\ude00 </script> \u2028";
  conversation.addMessage("user", [{ type: "text", text }], { pinned: true, name: "Kari", createdAt: 5 });
  conversation.addMessage("assistant", "x", { tokens: { input: 500, output: 20 }, model: "m" });
  conversation.enqueue({ source: "user", content: "Later." });
  return conversation;
}

export const workers = [
  ...[["the object", (snapshot) => snapshot], ["JSON text", JSON.stringify]].map(([form, packed]) => [
    `a snapshot goes to a worker and back as ${form}, and nothing is lost`,
    async ({ face, work }) => {
      const conversation = rich(face);
      const { counted, snapshot } = await work({ task: "count", snapshot: packed(conversation.toJSON()) });
      same(counted, [conversation.messageCount, conversation.contextTokens, conversation.tokensSpent], "what the worker counts");
      same(snapshot, conversation.toJSON(), "the snapshot that comes back");
    },
  ]),

  ["a worker reduces the history, and this thread goes on with it", async ({ face, work }) => {
    const { snapshot } = await work({ task: "prepare", snapshot: filled(face, 8, { tokenLimit: 300 }).toJSON() });
    const conversation = face.ConversationManager.fromJSON(snapshot);
    same(conversation.messageCount < 16, true, "that it is shorter");
    conversation.addMessage("user", "And then?");
    const { body, reduction } = await conversation.prepare("openai-chat");
    same([body.messages.at(-1).content, reduction], ["And then?", null], "the next request");
  }],

  ["a fault in a worker does not affect this thread", async ({ face, work }) => {
    const conversation = filled(face);
    const happened = await work({ task: "fault", snapshot: conversation.toJSON() });
    same(happened, { codes: ["internal", "poisoned"], restored: 2 }, "what happened there");
    same(conversation.messages.length, 2, "messages here");
  }],

  ["a transferred request loses its bytes, and the conversation is intact", async ({ face, work }) => {
    const conversation = filled(face);
    const bytes = conversation.toRequestBytes("openai-chat");
    const { length } = bytes;
    same(await work({ task: "length", bytes }, [bytes.buffer]), { length }, "what arrives");
    same([bytes.length, conversation.toRequestBytes("openai-chat").length], [0, length], "what is left, and the next one");
  }],

  ["transferring a view does not transfer the engine's memory", async ({ face }) => {
    const conversation = filled(face);
    const view = conversation.toRequestView("openai-chat");
    const { length } = view;
    // Some runtimes refuse to transfer, others copy.
    try { structuredClone(view, { transfer: [view.buffer] }); } catch (error) { same(error instanceof Error, true, String(error)); }
    same([view.length, conversation.messages.length], [length, 2], "the view's bytes, and messages");
  }],

  ["a structured clone of a conversation is empty, and refused", async ({ face }) => {
    const cloned = structuredClone(filled(face));
    await refused(face, () => face.ConversationManager.fromJSON(cloned), "invalid-snapshot");
  }],

  ["an error that went through `structuredClone` keeps its message", async ({ face }) => {
    const error = await refused(face, () => filled(face).addMessage("bot", "x"), "invalid-role");
    const cloned = structuredClone(error);
    same([cloned instanceof Error, cloned.message], [true, error.message], "the clone");
  }],
];
