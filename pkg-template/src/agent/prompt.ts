// Prompts of language models of the AI SDK, which `fit` takes for model messages.

/** A message of a prompt, or a model message. */
interface PromptMessage {
  readonly role: string;
  readonly content: unknown;
}

/** Returns messages as a prompt: in a prompt, all contents except the system's are lists of parts. */
export function promptOf<Message extends object>(messages: readonly Message[]): Message[] {
  return messages.map((message) => {
    const { role, content } = message as Message & PromptMessage;
    return role === "system" || typeof content !== "string" ? message : { ...message, content: [{ type: "text", text: content }] };
  });
}
