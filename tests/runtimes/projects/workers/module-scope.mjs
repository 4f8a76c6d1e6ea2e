// What a worker makes when it starts, where nothing may be drawn at random, is there for each request.

import { ConversationManager } from "backscroll";
import { probe } from "./probe.mjs";

const early = new ConversationManager({ systemPrompt: "Be brief.", tokenLimit: 1_000 });

export default {
  async fetch() {
    early.addMessage("user", "Hello");
    const { body } = await early.prepare("openai-chat", { model: "m" });
    const roles = body.messages.map(({ role }) => role).join();
    const ids = new Set(early.messages.map(({ id }) => id));
    if (roles !== "system,user" || ids.size !== 2) return new Response(`${roles} ${[...ids]}`, { status: 500 });
    return new Response(await probe());
  },
};
