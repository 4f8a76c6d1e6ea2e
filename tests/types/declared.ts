// A module that exports results of calls without naming their types, which the compiler writes into the declarations of a library.

import { Checkpoint, ConversationManager, convert, ruleSentence, sanitize, stripPhantomCalls, trim, validate } from "backscroll";

export const conversation = new ConversationManager();
export const openai = conversation.toOpenAIMessages();
export const anthropic = conversation.toAnthropicMessages();
export const request = conversation.toRequest("openai-responses", { model: "m", tools: [] });
export const prepared = conversation.prepare("anthropic", { model: "m", max_tokens: 1_000 });
export const pair = conversation.enqueue({ source: "skill", name: "timetables", content: "Trains leave at ten past." }).toLlmMessages();
export const kept = Checkpoint.fromJSON("").toJSON();
export const agent = convert("openai-chat", "strands", []);
export const python = convert("openai-chat", "strands", [], { form: "python" });
export const models = convert("openai-chat", "ai-sdk", []);
export const gemini = convert("openai-chat", "gemini", []);
export const mended = sanitize("gemini", { contents: [] });
export const trimmed = trim("bedrock", { messages: [] }, { maxTokens: 1_000 });
export const sentence = ruleSentence("OC2");
export const stripped = stripPhantomCalls({ content: [] });
export const violations = validate("mistral", { messages: [] });
export const { from } = ConversationManager;

export class Kept extends ConversationManager {
  static begin() {
    return this.from("openai-chat", { messages: [] });
  }
}
