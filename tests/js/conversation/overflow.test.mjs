// The error responses by which providers refuse a request as too long, with their source, in the errors of clients.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isContextOverflow } from "backscroll";
import { anthropic, anthropicStream, azure, axios, bedrock, cohere, failure, gemini, mistral, ollama, openai, openaiStream } from "../../support/formats/client-errors.mjs";

const invalid = (message, fields = {}) => ({ error: { message, type: "invalid_request_error", param: null, code: null, ...fields } });
const claude = (message, type = "invalid_request_error") => ({ type: "error", error: { type, message } });
const returned = (message) => `The model returned the following errors: ${message}`;

const length = "This model's maximum context length is 128000 tokens. However, your messages resulted in 149767 tokens. Please reduce the length of the messages.";
const window = "Your input exceeds the context window of this model. Please adjust your input and try again.";
const tokens = "prompt is too long: 219898 tokens > 200000 maximum";

const perplexity = { error: { message: "The total length of all messages is too long.", type: "too_many_prompt_tokens", code: 400 } };

// One request that is larger than a minute's allowance: no waiting helps.
const above = (who) => ({
  Groq: "Request too large for model `llama-3.1-70b-versatile` in organization `org_1` on tokens per minute (TPM): Limit 6000, Requested 14368, please reduce your message size and try again.",
  OpenAI: "Request too large for gpt-4o in organization org-1 on tokens per min (TPM): Limit 30000, Requested 30601. The input or output tokens must be reduced in order to run successfully.",
})[who];

const overflows = [
  ["OpenAI", "chathub-dev/chathub#126", openai(400, invalid(length, { param: "messages", code: "context_length_exceeded" }))],
  ["OpenAI, the code alone", "chathub-dev/chathub#126", openai(400, invalid("Bad request.", { code: "context_length_exceeded" }))],
  ["OpenAI, GPT-5", "cline/cline#5474", openai(400, invalid("Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 289650 tokens."))],
  ["OpenAI Responses", "onyx-dot-app/onyx#6051", openai(400, invalid(window))],
  ["OpenAI Responses, in a stream", "dyad-sh/dyad#1672", openaiStream({ type: "error", sequence_number: 2, error: { type: "invalid_request_error", code: "context_length_exceeded", message: window, param: "input" } })],
  ["OpenAI Responses, the failed event", "openai-node, ResponseFailedEvent", { type: "response.failed", response: { status: "failed", error: { code: "context_length_exceeded", message: window } } }],
  ["Azure", "Azure/azure-sdk-for-net#41892", azure(400, invalid("This model's maximum context length is 32768 tokens. However, you requested 35969 tokens (9969 in the messages, 26000 in the completion). Please reduce the length of the messages or completion."))],
  ["GitHub Models", "eslint/tsc-meetings#593", openai(413, { error: { code: "tokens_limit_reached", message: "Request body too large for gpt-4o model. Max size: 8000 tokens." } })],
  ["GitHub Models, the words alone", "eslint/tsc-meetings#593", "Request body too large for gpt-4o model. Max size: 8000 tokens."],
  ["GitHub Copilot", "jjleng/copilot-more#35", openai(400, { error: { message: "prompt token count of 93854 exceeds the limit of 90000", param: "", code: "", type: "" } })],

  ["Anthropic", "earendil-works/pi#102", anthropic(400, claude(tokens))],
  ["Anthropic, in a stream", "earendil-works/pi#102", anthropicStream(claude(tokens))],
  ["Anthropic, input and reply", "continuedev/continue#6080", anthropic(400, claude("input length and `max_tokens` exceed context limit: 199759 + 8192 > 200000, decrease input length or `max_tokens` and try again"))],
  ["Anthropic, input and reply, unquoted", "stackblitz/bolt.new#7422", failure("input length and max_tokens exceed context limit: 86888 + 119866 > 204648, decrease input length or max_tokens and try again")],
  ["Anthropic, bytes", "anthropics/anthropic-sdk-python#938", anthropic(413, claude("Request exceeds the maximum size", "request_too_large"))],
  ["Anthropic, bytes, the words alone", "anthropics/anthropic-sdk-python#1028", "Request exceeds the maximum allowed number of bytes. The maximum request size is 32 MB"],
  ["Anthropic, 413 for the window", "anthropics/claude-code#6380", anthropic(413, claude("Request size exceeds model context window"))],
  ["Claude on Vertex", "anthropics/anthropic-sdk-python#1028", anthropic(413, claude("Prompt is too long"))],
  ["Anthropic, as Strands lists it", "strands-agents/sdk, models/anthropic", failure("max_tokens exceeded")],
  ["Anthropic, as Strands lists it", "strands-agents/sdk, models/anthropic", failure("input length exceeds context window")],
  ["Anthropic, as Strands lists it", "strands-agents/sdk, models/anthropic", failure("input and output tokens exceed your context limit")],

  ["Bedrock", "aws-samples/assessment-generator#2", bedrock("ValidationException", "Input is too long for requested model.")],
  ["Bedrock, Claude", "LibreChat-AI/agents#330", bedrock("ValidationException", returned("prompt is too long: 207848 tokens > 200000 maximum"))],
  ["Bedrock, Claude, input and reply", "RooCodeInc/Roo-Code#3713", bedrock("ValidationException", returned("input length and `max_tokens` exceed context limit: 196395 + 64000 > 204698"))],
  ["Bedrock, Claude, bytes", "strands-agents/sdk, models/bedrock", bedrock("ValidationException", "too many total text bytes: 9000000 > 6000000")],
  ["Bedrock, Nova, in a stream", "LibreChat-AI/agents#330", bedrock("Error", returned("Input Tokens Exceeded: Number of input tokens exceeds maximum length. Please update the input to try again."), 200)],
  ["Bedrock, Llama, in a stream", "LibreChat-AI/agents#330", bedrock("Error", returned("This model's maximum context length is 131072 tokens. Please reduce the length of the prompt"), 200)],
  ["Bedrock, Titan", "pkdone/paul-genai-test-tools-ts, bedrock-error-patterns", bedrock("ValidationException", "400 Bad Request: Too many input tokens. Max input tokens: 8192, request input token count: 9279")],
  ["Bedrock, OpenAI's models", "strands-agents/sdk, models/openai/errors", { type: "response.failed", response: { error: { code: "invalid_prompt", message: "prompt tokens (281096) exceed customer model maximum (278528)" } } }],

  ["Gemini", "google-gemini/gemini-cli#6678", gemini(400, { message: "The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).", status: "INVALID_ARGUMENT" })],
  ["Gemini, its list of errors", "google-gemini/gemini-cli#6678", [{ error: { code: 400, errors: [{ message: "The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).", reason: "badRequest" }] } }]],
  ["Gemini on Vertex", "google-gemini/gemini-cli#19727", gemini(400, { message: "Unable to submit request because the input token count is 1251952 but model only supports up to 1048576. Reduce the input token count and try again." })],
  ["Gemini, as Strands lists it", "strands-agents/sdk, models/google/errors", gemini(400, { message: "The prompt exceeds the maximum number of tokens", status: "INVALID_ARGUMENT" })],
  ["Gemini, bytes", "MaKTaiL/gemini-srt-translator#63", gemini(400, { message: "Request payload size exceeds the limit: 314572800 bytes.", status: "INVALID_ARGUMENT" })],

  ["Mistral", "LibreChat-AI/agents#330", mistral(400, { object: "error", message: "Prompt contains 170397 tokens and 0 draft tokens, too large for model with 131072 maximum context length", type: "invalid_request_invalid_args", code: "3051" })],
  ["Cohere", "cohere-ai/sandbox-topically#4", cohere(400, "too many tokens: total number of tokens (prompt and prediction) cannot exceed 2048 - received 6354. Try using a shorter prompt or a smaller max_tokens value.")],
  ["Groq", "earendil-works/pi, overflow.ts", openai(400, invalid("Please reduce the length of the messages or completion.", { param: "messages" }))],
  ["Cerebras", "cline/cline#5140", axios(400, { message: "Please reduce the length of the messages or completion. Current length is 42328 while limit is 40000", type: "invalid_request_error" })],
  // OpenAI's client up to 6 throws away a body without the field `error`, as those of Cerebras and SGLang; from 7 on it keeps such bodies.
  ["Cerebras, with OpenAI's client", "cline/cline#5140", openai(400, { message: "Please reduce the length of the messages or completion.", type: "invalid_request_error" })],
  ["Cerebras, without a body", "earendil-works/pi, overflow.ts", openai(413, "")],
  ["xAI", "cline/cline#3120", openai(400, { code: "Client specified an invalid argument", error: "This model's maximum prompt length is 131072 but the request contains 136973 tokens." })],
  ["DeepSeek", "evalstate/fast-agent#621", openai(400, invalid("This model's maximum context length is 131072 tokens. However, you requested 131134 tokens (122942 in the messages, 8192 in the completion).", { code: "invalid_request_error" }))],
  ["Together", "harbor-framework/harbor#180", openai(422, invalid("Input validation error: `inputs` tokens + `max_new_tokens` must be <= 40960. Given: 38984 `inputs` tokens and 2048 `max_new_tokens`"))],
  ["OpenRouter", "refly-ai/refly#1177", openai(400, { error: { code: 400, message: "This endpoint's maximum context length is 32768 tokens. However, you requested about 42832 tokens (42832 of text input). Please reduce the length of either one, or use the \"middle-out\" transform." } })],
  ["OpenRouter, another's words inside", "tailcallhq/forgecode#1146", openai(400, { error: { message: "Provider returned error", code: 400, metadata: { raw: JSON.stringify(claude("Prompt is too long")), provider_name: "Google" } } })],
  ["Perplexity", "recorded: 400", openai(400, perplexity)],
  ["Perplexity, the words alone", "recorded: 400", perplexity.error.message],
  ["Perplexity, the type alone", "recorded: 400", { error: { message: "Bad request.", type: perplexity.error.type, code: 400 } }],
  ["Kimi, bytes", "MoonshotAI/kimi-code#1862", openai(400, invalid("total message size 2100954 exceeds limit 2097152"))],
  ["Kimi, older", "MoonshotAI/MoonshotAI-Cookbook#18", openai(400, invalid("model max length exceeded, max length:8192"))],
  ["SiliconFlow", "infiniflow/ragflow#7060", openai(400, { code: 20015, message: "length of prompt_tokens (48322) must be less than max_seq_len (32768).", data: null })],
  ["SiliconFlow, the words alone", "BerriAI/litellm#10188", "litellm.BadRequestError: OpenAIException - length of prompt_tokens (141644) must be less than max_seq_len (32768)."],
  ["Doubao", "agentscope-ai/QwenPaw#272", openai(400, { error: { code: "InvalidParameter", message: "Total tokens of image and text exceed max message tokens. Request id: 0217", param: "", type: "BadRequest" } })],
  ["watsonx.ai", "quoted in public reports", failure("the number of input tokens 140000 cannot exceed the total tokens limit 131072 for this model")],
  ["Groq, above the whole allowance", "assafelovic/gpt-researcher#985", openai(413, { error: { message: above("Groq"), type: "tokens", code: "rate_limit_exceeded" } })],
  ["Groq, above the whole allowance, the words alone", "continuedev/continue#10218", `413 ${above("Groq")}`],
  ["OpenAI, above the whole allowance", "DrShushen/climb#13", openai(429, { error: { message: above("OpenAI"), type: "tokens", code: "rate_limit_exceeded" } })],
  ["OpenAI, above the whole allowance, the words alone", "DrShushen/climb#13", above("OpenAI")],
  ["Kimi", "MoonshotAI/kimi-cli#2011", openai(400, invalid("Invalid request: Your request exceeded model token limit: 262144 (requested: 269030)"))],
  ["Qwen", "agentscope-ai/QwenPaw#6255", openai(400, invalid("<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 983616]", { code: "invalid_parameter_error" }))],
  ["MiniMax", "agentscope-ai/QwenPaw#1873", anthropic(400, claude("invalid params, context window exceeds limit (2013)"))],
  ["Zhipu", "tashfeenahmed/freellmapi#873", openai(400, { error: { code: "1261", message: "Prompt exceeds max length" } })],
  ["Zhipu, in other words", "earendil-works/pi, overflow.ts", openai(400, { error: { code: "1261", message: "Prompt too long" } })],
  ["Zhipu, in Chinese", "anomalyco/opencode, provider-error.ts", openai(400, { error: { code: "1261", message: "Prompt 超长" } })],
  ["Zhipu, the reason as an error", "earendil-works/pi, overflow.ts", failure("finish_reason: model_context_window_exceeded")],
  ["Cloudflare", "anomalyco/opencode, provider-error.ts", failure("The estimated number of input and maximum output tokens (140000) exceeded this model context window limit (131072).")],
  ["Replicate", "run-llama/llama_index#7974", failure("Your input is too long. Max input length is 4096 tokens, but you supplied 5441 tokens.")],
  ["DeepInfra", "anomalyco/opencode, provider-error.ts", failure("Requested input length 140000 exceeds maximum input length 131072")],

  ["Ollama", "earendil-works/pi, overflow.ts", ollama(400, "prompt too long; exceeded max context length by 100918 tokens")],
  ["Ollama's cloud", "quoted in several public tests", ollama(400, "The prompt is too long: 208863, model maximum context length: 202752")],
  ["oMLX", "ValueCell-ai/ClawX#658", openai(400, invalid("Prompt too long: 41911 tokens exceeds max context window of 32768 tokens"))],
  ["llama.cpp", "ggml-org/llama.cpp#15780", openai(400, { error: { code: 400, message: "the request exceeds the available context size. try increasing the context size or enable context shift", type: "exceed_context_size_error", n_prompt_tokens: 1407, n_ctx: 256 } })],
  ["llama.cpp, the type alone", "ggml-org/llama.cpp#15780", { type: "exceed_context_size_error", n_prompt_tokens: 1407, n_ctx: 256 }],
  ["llama.cpp, while it writes", "ggml-org/llama.cpp#12113", failure("Context size has been exceeded.")],
  ["llama-cpp-python", "abetlen/llama-cpp-python#120", openai(500, invalid("Requested tokens (2285) exceed context window of 2048"))],
  ["ds4", "antirez/ds4#150", openai(400, { error: { message: "Prompt tokens (9000) exceeds context size (8192)", type: "context_exceeded", n_prompt_tokens: 9000, n_ctx: 8192 } })],
  ["ds4, the type alone", "antirez/ds4#150", { type: "context_exceeded", n_prompt_tokens: 9000, n_ctx: 8192 }],
  ["vLLM", "vllm-project/vllm#20409", axios(400, { object: "error", message: "This model's maximum context length is 16384 tokens. However, you requested 122946 tokens (112946 in the messages, 10000 in the completion).", type: "BadRequestError", code: 400 })],
  ["vLLM, the engine's words", "langchain-ai/deepagents#468", axios(500, { detail: "The decoder prompt (length 66501) is longer than the maximum model length of 65536. Make sure that `max_model_len` is no smaller than the number of text tokens." })],
  ["vLLM, the engine's other words", "strands-agents, classify_openai_error", openai(400, invalid("the engine prompt length exceeds the max_model_len"))],
  ["vLLM, input and reply", "opendatalab/MinerU#4868", openai(400, invalid("'max_tokens' or 'max_completion_tokens' is too large: 8192. This model's maximum context length is 8192 tokens and your request has 1210 input tokens (8192 > 8192 - 1210)."))],
  ["SGLang", "QwenLM/Qwen3#1321", axios(400, { object: "error", message: "The input (61709 tokens) is longer than the model's context length (40960 tokens).", type: "BadRequestError", code: 400 })],
  ["SGLang, the pool", "sgl-project/sglang#4048", failure("Input length (160062 tokens) exceeds the maximum allowed length (59862 tokens). Use a shorter input or enable --allow-auto-truncate.")],
  ["SGLang, input and reply", "anomalyco/models.dev#4422", openai(400, invalid("Requested token count exceeds the model's maximum context length of 256000 tokens. You requested a total of 256878 tokens."))],
  ["LM Studio", "Gitlawb/openclaude#353", openai(400, { error: "The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 13055>= n_ctx: 4096). Try to load the model with a larger context length, or provide a shorter input." })],
  ["LM Studio, older", "lmstudio-ai/lmstudio-bug-tracker#546", failure("Trying to keep the first 111490 tokens when context the overflows. However, the model is loaded with context length of only 32768 tokens, which is not enough.")],
  ["Text Generation Inference", "huggingface/chat-ui#1149", failure("Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8192. Given: 6204 `inputs` tokens and 2047 `max_new_tokens`", { statusCode: 422 })],
  ["Text Generation Inference, input", "meta-llama/llama#1103", { error: "Input validation error: `inputs` must have less than 4096 tokens. Given: 4545", error_type: "validation" }],
  ["LiteLLM", "BerriAI/litellm#38368", openai(400, { error: { message: "litellm.ContextWindowExceededError: litellm.BadRequestError: see the provider's answer", code: "400" } })],
  ["a proxy", "anomalyco/opencode#14064", "Request Entity Too Large"],
  ["a proxy's page", "RFC 9110, 413", openai(413, "<html><title>413</title></html>")],
];

describe("an overflow", () => {
  for (const [who, source, error] of overflows) {
    test(`${who} (${source})`, async () => assert.equal(isContextOverflow(typeof error === "function" ? await error() : error), true));
  }
});
