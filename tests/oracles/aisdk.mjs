// Returns the bodies that the AI SDK would send: its own providers run with a `fetch` that records the body. `npm test -- oracles` installs
// the SDK.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The packages, the SDK first. */
export const PACKAGES = ["ai", "@ai-sdk/anthropic", "@ai-sdk/openai", "@ai-sdk/google", "@ai-sdk/amazon-bedrock"];
/** The folder in which they are installed. */
export const aisdkFolder = fileURLToPath(new URL("../../.tools/aisdk", import.meta.url));

/** The content of every file that the SDK fetches by itself: the eight bytes with which every PNG begins. */
export const FETCHED = "iVBORw0KGgo=";

/** @typedef {{ body: object } | { error: Error }} Sent */

/**
 * Reports why the SDK is missing.
 *
 * @returns {string | false} the reason, for the option `skip` of a test; false when the SDK is installed
 */
export function aisdkAbsence() {
  const isThere = PACKAGES.every((name) => existsSync(join(aisdkFolder, "node_modules", name)));
  return !isThere && "the AI SDK is not in .tools: `npm test -- oracles` installs it";
}

/**
 * Loads the SDK.
 *
 * @returns {Promise<(target: import("../support/judges.mjs").Target, messages: object[]) => Promise<Sent>>} the body for these model
 * messages, or the error
 */
export async function loadSdk() {
  const require = createRequire(join(aisdkFolder, "package.json"));
  const [{ generateText, jsonSchema, tool }, ...providers] = PACKAGES.map((name) => require(name));
  // The SDK logs parts that it cannot send.
  globalThis.AI_SDK_LOG_WARNINGS = false;

  return async (target, messages) => {
    let body;
    const fetch = async (_url, { body: text }) => {
      body = JSON.parse(text);
      throw new Error("nothing is sent");
    };
    const tools = Object.fromEntries(calledNames(messages).map((name) => [name, tool({ inputSchema: jsonSchema({ type: "object" }) })]));
    const model = modelOf(target, providers, fetch);
    try {
      await generateText({ model, messages, tools, maxRetries: 0, allowSystemInMessages: true, experimental_download: download });
    } catch (error) {
      if (body === undefined) return { error };
    }
    return { body };
  };
}

function modelOf(target, [{ createAnthropic }, { createOpenAI }, { createGoogleGenerativeAI }, { createAmazonBedrock }], fetch) {
  const models = {
    "openai-chat": () => createOpenAI({ apiKey: "x", fetch }).chat("gpt-4o"),
    anthropic: () => createAnthropic({ apiKey: "x", fetch })("claude-sonnet-4-5"),
    "openai-responses": () => createOpenAI({ apiKey: "x", fetch }).responses("gpt-5"),
    gemini: () => createGoogleGenerativeAI({ apiKey: "x", fetch })("gemini-2.5-pro"),
    bedrock: () =>
      createAmazonBedrock({ region: "us-east-1", accessKeyId: "x", secretAccessKey: "x", fetch })("anthropic.claude-sonnet-4-5-20250929-v1:0"),
  };
  return models[target]();
}

async function download(files) {
  return files.map(({ isUrlSupportedByModel }) => (isUrlSupportedByModel ? null : { data: Buffer.from(FETCHED, "base64"), mediaType: "image/png" }));
}

function calledNames(messages) {
  const parts = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
  return [...new Set(parts.filter(({ type }) => type === "tool-call").map(({ toolName }) => toolName))];
}
