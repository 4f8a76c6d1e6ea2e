// How clients, proxies and logs wrap a provider's words, by name.

const openai = (message) => ({ error: { message, type: "invalid_request_error", param: null, code: null } });
const anthropic = (message) => ({ type: "error", error: { type: "invalid_request_error", message }, request_id: "req_011" });
const python = (value) => {
  if (value === null) return "None";
  if (typeof value === "string") return value.includes("'") && !value.includes('"') ? `"${value}"` : `'${value.replace(/[\\']/g, "\\$&")}'`;
  if (typeof value !== "object") return String(value);
  return `{${Object.entries(value).map(([name, each]) => `'${name}': ${python(each)}`).join(", ")}}`;
};
const traceback = (line) =>
  `Traceback (most recent call last):\n  File "/app/run.py", line 12, in main\n    answer = client.messages.create(**request)  # system first\n  File "/usr/lib/client.py", line 9, in post\n    raise self._make_status_error(response) from None\n${line}`;
const router = (raw) => ({ error: { message: "Provider returned error", code: 400, metadata: { raw, provider_name: "X" } }, user_id: "user_1" });

/** @type {Record<string, (message: string) => unknown>} */
export const WRAPPERS = {
  "a response": openai,
  "the text of a response": (message) => JSON.stringify(openai(message), null, 2),
  "a line of a terminal": (message) => `  ⎿  API Error: 400 ${JSON.stringify(anthropic(message))}`,
  "a client of Python": (message) => traceback(`openai.BadRequestError: Error code: 400 - ${python(openai(message))}`),
  "a client of Python, for Anthropic": (message) => traceback(`anthropic.BadRequestError: Error code: 400 - ${python(anthropic(message))}`),
  "a client of AWS": (message) => traceback(`botocore.errorfactory.ValidationException: An error occurred (ValidationException) when calling the ConverseStream operation: ${message}`),
  "LiteLLM": (message) =>
    `litellm.exceptions.BadRequestError: litellm.BadRequestError: OpenAIException - ${JSON.stringify(openai(message))}. Received Model Group=main\nAvailable Model Group Fallbacks=None LiteLLM Retried: 2 times`,
  "a router, with JSON in JSON": (message) => JSON.stringify(router(JSON.stringify(openai(message)))),
  "a router, in Python": (message) => `Error code: 422 - ${python(router(JSON.stringify(openai(message))))}`,
  "a router in a router": (message) => JSON.stringify(router(JSON.stringify(router(JSON.stringify(openai(message)))))),
  "an escaped log": (message) => `2026-11-30 ERROR upstream answered ${JSON.stringify(JSON.stringify(openai(message))).slice(1, -1)}`,
  "a stream": (message) => `event: error\ndata: ${JSON.stringify(anthropic(message))}\n\n`,
  "a proxy's sentence": (message) => `Upstream error:\n${JSON.stringify(openai(message).error)}`,
  "a proxy that does not escape": (message) => `status code: 400, message: {"detail":"Error code: 400 - {'error': {'message': "${message}", 'type': 'invalid_request_error'}}"}`,
  "Gemini's list": (message) => `[API Error: [${JSON.stringify({ error: { code: 400, message, errors: [{ message, domain: "global", reason: "badRequest" }], status: "INVALID_ARGUMENT" } })}]]`,
  "Ollama": (message) => `HTTP 400 ${JSON.stringify({ error: message })}`,
  "an error as Node prints it": (message) =>
    `APICallError [AI_APICallError]: Bad Request\n    at file:///app/node_modules/system/messages/index.mjs:804:14 {\n  cause: undefined,\n  url: 'https://api.example.com/v1/messages',\n  requestBodyValues: { model: 'm', messages: [Array] },\n  statusCode: 400,\n  responseBody: '${JSON.stringify(anthropic(message)).replace(/[\\']/g, "\\$&")}',\n  isRetryable: false\n}`,
  "an error with a cause": (message) => new Error("The agent failed.", { cause: Object.assign(new Error("Bad Request"), { status: 400, error: openai(message) }) }),
  "an error with the request": (message) => ({ name: "APICallError", message: "Bad Request", statusCode: 400, requestBodyValues: { messages: [{ role: "user", content: "Why was prefill not supported?" }] }, responseBody: JSON.stringify(openai(message)) }),
  "a list of attempts": (message) => ({ name: "RetryError", message: "Failed after 3 attempts.", lastError: { message: "Bad Request", responseBody: JSON.stringify(anthropic(message)) } }),
};
