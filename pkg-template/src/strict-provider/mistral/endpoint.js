import { writeCompletion } from "./completion.js";
import { judge } from "./judge.js";
import { errorBody, fault } from "./refuse.js";
import { mistralStream } from "./stream.js";

/**
 * The path has a prefix, because Mistral's own path equals OpenAI's.
 *
 * @type {import('../endpoint.js').Endpoint}
 */
export const mistralEndpoint = {
  target: "mistral",
  path: "/mistral/v1/chat/completions",
  requestIdHeader: "mistral-correlation-id",
  judge,
  stream: mistralStream,
  write: writeCompletion,
  errorBody,
  faults: {
    notJson: () => fault("JSON decode error", 422),
    notFound: () => fault("no Route matched with those values", 404),
    wrongMethod: () => fault("Method Not Allowed", 405),
    tooLarge: (bytes, limit) => fault(`Request size limit exceeded: ${bytes} bytes, ${limit} are allowed`, 413),
    failed: (error) => fault(error.message, 500, "internal_server_error"),
  },
  failures: {
    400: { type: "invalid_request_error", message: "The request failed." },
    401: { type: "invalid_request_error", message: "Unauthorized" },
    429: { type: "rate_limited", code: "1300", message: "Rate limit exceeded" },
    500: { type: "internal_server_error", code: "3000", message: "Service unavailable." },
  },
};
