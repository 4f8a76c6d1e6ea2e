import { judge } from "./judge.js";
import { writeMessage } from "./message.js";
import { errorBody, refuse } from "./refuse.js";
import { converseStream } from "./stream.js";

/** @type {import('../endpoint.js').Endpoint} */
export const bedrockEndpoint = {
  target: "bedrock",
  path: /^\/model\/[^/]+\/converse(-stream)?$/,
  requestIdHeader: "x-amzn-requestid",
  errorTypeHeader: "x-amzn-errortype",
  judge,
  stream: converseStream,
  write: writeMessage,
  errorBody,
  faults: {
    notJson: () => refuse("http", "Unable to parse request body", { type: "SerializationException" }),
    notFound: () => refuse("http", "Not Found", { status: 404, type: "UnknownOperationException" }),
    wrongMethod: () => refuse("http", "Method Not Allowed", { status: 405, type: "UnknownOperationException" }),
    tooLarge: () => refuse("http", "Request size exceeds the limit", { status: 413, type: "RequestEntityTooLargeException" }),
    streaming: () => refuse("BE-schema", "The member stream at the request is not known."),
    failed: (error) => refuse("http", error.message, { status: 500, type: "InternalServerException" }),
  },
  failures: {
    400: { type: "ValidationException", message: "The request failed." },
    403: { type: "AccessDeniedException", message: "You don't have access to the model with the specified model ID." },
    429: { type: "ThrottlingException", message: "Too many requests, please wait before trying again." },
    500: {
      type: "InternalServerException",
      message: "The system encountered an unexpected error during processing. Try your request again.",
    },
    503: { type: "ServiceUnavailableException", message: "Bedrock is unable to process your request." },
  },
};
