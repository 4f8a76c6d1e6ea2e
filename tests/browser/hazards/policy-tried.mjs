// Imports and uses the package.

/** Returns the request, or the error. */
export async function tried() {
  try {
    const { ConversationManager } = await import("/backscroll/index.mjs");
    const conversation = new ConversationManager({ systemPrompt: "s" });
    conversation.addMessage("user", "Hello");
    return conversation.toRequest("openai-chat", { model: "m" });
  } catch ({ name, code, message, cause }) {
    return { name, code, message, cause: cause?.name };
  }
}
