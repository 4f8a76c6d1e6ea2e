// Options of providers that their own formats have as fields. Neutral messages keep them under the names of those fields.

import { PROVIDERS } from "../providers/registry/ai-sdk.js";
import type { Link, SdkProvider } from "./sdk-provider.js";

const of = (field: "text" | "media" | "call" | "result" | "reasoning"): readonly Link[] =>
  PROVIDERS.flatMap((provider: SdkProvider) => (provider[field] ?? []).map(([option, name]): Link => [provider.names, option, name]));

/** The links of texts. */
export const TEXT = /* @__PURE__ */ of("text");

/** The links of pictures, sound and documents. */
export const MEDIA = /* @__PURE__ */ of("media");

/** The links of calls. */
export const CALL = /* @__PURE__ */ of("call");

/** The links of results. */
export const RESULT = /* @__PURE__ */ of("result");

/** The links of reasoning, beside its opaque data. */
export const REASONING = /* @__PURE__ */ of("reasoning");
