// The provider to test against.

import type { Target } from "backscroll";
import { type AnthropicRules, type BedrockRules, type CommonRules, type GeminiRules, type MistralRules, type OpenAIChatRules, type OpenAIResponsesRules, type StrictCut, type StrictFetch, type StrictHttpError, type StrictLogEntry, type StrictProvider, type StrictProviderOptions, type StrictRefusal, type StrictReply, type StrictRules, type StrictScript, type StrictScriptRequest, type StrictServerOptions, judge, startStrictProvider, strictFetch } from "backscroll/strict-provider";

const cut: StrictCut = { after: 3, error: "Overloaded" };
const reply: StrictReply = { text: "Noon.", thinking: "Hm.", toolCalls: [{ name: "clock", arguments: { zone: "UTC" }, id: "call_1" }], cut };
const error: StrictHttpError = { status: 429, retryAfter: 2, message: "Slow down." };
export const failing: StrictScript = [{ error }, { error: { status: 529 } }, { error: null, text: "Noon." }];
const script: StrictScript = async ({ index, target, body, tokens }: StrictScriptRequest) => (index > 0 ? reply : { text: `${target} ${body.model} ${tokens}` });
const common: CommonRules = { contextWindow: 8_000, parameters: true, allowPrefill: true };
const chat: OpenAIChatRules = { ...common, refuseSilence: "alone", unsupportedRoles: ["developer"] };
const responses: OpenAIResponsesRules = { encrypted: "own" };
const anthropic: AnthropicRules = { signatures: "bound" };
const gemini: GeminiRules = { model: "gemini-3-pro-preview", signedCalls: true };
const bedrock: BedrockRules = { model: "claude" };
const mistral: MistralRules = { allowUserAfterTool: true };
const rules: StrictRules = { "openai-chat": chat, "openai-responses": responses, anthropic, gemini, bedrock, mistral };
const options: StrictProviderOptions = { contextWindow: 8_000, script, bodyLimit: 1_000, eventDelay: 5, ...rules };
const ofServer: StrictServerOptions = { ...options, allowOrigin: "*" };

export async function asked(body: unknown, target: Target): Promise<string[]> {
  const refusal: StrictRefusal | null = judge("openai-chat", body, { uniqueIds: true }) ?? judge(target, body);
  const fetch: StrictFetch = strictFetch(options);
  const same: typeof globalThis.fetch = fetch;
  const response: Response = await same(new URL("https://api.openai.com/v1/chat/completions"), { method: "POST", body: "{}" });
  fetch.forget("resp_1");
  const provider: StrictProvider = await startStrictProvider(ofServer);
  const log: StrictLogEntry[] = [...provider.log, ...fetch.log];
  await provider.close();
  return [provider.url, String(response.status), refusal?.message ?? "", ...log.map(({ target: asked, status, rule, tokens, requestBytes }) => `${asked} ${status} ${rule ?? ""} ${tokens} ${requestBytes}`)];
}

// @ts-expect-error: a target of ours
judge("openai", {});
// @ts-expect-error: a rule of another target
judge("gemini", {}, { uniqueIds: true });
// @ts-expect-error: misspelt
strictFetch({ contextwindow: 8_000 });
// @ts-expect-error: only a server has an origin
strictFetch({ allowOrigin: "*" });
// @ts-expect-error: a reply is an object
strictFetch({ script: ["Noon."] });
// @ts-expect-error: an error has a status
strictFetch({ script: [{ error: { retryAfter: 2 } }] });
// @ts-expect-error: it is awaited
startStrictProvider().url;
