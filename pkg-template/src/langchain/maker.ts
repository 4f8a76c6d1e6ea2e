// The provider and the model that made a message, as `response_metadata` names them.

import { extrasOf } from "../formats/extras.js";
import type { Fields } from "../formats/fields.js";
import type { NeutralPart } from "../types/program-format.js";
import { ITEMS, PROVIDERS, formatOfReasoning, providerOf } from "../providers/registry/langchain.js";
import type { Format, Origin } from "../types/index.js";
import { usualForm } from "./reasoning-form.js";

/** The maker of a message. */
export interface Maker {
  readonly format?: Format | undefined;
  readonly model?: string | undefined;
}

/** The names of the field that holds the model. */
export const MODEL_NAMES = ["model_name", "model", "model_id"] as const;

/** The maker that the metadata of a message names. */
export function makerIn(metadata: Fields): Maker {
  const format = PROVIDERS.find(({ names }) => names.some((name) => name === metadata.model_provider))?.format;
  const name = MODEL_NAMES.find((field) => typeof metadata[field] === "string");
  return { format, model: name && (metadata[name] as string) };
}

/** The maker as the origin of a part; undefined if the format is unknown. */
export function originOf(format: Format | undefined, model: string | undefined): Origin | undefined {
  return format && { format, ...(model !== undefined && { model }) };
}

/**
 * The provider that `model_provider` must name for the ids of items and for reasoning to be read as that provider's: the blocks
 * themselves do not say so.
 */
export function providerToName(parts: readonly NeutralPart[]): string | undefined {
  for (const part of parts) {
    const { itemId, writtenAs } = extrasOf(part);
    if (part.type === "text" && itemId !== undefined) return nameOf(ITEMS);
    if (part.type !== "reasoning" || part.origin === undefined) continue;
    const shown = formatShownBy(writtenAs ?? usualForm(part), part.encrypted !== undefined || itemId !== undefined);
    const provider = shown === part.origin.format ? undefined : nameOf(part.origin.format);
    if (provider !== undefined) return provider;
  }
  return undefined;
}

/** The format that reasoning in this form is read as when no provider is named. */
function formatShownBy(form: unknown, isOpaque: boolean): Format | undefined {
  const isStandard = form === "reasoning" || form === "extras";
  return formatOfReasoning(form) ?? (isStandard && !isOpaque ? undefined : ITEMS);
}

/** The name of a provider with this format. Vendors of Chat Completions have names of their own. */
function nameOf(format: Format): string | undefined {
  return format === "openai-chat" ? undefined : providerOf(format)?.names[0];
}
