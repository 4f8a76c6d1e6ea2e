// The adapters go where their frameworks want them, without a cast.

import { openai } from "@ai-sdk/openai";
import { Agent as MastraAgent } from "@mastra/core/agent";
import { Agent, OpenAIProvider, OpenAIResponsesModel, Runner, run, type Session } from "@openai/agents";
import { ToolLoopAgent, convertToModelMessages, generateText, isStepCount, streamText, wrapLanguageModel, type ModelMessage, type UIMessage } from "ai";
import Anthropic from "@anthropic-ai/sdk";
import { BedrockRuntime } from "@aws-sdk/client-bedrock-runtime";
import { GoogleGenAI } from "@google/genai";
import { BaseListChatMessageHistory } from "@langchain/core/chat_history";
import { Mistral } from "@mistralai/mistralai";
import { createAgent } from "langchain";
import OpenAI from "openai";
import { ConversationManager, fit, type Store } from "backscroll";
import "backscroll/ai-sdk";
import { UiChat, fitModelMiddleware, fitSteps, type ChatRequest } from "backscroll/ai-sdk/agent";
import { withHistory, type Answer, type Ask } from "backscroll/clients";
import { ConversationManager as SlimConversation } from "backscroll/slim";
import { StoredChatHistory, fitAgentMiddleware as langchainMiddleware } from "backscroll/langchain/agent";
import { fitProcessor } from "backscroll/mastra";
import { StoredSession, fitInput, fitModel, fitModels } from "backscroll/openai-agents";
import { StoredList } from "backscroll/store";

declare const store: Store;
declare const body: ChatRequest & { id: string };

export async function aiSdk() {
  const model = wrapLanguageModel({ model: openai("gpt-5"), middleware: fitModelMiddleware({ maxTokens: 120_000, by: "age" }) });
  const { text } = await generateText({ model, prompt: "Hi", stopWhen: isStepCount(5), prepareStep: fitSteps({ maxTokens: 120_000, tools: { look: "drop" }, pin: ({ role }) => role === "user" }) });
  const fitStep = fitSteps({ maxTokens: 120_000 });
  await generateText({ model, prompt: "Hi", prepareStep: async (step) => ({ ...(await fitStep(step)), toolChoice: step.stepNumber === 0 ? "required" : "auto" }) });
  const agent = new ToolLoopAgent({ model, prepareStep: fitSteps({ maxTokens: 120_000, onFit: ({ tokens }) => console.log(tokens) }) });
  const chat = new UiChat(store, body.id);
  const messages: UIMessage[] = await chat.receive(body);
  const fitted = fit("ai-sdk", messages, { maxTokens: 120_000 });
  const result = streamText({ model, messages: await convertToModelMessages(fitted.messages) });
  const rows: ModelMessage[] = await new StoredList<ModelMessage>(store, "t-42").append([{ role: "user", content: text }]);
  return [result.toUIMessageStreamResponse({ originalMessages: messages, onFinish: ({ messages }) => void chat.save(messages) }), agent, rows];
}

export function langchain() {
  const history: BaseListChatMessageHistory = new StoredChatHistory(store, "t-42");
  const memories = new Map();
  return [createAgent({ model: "openai:gpt-5", tools: [], middleware: [langchainMiddleware({ maxTokens: 120_000, memories })] }), history];
}

export async function agents(client: OpenAI) {
  const session: Session = new StoredSession(store, "t-42");
  const agent = new Agent({ name: "Clerk", model: fitModel(new OpenAIResponsesModel(client, "gpt-5"), { maxTokens: 120_000 }) });
  const runner = new Runner({ modelProvider: fitModels(new OpenAIProvider(), { maxTokens: 120_000 }) });
  await runner.run(agent, "Hi", { session });
  return run(agent, "Hi", { session, callModelInputFilter: fitInput({ maxTokens: 120_000 }) });
}

export function mastra() {
  const processor = fitProcessor({ maxTokens: 120_000 });
  return new MastraAgent({ id: "clerk", name: "Clerk", instructions: "Be brief.", model: "openai/gpt-5", inputProcessors: [processor], errorProcessors: [processor] });
}

export async function clients(conversation: ConversationManager, slim: SlimConversation) {
  const ask = withHistory(conversation, "openai-chat", new OpenAI());
  const { response, message } = await ask({ model: "gpt-5", reasoning_effort: "low", tools: [{ name: "clock", input_schema: {} }] }, { tokenLimit: 32_000 });
  const said: string | null | undefined = response.choices[0]?.message.content;
  for await (const { text } of await ask.stream({ model: "gpt-5" })) console.log(text);
  const items: string = (await withHistory(slim, "openai-responses", new OpenAI())({ model: "gpt-5" })).response.output_text;
  const claude = withHistory(conversation, "anthropic", new Anthropic());
  const stop: string | null = (await claude({ model: "claude-sonnet-5-5", max_tokens: 512 })).response.stop_reason;
  const google: string | undefined = (await withHistory(conversation, "gemini", new GoogleGenAI({ apiKey: "any" }))({ model: "gemini-3-pro" })).response.text;
  const { response: aws } = await withHistory(conversation, "bedrock", new BedrockRuntime())({ modelId: "m", inferenceConfig: { maxTokens: 9 } });
  const reason: string | undefined = aws.stopReason;
  const mistral: string = (await withHistory(conversation, "mistral", new Mistral())({ model: "mistral-large-latest", maxTokens: 9 })).response.id;
  // One of two clients takes what both take.
  const either = stop === null ? withHistory(conversation, "openai-chat", new OpenAI()) : withHistory(conversation, "anthropic", new Anthropic());
  const answers: [string, string] = [(await either({ model: "m", max_tokens: 512 })).response.id, (await (await either.stream({ model: "m", max_tokens: 512 })).result()).end];
  // @ts-expect-error: one of them wants a limit of the answer
  await either({ model: "m" });
  // The functions of all clients have a common type.
  const any: Ask = stop === null ? either : withHistory(conversation, "gemini", new GoogleGenAI({ apiKey: "any" }));
  const { message: anyMessage } = await any({ model: "m" });
  // @ts-expect-error: a client of another provider
  withHistory(conversation, "anthropic", new OpenAI());
  // @ts-expect-error: the parameters are an object
  await ask("gpt-5");
  // @ts-expect-error: the parameter is called `model`
  await ask({ modle: "gpt-5" });
  // @ts-expect-error: Anthropic wants a limit of the answer
  await claude({ model: "claude-sonnet-5-5" });
  // @ts-expect-error: the messages come from the conversation
  await claude({ model: "claude-sonnet-5-5", max_tokens: 9, messages: [] });
  const answer: Answer = await ask({ model: "gpt-5" });
  return [message, said, items, stop, google, reason, mistral, answer, answers, anyMessage];
}

fitSteps({ tokenLimit: "auto", reserveTokens: 4_000 });
// @ts-expect-error: a limit is a number or "auto"
fitSteps({ tokenLimit: "all" });
// @ts-expect-error: the options have no such field
fitProcessor({ maxTokens: 10, keep: 3 });
