// Mistakes that the types accept: types that would refuse them would refuse sound programs, too. A row also has the code of the error. For
// the rest, see conversation.mjs.

export const AT_RUN_TIME = [
  {
    before: `import { ConversationManager } from "backscroll";
const conversation = new ConversationManager();
conversation.addMessage("user", "Hello.");
const response = { id: "r", type: "message", role: "assistant", model: "m", content: [{ type: "text", text: "Hello." }], stop_reason: "end_turn" };`,
    rows: [
      [
        "params with messages",
        `await conversation.prepare("openai-chat", { model: "gpt-5", messages: [{ role: "user", content: "Hello." }] });`,
        `await conversation.prepare("openai-chat", { model: "gpt-5" });`,
        "invalid-argument",
      ],
      [
        "a result without the id of its call",
        `conversation.addMessage("tool", "Rain.");`,
        `conversation.addMessage("tool", "Rain.", { toolCallId: "c1" });`,
        "invalid-message",
      ],
      [
        "a response of another provider",
        `conversation.addResponse("openai-chat", response);`,
        `conversation.addResponse("anthropic", response);`,
        "invalid-message",
      ],
      [
        "a reserve that leaves no room",
        `new ConversationManager({ tokenLimit: 8_000, reserveTokens: 8_000 });`,
        `new ConversationManager({ tokenLimit: 8_000, reserveTokens: 1_000 });`,
        "invalid-argument",
      ],
    ],
  },
];
