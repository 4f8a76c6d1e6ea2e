// Mistakes with functions that need no conversation, with strategies, and with tools and approvals. For the rows, see conversation.mjs.

export const FUNCTIONS = [
  {
    before: `import { fit, sanitize } from "backscroll";
const body = { model: "gpt-5", messages: [{ role: "user", content: "Hello." }] };`,
    rows: [
      ["a misspelt option of `fit`", `fit("openai-chat", body, { maxToken: 1_500 });`, `fit("openai-chat", body, { maxTokens: 1_500 });`],
      ["a limit that is text", `fit("openai-chat", body, { maxTokens: "1500" });`, `fit("openai-chat", body, { maxTokens: 1_500 });`],
      [
        "an order that does not exist",
        `fit("openai-chat", body, { maxTokens: 1_500, by: "size" });`,
        `fit("openai-chat", body, { maxTokens: 1_500, by: "age" });`,
      ],
      [
        "a memory that is still JSON",
        `const saved = JSON.stringify(fit("openai-chat", body, { maxTokens: 1_500 }).memory);
fit("openai-chat", body, { maxTokens: 1_500, memory: saved });`,
        `const saved = JSON.stringify(fit("openai-chat", body, { maxTokens: 1_500 }).memory);
fit("openai-chat", body, { maxTokens: 1_500, memory: JSON.parse(saved) });`,
      ],
      [
        "a summary that is not awaited",
        `const fitted = fit("openai-chat", body, { maxTokens: 1_500, summarize: async () => "They greeted." });
console.log(fitted.tokens);`,
        `const fitted = await fit("openai-chat", body, { maxTokens: 1_500, summarize: async () => "They greeted." });
console.log(fitted.tokens);`,
      ],
      ["the body before its format", `sanitize(body, "openai-chat");`, `sanitize("openai-chat", body);`],
    ],
  },
  {
    before: `import { chain, compacting, fitBudget, recentTurns } from "backscroll";`,
    rows: [
      ["a policy that does not exist", `fitBudget({ tools: { look: "clear" } });`, `fitBudget({ tools: { look: "drop" } });`],
      ["a number for the options of a strategy", `recentTurns(4);`, `recentTurns({ keep: 4 });`],
      ["a list of strategies", `chain([recentTurns({ keep: 4 }), fitBudget()]);`, `chain(recentTurns({ keep: 4 }), fitBudget());`],
      [
        "a summarizer that returns an object",
        `compacting({ summarize: async ({ prompt }) => ({ text: prompt }) });`,
        `compacting({ summarize: async ({ prompt }) => prompt });`,
      ],
    ],
  },
  {
    before: `import { ConversationManager, resume } from "backscroll";
const conversation = new ConversationManager();
const tools = { weather: ({ city }: Record<string, unknown>) => \`Rain in \${city}.\` };`,
    rows: [
      [
        "a tool in another library's form",
        `await conversation.runTools({ weather: { execute: () => "Rain." } });`,
        `await conversation.runTools({ weather: () => "Rain." });`,
      ],
      [
        "a decision that is a word",
        `await resume(conversation.suspend(), { decisions: { c1: "approved" }, tools });`,
        `await resume(conversation.suspend(), { decisions: { c1: true }, tools });`,
      ],
      [
        "approved calls without their tools",
        `await resume(conversation.suspend(), { decisions: true });`,
        `await resume(conversation.suspend(), { decisions: true, tools });`,
      ],
    ],
  },
];
