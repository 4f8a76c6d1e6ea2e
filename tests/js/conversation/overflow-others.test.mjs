// Failures that mention tokens, lengths or limits, and are no overflow. Each row is a decision.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isContextOverflow } from "backscroll";
import { anthropic, anthropicStream, azure, bedrock, cohere, failure, gemini, openai } from "../../support/formats/client-errors.mjs";

const limited = (message, fields = {}) => ({ error: { message, type: "tokens", param: null, code: "rate_limit_exceeded", ...fields } });
const invalid = (message, fields = {}) => ({ error: { message, type: "invalid_request_error", param: null, code: null, ...fields } });
const claude = (message, type = "invalid_request_error") => ({ type: "error", error: { type, message } });

const tpm = "Request too large for gpt-4o in organization org-1 on tokens per min (TPM): Limit 30000, Used 29000, Requested 1601. The input or output tokens must be reduced in order to run successfully.";
const groq = "Request too large for model `llama-3.1-70b-versatile` in organization `org_1` on tokens per minute (TPM): Limit 6000, Used 5000, Requested 1436, please reduce your message size and try again.";
const perMinute = "This request would exceed the rate limit for your organization of 20,000 input tokens per minute. Please reduce the prompt length or the maximum tokens requested, or try again later.";
const quota = "You exceeded your current quota, please check your plan and billing details. Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_free_tier_input_token_count, limit: 250000";

// Rate limits: they pass by themselves, so no history should be removed for them.
const rates = [
  ["OpenAI, tokens per minute", "DrShushen/climb#13", openai(429, limited(tpm))],
  ["OpenAI, the words alone", "DrShushen/climb#13", tpm],
  ["OpenAI, the code alone", "DrShushen/climb#13", failure("Request too large: too many tokens", { code: "rate_limit_exceeded" })],
  ["OpenAI, requests per minute", "LibreChat-AI/agents#330", openai(429, limited("Rate limit reached for gpt-4o on requests per min (RPM): Limit 500, Used 500, Requested 1.", { type: "requests" }))],
  ["OpenAI, an allowance of nothing", "made up", openai(429, limited("Rate limit reached for gpt-4o on tokens per min (TPM): Limit 0, Requested 900."))],
  ["OpenAI, no requests a day", "made up", openai(429, limited("Rate limit reached for gpt-4o on requests per day (RPD): Limit 1, Requested 2.", { type: "requests" }))],
  ["OpenAI, nothing left", "LibreChat-AI/agents#330", openai(429, invalid("You exceeded your current quota, please check your plan and billing details.", { code: "insufficient_quota" }))],
  ["OpenAI, in Python's style", "gptscript-ai/gptscript#393", "error, status code: 429, message: Request too large, too many tokens"],
  ["Azure", "alex-wolf-ps/dbchatprov2#2", azure(429, { error: { code: "429", message: "Requests to the ChatCompletions_Create Operation under Azure OpenAI API version 2024-05-01-preview have exceeded token rate limit of your current OpenAI S0 pricing tier." } })],
  ["Groq, a 413", "assafelovic/gpt-researcher#985", openai(413, limited(groq))],
  ["Groq, a 413, the words alone", "continuedev/continue#10218", `413 ${groq}`],
  ["Anthropic", "OpenHands/OpenHands#9259", anthropic(429, claude(perMinute, "rate_limit_error"))],
  ["Anthropic, in a stream", "OpenHands/OpenHands#9259", anthropicStream(claude(perMinute, "rate_limit_error"))],
  ["Anthropic through OpenAI's shape", "FoundationAgents/OpenManus#746", { error: { code: "rate_limit_error", message: perMinute, type: "invalid_request_error" } }],
  ["Anthropic, a long context that is not paid for", "anthropics/claude-code#42616", anthropic(429, claude("Extra usage is required for long context requests.", "rate_limit_error"))],
  ["Bedrock", "RooCodeInc/Roo-Code#5050", bedrock("ThrottlingException", "Too many tokens, please wait before trying again.", 429)],
  ["Bedrock, the name alone", "RooCodeInc/Roo-Code#5050", failure("Too many tokens", { name: "ThrottlingException" })],
  ["Bedrock, the words alone", "ranxianglei/billion-context-pi#169", { message: "Too many tokens, please wait before trying again." }],
  ["Bedrock, a day's", "minorun365/agent-book#29", "Too many tokens per day, please wait before trying again."],
  ["Gemini, a quota of input tokens", "google-gemini/gemini-cli#13112", gemini(429, { message: quota, status: "RESOURCE_EXHAUSTED" })],
  ["Gemini, the words alone", "google-gemini/gemini-cli#13112", quota],
  ["Gemini, a body inside a body", "google-gemini/gemini-cli#14811", JSON.stringify({ error: { message: JSON.stringify({ error: { code: 429, message: "too many tokens" } }), status: "Too Many" } })],
  ["Vertex", "google-gemini/gemini-cli#19976", gemini(400, { message: "Resource has been exhausted: too many tokens" })],
  ["OpenRouter, another's words inside", "open-webui/computer#293", { error: { message: "Provider returned error: too many tokens", metadata: { raw: "glm is temporarily rate-limited upstream." } } }],
  ["a proxy", "RFC 6585, 429", "Too Many Requests: too many tokens"],
  ["Strands", "strands-agents/sdk, errors", failure("too many tokens", { name: "ModelThrottledError" })],
];

// Limits of the reply: the request would be refused with an empty history, too.
const replies = [
  ["OpenAI", "algorithmicsuperintelligence/optillm#4", openai(400, invalid("max_tokens is too large: 8192. This model supports at most 4096 completion tokens, whereas you provided 8192.", { param: "max_tokens" }))],
  ["OpenAI Responses, cut", "openai-node, ResponseIncompleteEvent", { type: "response.incomplete", response: { status: "incomplete", incomplete_details: { reason: "max_output_tokens" }, error: null } }],
  ["Groq", "skapadia3214/groq-moa#8", openai(400, invalid("max_tokens for `llama-3.1-8b-instant` must be less than or equal to 8000"))],
  ["Groq, which names the window", "anomalyco/opencode#1000", openai(400, invalid("`max_tokens` must be less than or equal to `16384`, the maximum value for `max_tokens` is less than the `context_window` for this model"))],
  ["Cohere, too many tokens", "anomalyco/opencode, provider-error.ts", cohere(400, "too many tokens: max_tokens must be less than or equal to 4096")],
  ["Anthropic", "LibreChat-AI/agents#330", anthropic(400, claude("max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens for claude-sonnet-4-5"))],
  ["Bedrock", "aws-samples/bedrock-access-gateway#41", bedrock("ValidationException", "The maximum tokens you requested exceeds the model limit of 2048. Try again with a maximum tokens value that is lower than 2048.")],
  ["Gemini", "BerriAI/litellm#10548", gemini(400, { message: "Unable to submit request because it has a maxOutputTokens value of 65536 but the supported range is from 1 (inclusive) to 65536 (exclusive).", status: "INVALID_ARGUMENT" })],
  ["Cloudflare", "anomalyco/models.dev#4422", openai(400, invalid("max_completion_tokens is too large: 262144. This model supports at most 256000 completion tokens."))],
  ["Doubao", "langgenius/dify#13451", failure("Model Parameter max_tokens should be less than or equal to 12288.0.")],
  ["Qwen", "open-webui/open-webui#10507", openai(400, invalid("<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 8192]"))],
  ["Strands, cut", "strands-agents/sdk, errors", failure("Model reached maximum token limit. This is an unrecoverable state.", { name: "MaxTokensError" })],
];

// Limits of one field, or of a count. The fault may be in the newest message, which no reduction removes.
const fields = [
  ["one text", "VectorlyApp/bluebox#31", openai(400, invalid("Invalid 'input[0].content': string too long. Expected a string with maximum length 10485760, but got a string with length 62114761 instead.", { code: "string_above_max_length" }))],
  ["an id", "RULES.md, OC3", openai(400, invalid("Invalid 'messages[2].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 83 instead.", { code: "string_above_max_length" }))],
  ["one field on Bedrock", "ryanadoty/Amazon-Bedrock-Amazon-RDS-POC#9", bedrock("ValidationException", "Malformed input request: expected maxLength: 42000, actual: 46735, please reformat your input and try again.")],
  ["messages", "obot-platform/obot#1009", openai(400, invalid("Invalid 'messages': array too long. Expected an array with maximum length 2048, but got an array with length 2050 instead.", { code: "array_above_max_length" }))],
  ["tools", "0x4m4/hexstrike-ai#29", openai(400, invalid("Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 150 instead.", { code: "array_above_max_length" }))],
  ["images", "openclaw/openclaw#13202", anthropic(400, claude("too many images and documents: 126 + 0 > 100"))],
  ["one image", "anthropics/claude-code#10612", anthropic(400, claude("messages.0.content.2.image.source.base64: image exceeds 5 MB maximum: 15908784 bytes > 5242880 bytes"))],
  ["images of a model", "diegosouzapw/OmniRoute#3044", { error: { message: "Provider returned error", code: 400, metadata: { raw: "{\"error\":{\"message\":\"Model supports at most 1 image per prompt.\"}}" } } }],
];

const others = [
  ["nothing", "", undefined],
  ["the network", "Node, errors", failure("fetch failed", { code: "ECONNRESET" })],
  ["a deadline", "Go, context", "context deadline exceeded"],
  ["a broken server", "OpenAI docs, error codes", openai(500, invalid("The server had an error while processing your request.", { type: "server_error" }))],
  ["an overloaded server", "Anthropic docs, errors", anthropic(529, claude("Overloaded", "overloaded_error"))],
  ["a wrong key", "OpenAI docs, error codes", openai(401, invalid("Incorrect API key provided", { code: "invalid_api_key" }))],
  ["an unknown model", "LibreChat-AI/agents#330", bedrock("ValidationException", "The provided model identifier is invalid.")],
  ["an empty list", "OpenAI docs, error codes", openai(400, invalid("Invalid 'messages': empty array.", { code: "empty_array" }))],
  ["a 400 without a body, which says nothing", "earendil-works/pi, overflow.ts", openai(400, "")],
  ["a status line, which says nothing", "LibreChat-AI/agents#330", failure("Google request failed with status code 400")],
  ["a content filter", "vibrantlabsai/ragas#649", azure(400, invalid("The response was filtered due to the prompt triggering Azure OpenAI's content management policy.", { code: "content_filter", innererror: { code: "ResponsibleAIPolicyViolation" } }))],
  ["a refusal", "anthropics/claude-code#58367", anthropic(400, claude("Output blocked by content filtering policy"))],
  ["no money", "anthropics/claude-quickstarts#229", anthropic(400, claude("Your credit balance is too low to access the Anthropic API."))],
];

const groups = { "the caller was too fast": rates, "the reply may not be so long": replies, "one thing is too long, or too many": fields, "something else": others };

for (const [what, rows] of Object.entries(groups)) {
  describe(`no overflow: ${what}`, () => {
    for (const [who, source, error] of rows) {
      test(`${who} (${source})`, async () => assert.equal(isContextOverflow(typeof error === "function" ? await error() : error), false));
    }
  });
}
