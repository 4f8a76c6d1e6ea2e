// The places of a request body that a cause of a cache miss may be planted in. It shares no code with the package.

import { LISTS } from "../judges.mjs";

/** @typedef {import("../targets.mjs").Target} Target */
/** @typedef {{ path: string, index: number, read: () => string, write: (text: string) => void }} TextPlace a text, and the index of its message */

/** Returns the list of messages. */
export const listOf = (target, body) => body[LISTS[target]];

/** Returns the path of a message. */
export const messagePath = (target, index) => `${LISTS[target]}[${index}]`;

/** Returns the list of tools, with its path. */
export function toolsOf(target, body) {
  if (target === "bedrock") return { list: body.toolConfig.tools, path: "toolConfig.tools" };
  if (target === "gemini") return { list: body.tools[0].functionDeclarations, path: "tools[0].functionDeclarations" };
  return { list: body.tools, path: "tools" };
}

/** Returns a declaration of a tool, with a schema of two keys. */
export function declaration(target, name) {
  const schema = { type: "object", properties: { city: { type: "string" }, day: { type: "string" } } };
  if (target === "bedrock") return { toolSpec: { name, inputSchema: { json: schema } } };
  if (target === "anthropic") return { name, input_schema: schema };
  if (target === "gemini") return { name, parameters: schema };
  return target === "openai-responses" ? { type: "function", name, parameters: schema, strict: false } : { type: "function", function: { name, parameters: schema } };
}

/** Returns the object that holds the description and the schema, with the rest of its path, and the schema's. */
export function declared(target, tool) {
  if (target === "bedrock") return { holder: tool.toolSpec, path: ".toolSpec", schema: "inputSchema.json" };
  if (target === "anthropic") return { holder: tool, path: "", schema: "input_schema" };
  if (target === "gemini" || target === "openai-responses") return { holder: tool, path: "", schema: "parameters" };
  return { holder: tool.function, path: ".function", schema: "parameters" };
}

const place = (holder, key, path, index) => ({ path, index, read: () => holder[key], write: (text) => void (holder[key] = text) });

/** Returns the texts of a content: a string, or blocks with a text. */
function textsIn(holder, key, path, index) {
  if (typeof holder[key] === "string") return holder[key] === "" ? [] : [place(holder, key, path, index)];
  const blocks = Array.isArray(holder[key]) ? holder[key] : [];
  return blocks.flatMap((block, at) => (typeof block.text === "string" && block.thought !== true ? [place(block, "text", `${path}[${at}].text`, index)] : []));
}

/** Returns the text of the system prompt. */
export function systemText(target, body) {
  if (target === "openai-responses") return place(body, "instructions", "instructions", -1);
  if (target === "gemini") return textsIn(body.systemInstruction, "parts", "systemInstruction.parts", -1)[0];
  if (target === "anthropic" || target === "bedrock") return textsIn(body, "system", "system", -1)[0];
  return textsIn(body.messages[0], "content", "messages[0].content", 0)[0];
}

/** Returns the words of the user and of the assistant. */
export function wordsOf(target, body) {
  const key = target === "gemini" ? "parts" : "content";
  return listOf(target, body).flatMap((message, index) =>
    ["user", "assistant", "model"].includes(message.role) ? textsIn(message, key, `${messagePath(target, index)}.${key}`, index) : [],
  );
}

/** Returns the results of tools: their texts, under the path of the whole result. */
export function resultsOf(target, body) {
  return listOf(target, body).flatMap((message, index) => {
    const path = messagePath(target, index);
    if (message.role === "tool") return single(message, "content", `${path}.content`, index);
    if (message.type === "function_call_output") return single(message, "output", `${path}.output`, index);
    const key = target === "gemini" ? "parts" : "content";
    if (!Array.isArray(message[key])) return [];
    return message[key].flatMap((block, at) => {
      const own = `${path}.${key}[${at}]`;
      if (block.type === "tool_result") return single(block, "content", `${own}.content`, index);
      if (block.toolResult !== undefined) return single(block.toolResult, "content", `${own}.toolResult.content`, index);
      if (block.functionResponse === undefined) return [];
      const { response } = block.functionResponse;
      const [name, ...others] = Object.keys(response);
      if (others.length > 0 || typeof response[name] !== "string") return [];
      return [{ ...place(response, name, "", index), path: `${own}.functionResponse.response` }];
    });
  });
}

/** A result of one text. */
function single(holder, key, path, index) {
  const texts = textsIn(holder, key, path, index);
  return texts.length === 1 && (typeof holder[key] === "string" || holder[key].length === 1) ? [{ ...texts[0], path }] : [];
}

/** Returns the arguments of calls with two keys or more: `reverse` turns the order of the keys round. */
export function argumentsOf(target, body) {
  const turned = (value) => Object.fromEntries(Object.entries(value).reverse());
  const found = [];
  const add = (holder, key, path, index) => {
    const isText = typeof holder[key] === "string";
    const value = isText ? JSON.parse(holder[key]) : holder[key];
    if (Object.keys(value).length > 1) found.push({ path, index, reverse: () => void (holder[key] = isText ? JSON.stringify(turned(value)) : turned(value)) });
  };
  for (const [index, message] of listOf(target, body).entries()) {
    const path = messagePath(target, index);
    for (const [at, call] of (message.tool_calls ?? []).entries()) add(call.function, "arguments", `${path}.tool_calls[${at}].function.arguments`, index);
    if (message.type === "function_call") add(message, "arguments", `${path}.arguments`, index);
    const key = target === "gemini" ? "parts" : "content";
    for (const [at, block] of (Array.isArray(message[key]) ? message[key] : []).entries()) {
      const own = `${path}.${key}[${at}]`;
      if (block.type === "tool_use") add(block, "input", `${own}.input`, index);
      if (block.toolUse !== undefined) add(block.toolUse, "input", `${own}.toolUse.input`, index);
      if (block.functionCall !== undefined) add(block.functionCall, "args", `${own}.functionCall.args`, index);
    }
  }
  return found;
}

/** Returns a message of one text. */
export function words(target, role, text) {
  if (target === "gemini") return { role: role === "assistant" ? "model" : role, parts: [{ text }] };
  if (target === "bedrock") return { role, content: [{ text }] };
  if (target === "openai-responses") return { type: "message", role, content: text };
  return { role, content: text };
}

/** Adds reasoning to an assistant's message, and returns the path that it has, and of which body. */
export function addReasoning(target, body, index) {
  const list = listOf(target, body);
  const message = list[index];
  const path = messagePath(target, index);
  if (target === "openai-responses") {
    list.splice(index, 0, { type: "reasoning", id: `rs_${index}`, summary: [], encrypted_content: "Z2VkYW5rZW4=" });
    return { path, pathIn: "before", remove: (other) => void listOf(target, other).splice(index, 1) };
  }
  const front = (key, block) => {
    const given = message[key];
    message[key] = [block, ...(Array.isArray(given) ? given : given ? [{ type: "text", text: given }] : [])];
    return { path, pathIn: "after", remove: (other) => void listOf(target, other)[index][key].shift() };
  };
  if (target === "gemini") return front("parts", { text: "I look first.", thought: true });
  if (target === "anthropic") return front("content", { type: "thinking", thinking: "I look first.", signature: "c2ln" });
  if (target === "bedrock") return front("content", { reasoningContent: { reasoningText: { text: "I look first.", signature: "c2ln" } } });
  if (target === "mistral") return front("content", { type: "thinking", thinking: [{ type: "text", text: "I look first." }] });
  message.reasoning_content = "I look first.";
  return { path, pathIn: "after", remove: (other) => void delete listOf(target, other)[index].reasoning_content };
}

/** Removes all breakpoints, and sets one at the end of the system prompt, and one at the end of the body. */
export function mark(target, body, { system = true, end = true } = {}) {
  unmark(target, body);
  if (target === "bedrock") {
    if (system) body.system.push({ cachePoint: { type: "default" } });
    if (end) body.messages.at(-1).content.push({ cachePoint: { type: "default" } });
  }
  if (target !== "anthropic") return;
  if (system) body.system.at(-1).cache_control = { type: "ephemeral" };
  const last = body.messages.at(-1);
  if (typeof last.content === "string") last.content = [{ type: "text", text: last.content }];
  if (end) last.content.at(-1).cache_control = { type: "ephemeral" };
}

function unmark(target, body) {
  if (target === "bedrock") for (const holder of [body, ...body.messages]) holder[holder === body ? "system" : "content"] = holder[holder === body ? "system" : "content"].filter(({ cachePoint }) => cachePoint === undefined);
  if (target === "anthropic") for (const block of [...body.system, ...body.messages.flatMap(({ content }) => (Array.isArray(content) ? content : []))]) delete block.cache_control;
}
