import { writeAnswer } from "./answer.js";
import { judge } from "./judge.js";
import { errorBody, refuse } from "./refuse.js";
import { contentStream } from "./stream.js";

/** @type {import('../endpoint.js').Endpoint} */
export const geminiEndpoint = {
  target: "gemini",
  path: /^\/v1(?:beta)?\/models\/[^/:]+:(generateContent|streamGenerateContent)$/,
  requestIdHeader: "x-request-id",
  judge,
  stream: contentStream,
  write: writeAnswer,
  errorBody,
  faults: {
    notJson: (error) => refuse("http", `Invalid JSON payload received. ${error.message}`),
    notFound: (_, path) => refuse("http", `${path} was not found.`, { status: 404, type: "NOT_FOUND" }),
    wrongMethod: () => refuse("http", "Method Not Allowed", { status: 405, type: "UNIMPLEMENTED" }),
    tooLarge: (_length, limit) => refuse("http", `Request payload size exceeds the limit: ${limit} bytes.`, { status: 413 }),
    streaming: () => refuse("http", 'Invalid JSON payload received. Unknown name "stream": Cannot find field.'),
    failed: (error) => refuse("http", error.message, { status: 500, type: "INTERNAL" }),
  },
  failures: {
    400: { type: "INVALID_ARGUMENT", message: "The request failed." },
    401: { type: "UNAUTHENTICATED", message: "Request had invalid authentication credentials." },
    429: { type: "RESOURCE_EXHAUSTED", message: "Resource has been exhausted (e.g. check quota)." },
    500: { type: "INTERNAL", message: "An internal error has occurred." },
    503: { type: "UNAVAILABLE", message: "The model is overloaded. Please try again later." },
  },
};
