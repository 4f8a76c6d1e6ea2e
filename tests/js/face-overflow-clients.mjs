// Errors as clients throw them: made by the real `openai` and `@anthropic-ai/sdk` from what a provider answers, the others in the
// shape that theirs have. Each is made when it is called for.

import Anthropic from "@anthropic-ai/sdk";
import OpenAI, { AzureOpenAI } from "openai";

const model = "m";
const messages = [{ role: "user", content: "hi" }];

/** Options of a client that is answered so, whatever it asks. */
const answered = (status, type, body) => ({
  apiKey: "none", maxRetries: 0, fetch: async () => new Response(body, { status, headers: { "content-type": type } }),
});
const json = (status, body) => answered(status, "application/json", typeof body === "string" ? body : JSON.stringify(body));
const events = (...data) => answered(200, "text/event-stream", data.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(""));

async function caught(run) {
  try {
    for await (const event of await run()) void event;
  } catch (error) {
    return error;
  }
  throw new Error("the client threw nothing");
}

/** Chat Completions of OpenAI, and of all who speak like it. */
export const openai = (status, body) => () => caught(() => new OpenAI(json(status, body)).chat.completions.create({ model, messages }));

/** A stream of Responses that ends in an error. */
export const openaiStream = (event) => () => caught(() => new OpenAI(events(event)).responses.create({ model, input: "hi", stream: true }));

export const azure = (status, body) => () =>
  caught(() => new AzureOpenAI({ ...json(status, body), endpoint: "https://example.invalid", apiVersion: "v" }).chat.completions.create({ model, messages }));

export const anthropic = (status, body) => () => caught(() => new Anthropic(json(status, body)).messages.create({ model, messages, max_tokens: 1 }));

/** A stream of Messages that ends in an error. */
export const anthropicStream = (event) => () =>
  caught(() => new Anthropic(events(event)).messages.create({ model, messages, max_tokens: 1, stream: true }));

export const failure = (message, fields = {}) => Object.assign(new Error(message), fields);

/** The AWS SDK: its errors are named for the exception, and an error inside a stream comes with the status 200. */
export const bedrock = (name, message, httpStatusCode = 400) => failure(message, { name, $fault: "client", $metadata: { httpStatusCode, attempts: 1 } });

/** `@google/genai`: the message is the body. */
export const gemini = (status, error) => failure(JSON.stringify({ error: { code: status, ...error } }), { name: "ApiError", status });

/** `@mistralai/mistralai`. */
export const mistral = (statusCode, body) =>
  failure(`API error occurred: Status ${statusCode} Body: ${JSON.stringify(body)}`, { name: "SDKError", statusCode, body: JSON.stringify(body) });

/** `cohere-ai`. */
export const cohere = (statusCode, message) => failure(`Status code: ${statusCode}\nBody: ${JSON.stringify({ message })}`, { name: "CohereError", statusCode, body: { message } });

/** `ollama`. */
export const ollama = (status_code, error) => failure(error, { name: "ResponseError", error, status_code });

/** The AI SDK's, with the status line for a message, as it is where the provider's shape is not known to it. */
export const aiSdk = (statusCode, body, fields = {}) =>
  failure("Bad Request", { name: "AI_APICallError", cause: undefined, url: "https://example.invalid", requestBodyValues: { messages }, statusCode, responseBody: JSON.stringify(body), isRetryable: statusCode === 429, ...fields });

/** The AI SDK's, after several attempts. */
export const aiSdkRetry = (...errors) =>
  failure(`Failed after ${errors.length} attempts.`, { name: "AI_RetryError", reason: "errorNotRetryable", errors, lastError: errors[errors.length - 1] });

/** LangChain's, which copies the message and keeps the client's error. */
export const langchain = (message, cause) => failure(message, { name: "ContextOverflowError", cause });

/** What a client that is a bare `axios` throws. */
export const axios = (status, data) => failure(`Request failed with status code ${status}`, { name: "AxiosError", code: "ERR_BAD_REQUEST", response: { status, data } });
