// Bodies go to the clients of the providers as they are, without a cast.

import Anthropic from "@anthropic-ai/sdk";
import { BedrockRuntimeClient, ConverseCommand } from "@aws-sdk/client-bedrock-runtime";
import { GoogleGenAI } from "@google/genai";
import { Mistral } from "@mistralai/mistralai";
import { ConversationManager, type RequestBody, sanitize, trim } from "backscroll";
import OpenAI from "openai";
import type { ChatCompletionCreateParamsNonStreaming, ChatCompletionTool } from "openai/resources";

const conversation = new ConversationManager();

async function openaiChat(client: OpenAI, tools: ChatCompletionTool[]): Promise<string | null | undefined> {
  const { body } = await conversation.prepare("openai-chat", { model: "gpt-5", tools });
  const answer = await client.chat.completions.create(body);
  conversation.addResponse("openai-chat", answer);
  return answer.choices[0]?.message.content;
}

/** Params may have the client's own type, and the body then has it, too. */
async function typed(client: OpenAI, params: Omit<ChatCompletionCreateParamsNonStreaming, "messages">): Promise<string> {
  const body: ChatCompletionCreateParamsNonStreaming = conversation.toRequest("openai-chat", params).body;
  return (await client.chat.completions.create(body)).id;
}

/** A body of the client's keeps its type. */
async function mended(client: OpenAI, given: ChatCompletionCreateParamsNonStreaming): Promise<string> {
  const sound: ChatCompletionCreateParamsNonStreaming = sanitize("openai-chat", given).body;
  return (await client.chat.completions.create(trim("openai-chat", sound, { maxTokens: 8_000 }).body)).id;
}

async function openaiResponses(client: OpenAI): Promise<string> {
  const { body } = await conversation.prepare("openai-responses", { model: "gpt-5", store: false });
  return (await client.responses.create({ ...body, stream: false })).output_text;
}

async function anthropic(client: Anthropic): Promise<string | null> {
  const { body } = conversation.toRequest("anthropic", { model: "claude-sonnet-4-5", max_tokens: 1024 });
  return (await client.messages.create(body)).stop_reason;
}

async function gemini(client: GoogleGenAI): Promise<string | undefined> {
  const { contents, systemInstruction } = conversation.toRequest("gemini").body;
  return (await client.models.generateContent({ model: "gemini-2.5-pro", contents, config: { systemInstruction } })).text;
}

async function bedrock(client: BedrockRuntimeClient): Promise<string | undefined> {
  const { body } = await conversation.prepare("bedrock", { modelId: "anthropic.claude-sonnet-4-5" });
  return (await client.send(new ConverseCommand(body))).stopReason;
}

async function mistral(client: Mistral): Promise<string> {
  const { body } = await conversation.prepare("mistral", { model: "mistral-large-latest" }, { spelling: "camelCase" });
  return (await client.chat.complete(body)).id;
}

/** What was given as params is known of the body, and nothing that was not. */
const body: RequestBody<"anthropic", { max_tokens: number }> = conversation.toRequest("anthropic", { max_tokens: 1024 }).body;
const most: number = body.max_tokens;
// @ts-expect-error: it was not given
body.temperature;
// @ts-expect-error: Gemini's has `contents`
conversation.toRequest("gemini").body.messages;
// @ts-expect-error: Anthropic's client wants to know how long the answer may be
new Anthropic().messages.create(conversation.toRequest("anthropic", { model: "claude-sonnet-4-5" }).body);
// @ts-expect-error: a body of Anthropic's is none of Bedrock's
new ConverseCommand((await conversation.prepare("anthropic", { max_tokens: 1024 })).body);

export { anthropic, bedrock, gemini, mended, mistral, most, openaiChat, openaiResponses, typed };
