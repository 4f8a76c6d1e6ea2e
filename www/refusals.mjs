// Refusals from public issue threads, each with a request like the one that was refused. The page offers the first six as examples.

const chat = (id, name, args = "{}") => ({ id, type: "function", function: { name, arguments: args } });
const declared = (name) => ({ type: "function", function: { name, parameters: { type: "object", properties: {} } } });
const claudeTool = (name) => ({ name, input_schema: { type: "object", properties: {} } });

/**
 * @typedef {object} Refusal
 * @property {string} title for the button
 * @property {string} source the thread
 * @property {string} format
 * @property {string} rule the rule that the error is about
 * @property {string} error the provider's answer
 * @property {object} body
 */

/** @type {Refusal[]} */
export const REFUSALS = [
  {
    title: "A tool call without its result",
    source: "https://github.com/anthropics/claude-code/issues/3512",
    format: "anthropic",
    rule: "AN1",
    error:
      '400 {"type":"error","error":{"type":"invalid_request_error","message":"messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01SWBkC2GPGhoSfEqTZ6y91b. Each `tool_use` block must have a corresponding `tool_result` block in the next message."}}',
    body: {
      model: "claude-sonnet-5-5",
      max_tokens: 1024,
      tools: [claudeTool("bash")],
      messages: [
        { role: "user", content: "Do the tests pass?" },
        {
          role: "assistant",
          content: [
            { type: "text", text: "I will run them." },
            { type: "tool_use", id: "toolu_01SWBkC2GPGhoSfEqTZ6y91b", name: "bash", input: { command: "npm test" } },
          ],
        },
        { role: "user", content: "Stop. Look at the lint errors first." },
      ],
    },
  },
  {
    title: "A message between call and result",
    source: "https://github.com/ThinkInAIXYZ/deepchat/issues/1078",
    format: "openai-chat",
    rule: "OC2",
    error:
      "400 An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)",
    body: {
      model: "deepseek-chat",
      temperature: 0.2,
      tools: [declared("get_weather")],
      messages: [
        { role: "system", content: "You are a travel assistant." },
        { role: "user", content: "Will I need an umbrella in Oslo?" },
        { role: "assistant", content: null, tool_calls: [chat("call_0_a1", "get_weather", '{"city":"Oslo"}')] },
        { role: "user", content: "And a coat?" },
        { role: "tool", tool_call_id: "call_0_a1", content: "Rain from noon on, 8 degrees." },
      ],
    },
  },
  {
    title: "Reasoning without its item",
    source: "https://github.com/openai/openai-agents-python/issues/1660",
    format: "openai-responses",
    rule: "OR3",
    error:
      "Error code: 400 - {'error': {'message': \"Item 'rs_68c3f6' of type 'reasoning' was provided without its required following item.\", 'type': 'invalid_request_error', 'param': 'input', 'code': None}}",
    body: {
      model: "gpt-5",
      store: false,
      instructions: "Be brief.",
      input: [
        { role: "user", content: "Which of the two trains is faster?" },
        { type: "reasoning", id: "rs_68c3f6", summary: [], encrypted_content: "gAAAAABow" },
        { role: "user", content: "The one at nine, I mean." },
      ],
    },
  },
  {
    title: "A call without its signature",
    source: "https://github.com/langgenius/dify-official-plugins/issues/2088",
    format: "gemini",
    rule: "GE4",
    error:
      "400 INVALID_ARGUMENT. {'error': {'code': 400, 'message': 'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance.', 'status': 'INVALID_ARGUMENT'}}",
    body: {
      model: "gemini-3-pro-preview",
      tools: [{ functionDeclarations: [{ name: "search" }] }],
      contents: [
        { role: "user", parts: [{ text: "Who won the race?" }] },
        { role: "model", parts: [{ functionCall: { name: "search", args: { query: "race winner" } } }] },
        { role: "user", parts: [{ functionResponse: { name: "search", response: { result: "Ana" } } }] },
      ],
    },
  },
  {
    title: "An id of another provider",
    source: "https://github.com/karthink/gptel/issues/1203",
    format: "mistral",
    rule: "MI3",
    error:
      '{"object":"error","message":"Tool call id was call_0fypS1hVX but must be a-z, A-Z, 0-9, with a length of 9.","type":"invalid_request_error","param":null,"code":null}',
    body: {
      model: "mistral-large-latest",
      safe_prompt: true,
      tools: [declared("list_files")],
      messages: [
        { role: "user", content: "What is in this folder?" },
        { role: "assistant", content: "", tool_calls: [chat("call_0fypS1hVX", "list_files")] },
        { role: "tool", tool_call_id: "call_0fypS1hVX", name: "list_files", content: "README.md" },
        { role: "user", content: "Read it." },
      ],
    },
  },
  {
    title: "A result that went missing",
    source: "https://github.com/camel-ai/camel/issues/3954",
    format: "bedrock",
    rule: "BE3",
    error:
      "ValidationException: An error occurred (ValidationException) when calling the Converse operation: Expected toolResult blocks at messages.2.content for the following Ids: tooluse_bRX9ftpYK3xO5tev2x4qtc",
    body: {
      modelId: "anthropic.claude-sonnet-5-5",
      inferenceConfig: { maxTokens: 512 },
      toolConfig: {
        tools: [
          { toolSpec: { name: "add", inputSchema: { json: { type: "object" } } } },
          { toolSpec: { name: "multiply", inputSchema: { json: { type: "object" } } } },
        ],
      },
      messages: [
        { role: "user", content: [{ text: "Add 2 and 3, and multiply 4 by 5." }] },
        {
          role: "assistant",
          content: [
            { toolUse: { toolUseId: "tooluse_a", name: "add", input: { a: 2, b: 3 } } },
            { toolUse: { toolUseId: "tooluse_bRX9ftpYK3xO5tev2x4qtc", name: "multiply", input: { a: 4, b: 5 } } },
          ],
        },
        { role: "user", content: [{ toolResult: { toolUseId: "tooluse_a", content: [{ text: "5" }] } }] },
      ],
    },
  },
  {
    title: "An empty text",
    source: "https://github.com/anthropics/anthropic-sdk-python/issues/461",
    format: "anthropic",
    rule: "AN8",
    error: '{"type":"error","error":{"type":"invalid_request_error","message":"messages: text content blocks must be non-empty"}}',
    body: {
      model: "claude-sonnet-5-5",
      max_tokens: 512,
      messages: [
        { role: "user", content: "How many appointments do I have today?" },
        {
          role: "assistant",
          content: [
            { type: "text", text: "" },
            { type: "text", text: "Three." },
          ],
        },
        { role: "user", content: "Which is the first?" },
      ],
    },
  },
  {
    title: "An id that is too long",
    source: "https://github.com/AnswerDotAI/fastllm/issues/45",
    format: "openai-responses",
    rule: "OR7",
    error:
      "Invalid 'input[1].call_id': string too long. Expected a string with maximum length 64, but got a string with length 116 instead.",
    body: {
      model: "gpt-5",
      store: false,
      tools: [{ type: "function", name: "lookup", parameters: { type: "object", properties: {} } }],
      input: [
        { role: "user", content: "Look it up." },
        { type: "function_call", call_id: "c".repeat(116), name: "lookup", arguments: "{}" },
        { type: "function_call_output", call_id: "c".repeat(116), output: "Found." },
      ],
    },
  },
  {
    title: "Fewer results than calls",
    source: "https://github.com/microsoft/vscode/issues/299295",
    format: "gemini",
    rule: "GE1",
    error:
      '{"error":{"code":400,"message":"Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.","status":"INVALID_ARGUMENT"}}',
    body: {
      model: "gemini-2.5-flash",
      tools: [{ functionDeclarations: [{ name: "read" }] }],
      contents: [
        { role: "user", parts: [{ text: "Compare the two files." }] },
        {
          role: "model",
          parts: [{ functionCall: { name: "read", args: { path: "a" } } }, { functionCall: { name: "read", args: { path: "b" } } }],
        },
        { role: "user", parts: [{ functionResponse: { name: "read", response: { result: "one" } } }] },
      ],
    },
  },
  {
    title: "An output without its call",
    source: "https://github.com/continuedev/continue/issues/10092",
    format: "openai-responses",
    rule: "OR2",
    error:
      '{"message":"No tool call found for function call output with call_id call_uelfkqtHfJDC4Btqeoozq82e.","type":"invalid_request_error","param":"input","code":null}',
    body: {
      model: "gpt-5",
      store: false,
      tools: [{ type: "function", name: "grep", parameters: { type: "object", properties: {} } }],
      input: [
        { role: "user", content: "Where is it used?" },
        { type: "function_call_output", call_id: "call_uelfkqtHfJDC4Btqeoozq82e", output: "src/main.rs:12" },
        { role: "user", content: "And now?" },
      ],
    },
  },
];

/** A refusal as people paste it: the error, and the request below it. */
export const pasteOf = ({ error, body }) => `${error}\n\n${JSON.stringify(body, null, 2)}\n`;
