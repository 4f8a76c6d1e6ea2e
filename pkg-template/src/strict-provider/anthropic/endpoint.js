import { judge } from "./judge.js";
import { keepThreads } from "./kept.js";
import { writeMessage } from "./message.js";
import { errorBody, refuse } from "./refuse.js";
import { messageStream } from "./stream.js";

/** @type {import('../endpoint.js').Endpoint} */
export const anthropicEndpoint = {
  target: "anthropic",
  path: "/v1/messages",
  requestIdHeader: "request-id",
  judge,
  keep: keepThreads,
  stream: messageStream,
  write: writeMessage,
  errorBody,
  faults: {
    notJson: (error) => refuse("http", `The request body is not valid JSON: ${error.message}`),
    notFound: () => refuse("http", "Not Found", { status: 404, type: "not_found_error" }),
    wrongMethod: () => refuse("http", "Method Not Allowed", { status: 405 }),
    tooLarge: () => refuse("http", "Request exceeds the maximum size", { status: 413, type: "request_too_large" }),
    failed: (error) => refuse("http", error.message, { status: 500, type: "api_error" }),
  },
  failures: {
    400: { type: "invalid_request_error", message: "The request failed." },
    401: { type: "authentication_error", message: "invalid x-api-key" },
    429: { type: "rate_limit_error", message: "Rate limited" },
    500: { type: "api_error", message: "Internal server error" },
    529: { type: "overloaded_error", message: "Overloaded" },
  },
};
