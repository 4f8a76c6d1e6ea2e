// The provider and the model that made a message, as `response_metadata` names them.

import type { Fields } from "../formats/fields.js";
import type { Format, Origin } from "../types/index.js";

/** The maker of a message. */
export interface Maker {
  readonly format?: Format | undefined;
  readonly model?: string | undefined;
}

/** The names of providers and their formats. The first name of a format is the one that is written. */
const PROVIDERS: readonly (readonly [name: string, format: Format])[] = [
  ["anthropic", "anthropic"],
  ["openai", "openai-responses"],
  ["azure_openai", "openai-responses"],
  ["google_genai", "gemini"],
  ["google-genai", "gemini"],
  ["google", "gemini"],
  ["google_vertexai", "gemini"],
  ["google-vertexai", "gemini"],
  ["bedrock_converse", "bedrock"],
  ["bedrock-converse", "bedrock"],
  ["mistralai", "mistral"],
  ["deepseek", "openai-chat"],
  ["groq", "openai-chat"],
  ["openrouter", "openai-chat"],
];

/** The names of the field that holds the model. */
export const MODEL_NAMES = ["model_name", "model", "model_id"] as const;

/** The maker that the metadata of a message names. */
export function makerIn(metadata: Fields): Maker {
  const [, format] = PROVIDERS.find(([name]) => name === metadata.model_provider) ?? [];
  const name = MODEL_NAMES.find((field) => typeof metadata[field] === "string");
  return { format, model: name && (metadata[name] as string) };
}

/** The maker as the origin of a part; undefined where no format is known. */
export function originOf(format: Format | undefined, model: string | undefined): Origin | undefined {
  return format && { format, ...(model !== undefined && { model }) };
}

/** The name of a provider with this format. Vendors of Chat Completions have names of their own. */
export function providerOf(format: Format): string | undefined {
  return format === "openai-chat" ? undefined : PROVIDERS.find(([, known]) => known === format)?.[0];
}
