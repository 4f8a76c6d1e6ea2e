import { judge } from "./judge.js";
import { writeCompletion } from "./completion.js";
import { errorBody, refuse } from "./refuse.js";
import { chatStream } from "./stream.js";

/** @type {import('../endpoint.js').Endpoint} */
export const openAIEndpoint = {
  target: "openai-chat",
  path: "/v1/chat/completions",
  requestIdHeader: "x-request-id",
  judge,
  stream: chatStream,
  write: writeCompletion,
  errorBody,
  faults: {
    notJson: () =>
      refuse(
        "http",
        "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library correctly. " +
          "The OpenAI API expects a JSON payload, but what was sent was not valid JSON.)",
      ),
    notFound: (method, path) => refuse("http", `Invalid URL (${method} ${path})`, { status: 404 }),
    wrongMethod: (method, path) =>
      refuse("http", `Not allowed to ${method} on ${path}. (HINT: Perhaps you meant to use a different HTTP method?)`, {
        status: 405,
        code: "method_not_supported",
      }),
    tooLarge: (bytes, limit) => refuse("http", `Maximum content size limit (${limit}) exceeded (${bytes} bytes read)`, { status: 413 }),
    failed: (error) => ({ ...refuse("http", error.message, { status: 500 }), type: "server_error" }),
  },
  failures: {
    400: { type: "invalid_request_error", message: "The request failed." },
    401: { type: "invalid_request_error", code: "invalid_api_key", message: "Incorrect API key provided." },
    429: { type: "requests", code: "rate_limit_exceeded", message: "Rate limit reached for requests" },
    500: { type: "server_error", message: "The server had an error while processing your request. Sorry about that!" },
    503: { type: "server_error", message: "The engine is currently overloaded, please try again later" },
  },
};
