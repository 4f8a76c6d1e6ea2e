// Errors as clients throw them. The real `openai` and `@anthropic-ai/sdk` make theirs from a provider's response; the errors of other
// clients are imitated.

import Anthropic from "@anthropic-ai/sdk";
import OpenAI, { AzureOpenAI } from "openai";

const model = "m";
const messages = [{ role: "user", content: "hi" }];

/** Options of a client that always gets this response. */
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

/** Chat Completions, of OpenAI and of compatible vendors. */
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

/** The AWS SDK: errors have the name of the exception, and an error inside a stream has the status 200. */
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

/** An error of the AI SDK whose message is the status line, as for providers whose error shape it does not know. */
export const aiSdk = (statusCode, body, fields = {}) =>
  failure("Bad Request", { name: "AI_APICallError", cause: undefined, url: "https://example.invalid", requestBodyValues: { messages }, statusCode, responseBody: JSON.stringify(body), isRetryable: statusCode === 429, ...fields });

/** An error of the AI SDK after several attempts. */
export const aiSdkRetry = (...errors) =>
  failure(`Failed after ${errors.length} attempts.`, { name: "AI_RetryError", reason: "errorNotRetryable", errors, lastError: errors[errors.length - 1] });

/** An error of LangChain, which copies the message and keeps the client's error. */
export const langchain = (message, cause) => failure(message, { name: "ContextOverflowError", cause });

/** An error of a client that uses plain `axios`. */
export const axios = (status, data) => failure(`Request failed with status code ${status}`, { name: "AxiosError", code: "ERR_BAD_REQUEST", response: { status, data } });
