// Mistakes with a conversation: its messages, options and requests. A row is a name, the program with the mistake, and the same program
// without it. `before` begins each program of its group.

export const CONVERSATION = [
  {
    before: `import { ConversationManager } from "backscroll";
const conversation = new ConversationManager();`,
    rows: [
      ["a role that does not exist", `conversation.addMessage("bot", "Hello.");`, `conversation.addMessage("assistant", "Hello.");`],
      ["a content that is a number", `conversation.addMessage("user", 42);`, `conversation.addMessage("user", "42");`],
      ["a message without a role", `conversation.addMessage({ content: "Hello." });`, `conversation.addMessage({ role: "user", content: "Hello." });`],
      [
        "a picture in a provider's form",
        `conversation.addMessage("user", [{ type: "image_url", image_url: { url: "https://x.y/a.png" } }]);`,
        `conversation.addMessage("user", [{ type: "image", url: "https://x.y/a.png" }]);`,
      ],
      [
        "the id of a call in snake case",
        `conversation.addMessage("tool", "Rain.", { tool_call_id: "c1" });`,
        `conversation.addMessage("tool", "Rain.", { toolCallId: "c1" });`,
      ],
      [
        "a call without an id",
        `conversation.addMessage("assistant", null, { toolCalls: [{ name: "weather", arguments: {} }] });`,
        `conversation.addMessage("assistant", null, { toolCalls: [{ id: "c1", name: "weather", arguments: {} }] });`,
      ],
      [
        "a message that is added to the returned list",
        `conversation.messages.push({ role: "user", content: "Hello." });`,
        `conversation.addMessage({ role: "user", content: "Hello." });`,
      ],
      [
        "a message that is changed in the returned list",
        `conversation.messages[0]!.content = "Hello.";`,
        `conversation.edit(conversation.messages[0]!.id, "Hello.");`,
      ],
      [
        "a message for the id of a message",
        `conversation.pin(conversation.addMessage("user", "Hello."));`,
        `conversation.pin(conversation.addMessage("user", "Hello.").id);`,
      ],
    ],
  },
  {
    before: `import { ConversationManager, recentTurns } from "backscroll";`,
    rows: [
      ["an option in lower case", `new ConversationManager({ tokenlimit: 8_000 });`, `new ConversationManager({ tokenLimit: 8_000 });`],
      [
        "a threshold without its name",
        `new ConversationManager({ tokenLimit: 8_000, proactiveCompression: 0.8 });`,
        `new ConversationManager({ tokenLimit: 8_000, proactiveCompression: { compressionThreshold: 0.8 } });`,
      ],
      [
        "a strategy that is not called",
        `new ConversationManager({ reduce: recentTurns });`,
        `new ConversationManager({ reduce: recentTurns({ keep: 4 }) });`,
      ],
      [
        "a callback that returns a count",
        `new ConversationManager({ reduce: ({ draft }) => draft.keepRecentTurns(4) });`,
        `new ConversationManager({ reduce: ({ draft }) => draft.keepRecentTurns(4) > 0 });`,
      ],
    ],
  },
  {
    before: `import OpenAI from "openai";
import { ConversationManager } from "backscroll";
const client = new OpenAI();
const conversation = new ConversationManager();`,
    rows: [
      [
        "a provider for a format",
        `await conversation.prepare("openai", { model: "gpt-5" });`,
        `await conversation.prepare("openai-chat", { model: "gpt-5" });`,
      ],
      [
        "a request that is not awaited",
        `const { body } = conversation.prepare("openai-chat", { model: "gpt-5" });
await client.chat.completions.create(body);`,
        `const { body } = await conversation.prepare("openai-chat", { model: "gpt-5" });
await client.chat.completions.create(body);`,
      ],
      [
        "a response that is not awaited",
        `const { body } = await conversation.prepare("openai-chat", { model: "gpt-5" });
conversation.addResponse("openai-chat", client.chat.completions.create(body));`,
        `const { body } = await conversation.prepare("openai-chat", { model: "gpt-5" });
conversation.addResponse("openai-chat", await client.chat.completions.create(body));`,
      ],
      [
        "a lifetime of a cache that does not exist",
        `conversation.toRequest("anthropic", { model: "claude-sonnet-5-5" }, { cacheBreakpoints: { ttl: "10m" } });`,
        `conversation.toRequest("anthropic", { model: "claude-sonnet-5-5" }, { cacheBreakpoints: { ttl: "1h" } });`,
      ],
    ],
  },
];
