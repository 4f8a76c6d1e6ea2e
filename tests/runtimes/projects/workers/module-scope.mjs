// A conversation that a worker makes at module scope, where random values are forbidden, is available to each request.

import { ConversationError, ConversationManager } from "backscroll";
import { probe } from "./probe.mjs";

const early = new ConversationManager({ systemPrompt: "Be brief.", tokenLimit: 1_000 });
const refused = refusal();
early.addMessage({ role: "user", content: "Hello", id: "first" });

/** The code of the error for a message that needs a random id. */
function refusal() {
  try {
    early.addMessage("user", "Hello");
  } catch (error) {
    return error instanceof ConversationError ? error.code : String(error);
  }
  return "nothing was thrown";
}

export default {
  async fetch() {
    early.addMessage("assistant", "Hi");
    const { body } = await early.prepare("openai-chat", { model: "m" });
    const roles = body.messages.map(({ role }) => role);
    const ids = early.messages.map(({ id }) => id);
    const told = `${refused}, ${roles}, ${ids}`;
    const isRight = /^invalid-argument, system,user,assistant, msg-0,first,msg-[0-9a-v]{8}-\d+$/.test(told);
    return isRight ? new Response(await probe()) : new Response(told, { status: 500 });
  },
};
