// Mistakes with the other entries of the package. For the rows, see conversation.mjs.

export const ENTRIES = [
  {
    before: `import OpenAI from "openai";
import { ConversationManager } from "backscroll";
import { addStream } from "backscroll/stream";
const conversation = new ConversationManager();
const answer = () => new OpenAI().responses.create({ model: "gpt-5", input: "Hello.", stream: true });`,
    rows: [
      ["a stream that is not awaited", `addStream(conversation, "openai-responses", answer());`, `addStream(conversation, "openai-responses", await answer());`],
      [
        "a message of a stream that has not ended",
        `console.log(addStream(conversation, "openai-responses", await answer()).message);`,
        `console.log((await addStream(conversation, "openai-responses", await answer()).result()).message);`,
      ],
      [
        "an update that is taken for its text",
        `addStream(conversation, "openai-responses", await answer(), { onUpdate: (text: string) => console.log(text) });`,
        `addStream(conversation, "openai-responses", await answer(), { onUpdate: ({ text }) => console.log(text) });`,
      ],
    ],
  },
  {
    before: `import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { ConversationManager } from "backscroll";
import { withHistory } from "backscroll/clients";
const conversation = new ConversationManager();
const ask = withHistory(conversation, "openai-chat", new OpenAI());`,
    rows: [
      ["a client of another provider", `withHistory(conversation, "anthropic", new OpenAI());`, `withHistory(conversation, "anthropic", new Anthropic());`],
      ["misspelt params", `await ask({ modle: "gpt-5" });`, `await ask({ model: "gpt-5" });`],
      [
        "params without what the client requires",
        `await withHistory(conversation, "anthropic", new Anthropic())({ model: "claude-sonnet-5-5" });`,
        `await withHistory(conversation, "anthropic", new Anthropic())({ model: "claude-sonnet-5-5", max_tokens: 512 });`,
      ],
    ],
  },
  {
    before: `import { ConversationManager, fitBudget, tool } from "backscroll";
import { compareRequests } from "backscroll/cache";
import { compress } from "backscroll/compress";
import { explain } from "backscroll/doctor";
import { estimateTokens } from "backscroll/estimate";
import { countTokens } from "backscroll/o200k";
import { shownMessages } from "backscroll/messages";
import { readSpans, traceHistory } from "backscroll/opentelemetry";
import { useConversation } from "backscroll/react";
import { readPaste } from "backscroll/read";
import { recall } from "backscroll/recall";
import { readSession, sessionCost } from "backscroll/sessions";
import { judge, startStrictProvider, strictFetch } from "backscroll/strict-provider";
import { onCache, summarizeAhead } from "backscroll/summaries";
const conversation = new ConversationManager();`,
    rows: [
      ["a provider for the target of an error", `explain("400 Bad Request", { target: "openai" });`, `explain("400 Bad Request", { target: "openai-chat" });`],
      ["an account in place of the labels of a request", `compareRequests("anthropic", {}, {}, { before: "team-a" });`, `compareRequests("anthropic", {}, {}, { before: { account: "team-a" } });`],
      ["an answer of a paste that may be none", `readPaste("{}").answer.value;`, `readPaste("{}").answer?.value;`],
      ["a text of spans", `readSpans("[]");`, `readSpans(JSON.parse("[]"));`],
      ["a conversation that is traced by a name", `traceHistory(conversation, "my-app");`, `traceHistory(conversation, () => undefined);`],
      ["a session that may be none", `readSession("{}").transcripts;`, `readSession("{}")?.transcripts;`],
      ["the text of a session in place of the session", `sessionCost("{}");`, `const session = readSession("{}");
if (session !== null) sessionCost(session);`],
      ["messages in place of the transcript", `shownMessages(conversation.messages);`, `shownMessages(conversation.transcript);`],
      ["a rule of another target", `judge("gemini", {}, { idLimit: 40 });`, `judge("openai-chat", {}, { idLimit: 40 });`],
      ["a text in place of a reply", `strictFetch({ script: ["Noon."] });`, `strictFetch({ script: [{ text: "Noon." }] });`],
      ["a server that is not awaited", `startStrictProvider().url;`, `(await startStrictProvider()).url;`],
      ["a misspelt option of `recall`", `recall(conversation, { maxToken: 500 });`, `recall(conversation, { maxTokens: 500 });`],
      ["a function in place of the strategy", `summarizeAhead(() => true, { summarize: () => "" });`, `summarizeAhead(fitBudget(), { summarize: () => "" });`],
      ["a request that is sent without a look", `onCache(({ request }) => JSON.stringify(request.body));`, `onCache(({ request, prompt }) => JSON.stringify(request?.body ?? prompt));`],
      ["a list of messages in place of the conversation", `compress(conversation.messages);`, `compress(conversation);`],
      ["a misspelt option of `estimateTokens`", `estimateTokens("Hello.", { modle: "gpt-5" });`, `estimateTokens("Hello.", { model: "gpt-5" });`],
      [
        "an argument that a tool does not have",
        `tool({ name: "weather", input: { type: "object", properties: { city: { type: "string" } } }, run: ({ town }) => town });`,
        `tool({ name: "weather", input: { type: "object", properties: { city: { type: "string" } } }, run: ({ city }) => city });`,
      ],
      ["a count of messages", `countTokens(conversation.messages);`, `countTokens(JSON.stringify(conversation.messages));`],
      ["a hook that gets the messages", `useConversation(conversation.messages);`, `useConversation(conversation);`],
    ],
  },
  {
    before: `import BetterSqlite from "better-sqlite3";
import pg from "pg";
import { createClient } from "redis";
import { ConversationManager } from "backscroll";
import { StoredList, memoryStore } from "backscroll/store";
import { type D1Client, d1Store } from "backscroll/store/cloudflare";
import { fileStore } from "backscroll/store/file";
import { indexedDbStore } from "backscroll/store/indexeddb";
import { postgresStore } from "backscroll/store/postgres";
import { redisStore } from "backscroll/store/redis";
import { sqliteStore } from "backscroll/store/sqlite";
declare const env: { DB: D1Client };`,
    rows: [
      [
        "a thread that is not awaited",
        `await new ConversationManager().persist(memoryStore(), "t-42").save();`,
        `await (await new ConversationManager().persist(memoryStore(), "t-42")).save();`,
      ],
      ["a list whose id comes first", `new StoredList("t-42", memoryStore());`, `new StoredList(memoryStore(), "t-42");`],
      ["a folder in an object", `fileStore({ folder: "./chats" });`, `fileStore("./chats");`],
      ["the path of a database", `sqliteStore("chats.db");`, `sqliteStore(new BetterSqlite("chats.db"));`],
      [
        "the settings of a pool",
        `postgresStore({ connectionString: "postgres://127.0.0.1" });`,
        `postgresStore(new pg.Pool({ connectionString: "postgres://127.0.0.1" }));`,
      ],
      ["a client of another database", `redisStore(new pg.Pool());`, `redisStore(createClient());`],
      ["an environment for its database", `d1Store(env);`, `d1Store(env.DB);`],
      ["a name for options", `indexedDbStore("chats");`, `indexedDbStore({ name: "chats" });`],
    ],
  },
  {
    before: `import { HumanMessage } from "@langchain/core/messages";
import { OpenAIProvider } from "@openai/agents";
import { convertToModelMessages, type UIMessage } from "ai";
import { ConversationManager, convert, fit } from "backscroll";
import { agUi } from "backscroll/ag-ui";
import "backscroll/ai-sdk";
import { UiChat, fitSteps } from "backscroll/ai-sdk/agent";
import { cohere } from "backscroll/cohere";
import { langchain } from "backscroll/langchain";
import { StoredChatHistory } from "backscroll/langchain/agent";
import { fitModels } from "backscroll/openai-agents";
import { memoryStore } from "backscroll/store";
import "backscroll/strands/format";
declare const chat: UIMessage[];
const messages = [{ role: "user", content: "Hello." }];`,
    rows: [
      [
        "messages that are not awaited (AI SDK)",
        `ConversationManager.from("ai-sdk", convertToModelMessages(chat));`,
        `ConversationManager.from("ai-sdk", await convertToModelMessages(chat));`,
      ],
      ["a form of another format (AG-UI)", `convert("openai-chat", agUi, messages, { form: "ui" });`, `convert("openai-chat", agUi, messages);`],
      ["a number for options (AI SDK)", `fitSteps(3_000);`, `fitSteps({ maxTokens: 3_000 });`],
      ["a chat whose id comes first (AI SDK)", `new UiChat("t-42", memoryStore());`, `new UiChat(memoryStore(), "t-42");`],
      ["a format as a target (LangChain)", `ConversationManager.from(langchain, messages).toRequest(langchain);`, `ConversationManager.from(langchain, messages).toRequest("anthropic");`],
      [
        "messages of another library (LangChain)",
        `await new StoredChatHistory(memoryStore(), "t-42").addMessages(messages);`,
        `await new StoredChatHistory(memoryStore(), "t-42").addMessages([new HumanMessage("Hello.")]);`,
      ],
      ["the reader of a format in place of the format (Cohere)", `ConversationManager.from(cohere.read, messages);`, `ConversationManager.from(cohere, messages);`],
      [
        "a format that is not sent (Strands)",
        `await ConversationManager.from("openai-chat", messages).prepare("strands");`,
        `await ConversationManager.from("strands", messages).prepare("openai-chat");`,
      ],
      ["models without options (OpenAI Agents)", `fitModels(new OpenAIProvider());`, `fitModels(new OpenAIProvider(), { maxTokens: 3_000 });`],
    ],
  },
];
