// Options of providers that their own formats have as fields. Neutral messages keep them under the names of those fields.

/** A provider, by the names under which the SDK's packages know its options. The first is written, unless the options came under another. */
export type Provider = readonly [string, ...string[]];

export const ANTHROPIC: Provider = ["anthropic"];
export const BEDROCK: Provider = ["bedrock", "amazonBedrock"];
export const GOOGLE: Provider = ["google", "vertex", "googleVertex"];
export const OPENAI: Provider = ["openai", "azure"];

/** A provider, its option, and the field of its own format. */
export type Link = readonly [provider: Provider, option: string, field: string];

const ITEM_ID: Link = [OPENAI, "itemId", "itemId"];
const BREAKPOINT: Link = [OPENAI, "promptCacheBreakpoint", "prompt_cache_breakpoint"];
const SIGNATURE: Link = [GOOGLE, "thoughtSignature", "thoughtSignature"];
const CACHE_CONTROL: Link = [ANTHROPIC, "cacheControl", "cache_control"];
const CITATIONS: Link = [ANTHROPIC, "citations", "citations"];
const CACHE_POINT: Link = [BEDROCK, "cachePoint", "cachePoint"];

/** The links of texts. */
export const TEXT: readonly Link[] = [
  ITEM_ID,
  [OPENAI, "phase", "phase"],
  [OPENAI, "annotations", "annotations"],
  [OPENAI, "logprobs", "logprobs"],
  BREAKPOINT,
  SIGNATURE,
  CACHE_CONTROL,
  CITATIONS,
  CACHE_POINT,
];

/** The links of pictures, sound and documents. */
export const MEDIA: readonly Link[] = [
  BREAKPOINT,
  SIGNATURE,
  [GOOGLE, "videoMetadata", "videoMetadata"],
  CACHE_CONTROL,
  CITATIONS,
  [ANTHROPIC, "context", "context"],
  CACHE_POINT,
];

/** The links of calls. */
export const CALL: readonly Link[] = [ITEM_ID, [OPENAI, "namespace", "namespace"], SIGNATURE, CACHE_CONTROL, CACHE_POINT];

/** The links of results. */
export const RESULT: readonly Link[] = [SIGNATURE, CACHE_CONTROL, CACHE_POINT];

/** The links of reasoning, beside its opaque data. */
export const REASONING: readonly Link[] = [ITEM_ID];
