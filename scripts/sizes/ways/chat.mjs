// A request in the form of OpenAI's chat API, which is the form that other libraries take.

import { convert } from "backscroll";

/** @typedef {import("./way.mjs").Request} Request */

/**
 * @typedef {object} Chat
 * @property {{ role: string, content: string, name?: string, calls: { name: string, arguments: string }[], result: string | undefined }[]} messages
 * `result`: the id of the call, in a message with its result
 * @property {{ name: string, description: string, parameters: object }[]} tools
 */

/** @param {Request} request @returns {Chat} pictures, sounds and reasoning are left out */
export function chatOf({ kind, body }) {
  const { body: converted } = convert(body, kind === "vendor" ? "openai-chat" : kind, "openai-chat");
  return { messages: converted.messages.map(messageOf), tools: toolsOf(body) };
}

function messageOf({ role, content, name, tool_calls: calls = [], tool_call_id: result }) {
  return { role, content: textOf(content), name, calls: calls.map((call) => call.function).filter(Boolean), result };
}

function textOf(content) {
  if (typeof content === "string") return content;
  return (content ?? []).map(({ text }) => text ?? "").join("");
}

/** Reads the functions that a body of any provider declares. */
function toolsOf({ tools = [], toolConfig }) {
  const functionsOf = (tool) => tool.functionDeclarations ?? tool.function_declarations ?? tool.function ?? tool.toolSpec ?? tool;
  return [...tools, ...(toolConfig?.tools ?? [])]
    .flatMap(functionsOf)
    .filter(({ name }) => typeof name === "string")
    .map(({ name, description, parameters, parametersJsonSchema, input_schema: schema, inputSchema }) => ({
      name,
      description: description ?? "",
      parameters: parameters ?? parametersJsonSchema ?? schema ?? inputSchema?.json ?? {},
    }));
}

/** Returns all texts of a request. A declaration of a tool is a text, too. @param {Request} request @returns {string[]} */
export function textsOf(request) {
  const { messages, tools } = chatOf(request);
  const said = messages.flatMap(({ content, calls }) => [content, ...calls.flatMap((call) => [call.name, call.arguments])]);
  return [...said, ...tools.map((tool) => JSON.stringify(tool))].filter(Boolean);
}
