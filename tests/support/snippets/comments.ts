// The names that an example of a doc comment may assume. It is a line or two, and shows one name of the package; the values around it are of
// no type that would be checked, because each example has its own.

import type { ModelMessage } from "ai";

export { default as Anthropic } from "@anthropic-ai/sdk";
export { openai } from "@ai-sdk/openai";
export { Agent } from "@strands-agents/sdk";
export { type ModelMessage, type UIMessage, generateText, isStepCount, streamText, wrapLanguageModel } from "ai";
export { default as OpenAI } from "openai";
export { createAgent } from "langchain";
export { BaseMessage } from "@langchain/core/messages";
export { load } from "@langchain/core/load";
export { z } from "zod";
export { readFile, rm, writeFile } from "node:fs/promises";
export { conversation, signal, store, summarize } from "./assumed.js";
export { BedrockRuntime } from "@aws-sdk/client-bedrock-runtime";
export { GoogleGenAI } from "@google/genai";
export { HumanMessage } from "@langchain/core/messages";
export { Mistral } from "@mistralai/mistralai";
export { OpenAIProvider, OpenAIResponsesModel, Runner } from "@openai/agents";
export { convertToModelMessages, createUIMessageStreamResponse, generateId, toUIMessageStream } from "ai";
export { trace } from "@opentelemetry/api";
export { Pool } from "pg";
export { createClient } from "redis";
export { DatabaseSync } from "node:sqlite";

// Bodies, responses, lists of messages, clients, and what a program makes of them.
export declare const after: any, before: any, body: any, client: any, checkpoint: any, comparison: any, context: any, error: any, explanations: any;
export declare const instructions: any, leftOut: any, memory: any, message: any, messages: any, params: any, pasted: any, pending: any, previousBody: any;
export declare const repaired: any, repairs: any, request: any, response: any, result: any, snapshot: any, source: any, stream: any, tools: any, violations: any, weather: any;
export declare const storedMessages: any, uiMessages: any, steps: any, entries: any, session: any, transcript: any, span: any, tracer: any, exported: any, exporter: any, path: any, input: any, growing: any, Row: any, ai: any, mistral: any, agent: any, manager: any, model: any, smallModel: any;
// Databases, servers, and a page.
type Rows = ModelMessage[] & Record<"all" | "append" | "clear" | "delete" | "find" | "insert" | "load" | "update", any>;
export declare const append: any, archive: any, bank: any, connectionString: any, db: any, env: any, ledger: any, list: any, memories: any, pool: any, remove: any, row: any, rows: Rows, threads: any, chat: any;
export declare const apiKey: any, ask: any, forecast: any, headers: any, key: any, log: any, messageId: any, paint: any, render: any, reply: any, run: any, systemPrompt: any, text: any, textOf: any, threadId: any, tokenizer: any, url: any, checkpointer: any;
