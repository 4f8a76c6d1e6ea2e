// Other libraries. Each is fetched as `npm run bench:tokens` fetches them, and is needed by nothing else.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fetchPeers, folderOf } from "../../../benches/estimator/fetch.mjs";
import { PEERS } from "../../../benches/estimator/sources.mjs";
import { chatOf } from "./chat.mjs";
import { memory, textWay } from "./texts.mjs";

/** @typedef {import("./way.mjs").Way} Way */

const load = (name, ...path) => import(pathToFileURL(join(folderOf(PEERS[name]), ...path)).href);
const titleOf = (name) => `${name} ${PEERS[name].version}`;

/** Fetches the libraries, unless they are there. @returns {Promise<{ ways: Way[], absence: string | null }>} `absence`: why there are none */
export async function peers() {
  try {
    fetchPeers();
  } catch {
    return { ways: [], absence: "other libraries, because npm cannot fetch them here" };
  }
  return { ways: [await tokenx(), await gptTokenizer(), await aiTokenizer()], absence: null };
}

async function tokenx() {
  const { estimateTokenCount } = await load("tokenx", "dist", "index.mjs");
  return textWay(titleOf("tokenx"), "`estimateTokenCount` of all texts", estimateTokenCount);
}

/** The library takes functions in the form before tools. */
async function gptTokenizer() {
  const { countChatCompletionTokens } = await load("gpt-tokenizer", "esm", "model", "gpt-4o.js");
  const given = (field, value) => (value === undefined ? {} : { [field]: value });
  const messageOf = ({ role, content, name, calls: [call] }) => ({
    role,
    content,
    ...given("name", name),
    ...given("function_call", call),
  });
  /** A message holds one call in that form, so each further call becomes a message. */
  const messagesOf = (message) => [
    messageOf(message),
    ...message.calls.slice(1).map((call) => messageOf({ ...message, content: "", calls: [call] })),
  ];
  return {
    name: titleOf("gpt-tokenizer"),
    how: "`countChatCompletionTokens` for gpt-4o, messages and functions",
    sizeOf: (request) => {
      const { messages, tools } = chatOf(request);
      return countChatCompletionTokens({ messages: messages.flatMap(messagesOf), ...(tools.length === 0 ? {} : { functions: tools }) });
    },
  };
}

/** The library has constants for each of its models, and a vocabulary for Claude. It reads the schemas of tools from Zod. */
async function aiTokenizer() {
  const { Tokenizer, models } = await load("ai-tokenizer", "dist", "index.js");
  const encodings = await load("ai-tokenizer", "dist", "encoding", "index.js");
  const { count } = await load("ai-tokenizer", "dist", "sdk.js");
  // Other packages bring Zod, and no row of package.json does.
  const zod = await import("zod").catch(() => null);
  const tokenizers = new Map();
  /** The requests of a session repeat their texts, so lengths are remembered; the library asks for nothing else. */
  const tokenizerOf = ({ encoding }) => {
    if (!tokenizers.has(encoding)) {
      const tokenizer = new Tokenizer(encodings[encoding]);
      tokenizers.set(encoding, { encode: memory((text) => ({ length: tokenizer.encode(text).length })) });
    }
    return tokenizers.get(encoding);
  };
  return {
    name: titleOf("ai-tokenizer"),
    how: "`count` of its AI SDK entry, for its model of that name or one of the same vendor",
    sizeOf: (request) => {
      const model = models[nearestModel(Object.keys(models), request.model)];
      const { messages, tools } = chatOf(request);
      const declared = Object.fromEntries(
        tools.map(({ name, description, parameters }) => [name, { description, inputSchema: zodOf(zod, parameters) }]),
      );
      return count({ tokenizer: tokenizerOf(model), model, messages: messages.map(modelMessage), tools: declared }).total;
    },
  };
}

/** A schema that Zod does not read is given as it is: the library counts no word of it. */
function zodOf(zod, schema) {
  try {
    return zod.fromJSONSchema(schema);
  } catch {
    return schema;
  }
}

/** A message of the AI SDK. */
function modelMessage({ role, content, calls, result }) {
  if (result !== undefined)
    return { role: "tool", content: [{ type: "tool-result", toolCallId: result, output: { type: "text", value: content } }] };
  if (calls.length === 0) return { role, content };
  const texts = content === "" ? [] : [{ type: "text", text: content }];
  return { role, content: [...texts, ...calls.map((call) => ({ type: "tool-call", toolName: call.name, input: parsed(call.arguments) }))] };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The model that stands for a vendor's others, by a word in their names. */
const VENDORS = [
  ["claude", "anthropic/claude-opus-4.5"],
  ["gemini", "google/gemini-2.5-flash"],
  ["nova", "amazon/nova-pro"],
  ["deepseek", "deepseek/deepseek-v3"],
  ["grok", "xai/grok-4"],
  ["llama", "meta/llama-3.3-70b"],
  ["qwen", "alibaba/qwen3-max"],
  ["kimi", "moonshotai/kimi-k2"],
  ["glm", "zai/glm-4.5"],
  ["minimax", "minimax/minimax-m2"],
  ["stral", "mistral/mistral-large"],
  ["gpt-4o", "openai/gpt-4o"],
];

const lettersOf = (name) => name.toLowerCase().replace(/[^a-z0-9]/g, "");

function nearestModel(names, model = "") {
  const wanted = lettersOf(model);
  const fitting = names.filter((name) => wanted.includes(lettersOf(name.split("/")[1])));
  const longest = fitting.sort((a, b) => b.length - a.length)[0];
  return longest ?? VENDORS.find(([word]) => model.toLowerCase().includes(word))?.[1] ?? "openai/gpt-5";
}
