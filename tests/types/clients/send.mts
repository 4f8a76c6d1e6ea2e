// Bodies are accepted by the providers' clients without a cast.

import Anthropic from "@anthropic-ai/sdk";
import { BedrockRuntimeClient, ConverseCommand, ConverseStreamCommand } from "@aws-sdk/client-bedrock-runtime";
import { GoogleGenAI } from "@google/genai";
import { Mistral } from "@mistralai/mistralai";
import "backscroll/gemini-interactions";
import "backscroll/mistral-conversations";
import { ConversationManager, type RequestBody, convert, sanitize, trim } from "backscroll";
import { recall } from "backscroll/recall";
import OpenAI from "openai";
import type { ChatCompletionCreateParamsNonStreaming, ChatCompletionCreateParamsStreaming, ChatCompletionTool } from "openai/resources";

const conversation = new ConversationManager();

async function openaiChat(client: OpenAI, tools: ChatCompletionTool[]): Promise<string | null | undefined> {
  const { body } = await conversation.prepare("openai-chat", { model: "gpt-5", tools });
  const answer = await client.chat.completions.create(body);
  conversation.addResponse("openai-chat", answer);
  return answer.choices[0]?.message.content;
}

/** Params may have the client's own type. The body then has that type, too. */
async function typed(client: OpenAI, params: Omit<ChatCompletionCreateParamsNonStreaming, "messages">): Promise<string> {
  const body: ChatCompletionCreateParamsNonStreaming = conversation.toRequest("openai-chat", params).body;
  return (await client.chat.completions.create(body)).id;
}

/** A body with the client's type keeps it. */
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

/** The tool of `recall` has the form of each client's tools. */
async function recalling(clients: { openai: OpenAI; anthropic: Anthropic; gemini: GoogleGenAI; bedrock: BedrockRuntimeClient; mistral: Mistral }): Promise<void> {
  const tool = recall(conversation);
  const { messages, input } = { messages: [{ role: "user" as const, content: "Hello" }], input: "Hello" };
  await clients.openai.chat.completions.create({ model: "gpt-5", messages, tools: [tool.definition("openai-chat")] });
  await clients.openai.responses.create({ model: "gpt-5", input, tools: [tool.definition("openai-responses")] });
  await clients.anthropic.messages.create({ model: "claude-sonnet-4-5", max_tokens: 1024, messages, tools: [tool.definition("anthropic")] });
  await clients.gemini.models.generateContent({ model: "gemini-2.5-pro", contents: input, config: { tools: [tool.definition("gemini")] } });
  await clients.bedrock.send(new ConverseCommand({ modelId: "m", messages: [], toolConfig: { tools: [tool.definition("bedrock")] } }));
  await clients.mistral.chat.complete({ model: "mistral-large-latest", messages, tools: [tool.definition("mistral")] });
}

async function geminiInteractions(client: GoogleGenAI): Promise<string | undefined> {
  const { body } = convert("backscroll", "gemini-interactions", conversation.messages);
  const interaction = await client.interactions.create({ model: "gemini-3.5-flash", store: false, ...body });
  conversation.addResponse("gemini-interactions", interaction);
  return interaction.output_text;
}

async function mistralConversations(client: Mistral): Promise<string> {
  const { body } = convert("backscroll", "mistral-conversations", conversation.messages, { form: "client" });
  const response = await client.beta.conversations.start({ model: "mistral-medium-latest", store: false, ...body });
  conversation.addResponse("mistral-conversations", response);
  return response.conversationId;
}

async function bedrock(client: BedrockRuntimeClient): Promise<string | undefined> {
  const { body } = await conversation.prepare("bedrock", { modelId: "anthropic.claude-sonnet-4-5" });
  return (await client.send(new ConverseCommand(body))).stopReason;
}

async function mistral(client: Mistral): Promise<string> {
  const { body } = await conversation.prepare("mistral", { model: "mistral-large-latest" }, { spelling: "camelCase" });
  return (await client.chat.complete(body)).id;
}

// Values written in the call keep their literal types: no `as const`, and no cast.

async function openaiInline(client: OpenAI): Promise<void> {
  const inline = { type: "function", function: { name: "weather", strict: true, parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] } } } as const;
  const streamed = await conversation.prepare("openai-chat", { model: "gpt-5", stream: true, stream_options: { include_usage: true } });
  for await (const chunk of await client.chat.completions.create(streamed.body)) console.log(chunk.choices);
  const whole = conversation.toRequest("openai-chat", {
    model: "gpt-5",
    stream: false,
    reasoning_effort: "low",
    verbosity: "low",
    tool_choice: "auto",
    stop: ["END"],
    tools: [inline, { type: "function", function: { name: "time", parameters: { type: "object", properties: { zone: { type: "string", enum: ["UTC"] } } } } }],
    response_format: { type: "json_schema", json_schema: { name: "answer", schema: { type: "object" } } },
  });
  console.log((await client.chat.completions.create(whole.body)).choices);
  const params = { model: "gpt-5", reasoning_effort: "low", tools: [inline] } as const;
  console.log((await client.chat.completions.create(conversation.toRequest("openai-chat", params).body)).choices);
  const { body } = await conversation.prepare("openai-responses", {
    model: "gpt-5",
    reasoning: { effort: "low", summary: "auto" },
    include: ["reasoning.encrypted_content"],
    text: { verbosity: "low" },
    tools: [{ type: "function", name: "weather", parameters: { type: "object" }, strict: true }, { type: "web_search" }],
  });
  console.log((await client.responses.create(body)).output_text);
  for await (const event of await client.responses.create((await conversation.prepare("openai-responses", { model: "gpt-5", stream: true })).body)) console.log(event.type);
}

async function anthropicInline(client: Anthropic): Promise<void> {
  const { body } = await conversation.prepare("anthropic", {
    model: "claude-sonnet-4-5",
    max_tokens: 2048,
    thinking: { type: "enabled", budget_tokens: 1024 },
    tool_choice: { type: "auto" },
    tools: [{ name: "weather", input_schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] } }],
  });
  console.log((await client.messages.create(body)).stop_reason);
  client.messages.stream(body);
  const streamed = conversation.toRequest("anthropic", { model: "claude-sonnet-4-5", max_tokens: 10, stream: true });
  for await (const event of await client.messages.create(streamed.body)) console.log(event.type);
}

async function geminiInline(client: GoogleGenAI): Promise<string | undefined> {
  const { body } = await conversation.prepare("gemini", { tools: [{ functionDeclarations: [{ name: "weather", parametersJsonSchema: { type: "object" } }] }], generationConfig: { temperature: 0 } });
  const { contents, generationConfig, ...config } = body;
  return (await client.models.generateContent({ model: "gemini-2.5-pro", contents, config: { ...generationConfig, ...config } })).text;
}

async function bedrockInline(client: BedrockRuntimeClient): Promise<void> {
  const { body } = await conversation.prepare("bedrock", {
    modelId: "anthropic.claude-sonnet-4-5",
    inferenceConfig: { maxTokens: 500, stopSequences: ["END"] },
    toolConfig: { toolChoice: { auto: {} }, tools: [{ toolSpec: { name: "weather", inputSchema: { json: { type: "object", properties: { city: { type: "string" } } } } } }] },
  });
  console.log((await client.send(new ConverseCommand(body))).stopReason, (await client.send(new ConverseStreamCommand(body))).stream);
}

async function mistralInline(client: Mistral): Promise<void> {
  const params = { model: "mistral-large-latest", toolChoice: "auto", responseFormat: { type: "json_object" }, tools: [{ type: "function", function: { name: "weather", parameters: { type: "object" } } }] } as const;
  console.log((await client.chat.complete(conversation.toRequest("mistral", params).body)).id);
  const { body } = await conversation.prepare("mistral", { model: "mistral-large-latest", toolChoice: "auto", stream: true, tools: [{ type: "function", function: { name: "weather", parameters: {} } }] });
  await client.chat.stream(body);
}

/** Tools of one form go to every client. */
async function foreignTools(client: Anthropic, own: OpenAI, tools: ChatCompletionTool[], bedrock: BedrockRuntimeClient): Promise<void> {
  const { body } = await conversation.prepare("anthropic", { model: "claude-sonnet-4-5", max_tokens: 1024, tools, tool_choice: "auto" });
  console.log((await client.messages.create(body)).stop_reason);
  const inline = [{ name: "weather", input_schema: { type: "object" } }] as const;
  console.log((await own.chat.completions.create(conversation.toRequest("openai-chat", { model: "gpt-5", tools: inline, tool_choice: { type: "any" } }).body)).choices);
  console.log((await own.responses.create(conversation.toRequest("openai-responses", { model: "gpt-5", tools }).body)).id);
  await bedrock.send(new ConverseCommand(conversation.toRequest("bedrock", { modelId: "anthropic.claude-sonnet-4-5", tools }).body));
  // @ts-expect-error: its own tools keep their type, which its client checks
  own.chat.completions.create(conversation.toRequest("openai-chat", { model: "gpt-5", tools: [{ type: "function", function: { label: "weather" } }] }).body);
}

/** Declared params keep their type, also through a generic function that passes params on. */
async function declared(client: OpenAI, params: Omit<ChatCompletionCreateParamsStreaming, "messages">): Promise<void> {
  const body: ChatCompletionCreateParamsStreaming = conversation.toRequest("openai-chat", params).body;
  for await (const chunk of await client.chat.completions.create(body)) console.log(chunk.id);
}
function modelOf<Params extends { model: string }>(params: Params): string {
  return conversation.toRequest("openai-chat", params).body.model;
}

// A converted body is accepted by a client, too.
async function converted(client: OpenAI, given: ChatCompletionCreateParamsNonStreaming): Promise<void> {
  const { system, messages } = convert("openai-chat", "anthropic", given).body;
  await new Anthropic().messages.create({ model: "claude-sonnet-4-5", max_tokens: 10, system, messages });
  await client.responses.create({ model: "gpt-5", ...convert("openai-chat", "openai-responses", given).body });
}

/** The type of a body has the fields of its params, and no others. */
const body: RequestBody<"anthropic", { max_tokens: number }> = conversation.toRequest("anthropic", { max_tokens: 1024 }).body;
const most: number = body.max_tokens;
// @ts-expect-error: the params have no such field
body.temperature;
// A request that continues a response names it, and the client accepts it.
const continuing = (await conversation.prepare("openai-responses", { model: "gpt-5" }, { continue: true })).body;
const previous: string | undefined = continuing.previous_response_id;
new OpenAI().responses.create(continuing);
// The params of a request decide over the option.
const renewed: null = conversation.toRequest("openai-responses", { previous_response_id: null }).body.previous_response_id;
// @ts-expect-error: chat completions continue nothing
conversation.toRequest("openai-chat", { model: "gpt-5" }).body.previous_response_id;
// @ts-expect-error: Gemini's has `contents`
conversation.toRequest("gemini").body.messages;
// @ts-expect-error: Anthropic's client requires `max_tokens`
new Anthropic().messages.create(conversation.toRequest("anthropic", { model: "claude-sonnet-4-5" }).body);
// @ts-expect-error: Anthropic's body is not Bedrock's
new ConverseCommand((await conversation.prepare("anthropic", { max_tokens: 1024 })).body);

// Inline bodies that a client would refuse are refused.
// @ts-expect-error: no such kind of tool
new OpenAI().responses.create((await conversation.prepare("openai-responses", { model: "gpt-5", tools: [{ type: "functoin", name: "f" }] })).body);
// @ts-expect-error: no such kind of thinking
new Anthropic().messages.create((await conversation.prepare("anthropic", { model: "claude-sonnet-5", max_tokens: 10, thinking: { type: "enable", budget_tokens: 5 } })).body);
// @ts-expect-error: a temperature is a number
new GoogleGenAI({}).models.generateContent({ model: "gemini-3-pro", contents: [], config: conversation.toRequest("gemini", { generationConfig: { temperature: "0" } }).body.generationConfig });
// @ts-expect-error: no such choice of tools
new ConverseCommand((await conversation.prepare("bedrock", { modelId: "m", toolConfig: { toolChoice: { every: {} }, tools: [] } })).body);
// @ts-expect-error: no such choice of tools
new Mistral().chat.complete((await conversation.prepare("mistral", { model: "mistral-large-latest", toolChoice: "autoo" })).body);
// @ts-expect-error: no such effort
new OpenAI().chat.completions.create((await conversation.prepare("openai-chat", { model: "gpt-5", reasoning_effort: "lots" })).body);

export { anthropicInline, bedrockInline, converted, declared, foreignTools, geminiInline, mistralInline, modelOf, openaiInline };
export { anthropic, bedrock, gemini, geminiInteractions, mended, mistral, mistralConversations, most, openaiChat, openaiResponses, previous, recalling, renewed, typed };
