// Messages of OpenTelemetry's conventions for generative AI. The entry `backscroll/opentelemetry`.
//
// The schemas are `gen-ai-input-messages.json`, `gen-ai-output-messages.json`, `gen-ai-system-instructions.json` and
// `gen-ai-tool-definitions.json` of github.com/open-telemetry/semantic-conventions-genai (`model/gen-ai`), and before that of
// github.com/open-telemetry/semantic-conventions (`docs/gen-ai`).
//
// It reads attributes (values, or JSON texts), a span with such attributes, and a list of messages. It writes three forms: `attributes`, for
// events and logs; `span`, the same with JSON texts; and `list`, the messages alone. A body that is read and written again is the same,
// except that
//
// - fields that are null are left out, a part without a type has one, and a value under `result` stands under `response`;
// - a data URL is a `blob`;
// - attributes that are not of the conversation, such as the parameters of the request, are left out and reported. `readSpans` reads them.
//
// The first system message becomes the instructions, and answers at the end the output. The released schema requires `finish_reason` of an
// output, and the newest one deprecates it. Our messages do not keep the reason, so an answer of another format has `tool_call` if it calls
// tools, else `stop`. A result that failed begins with `[error]`. Reasoning has a text and no signature. A refusal has the type `refusal`,
// because the schema allows further types.

import { registerFormat } from "../formats/registry.js";
import type { ProgramFormat } from "../index.js";
import { NAME } from "./names.js";
import { formOf, read } from "./read.js";
import type { OpenTelemetryAttributes, OpenTelemetryMessage } from "./types.js";
import { FORMS, write } from "./write.js";

declare module "../index.js" {
  interface ProgramBodies {
    /** Messages of OpenTelemetry. */
    opentelemetry: {
      /** The default form: `"attributes"`. */
      default: OpenTelemetryAttributes;
      /** Attributes of events and logs, whose values may be lists. */
      attributes: OpenTelemetryAttributes;
      /** Attributes of spans, whose lists are JSON texts. */
      span: OpenTelemetryAttributes<string, string>;
      /** The messages alone. */
      list: OpenTelemetryMessage[];
    };
  }
}

/**
 * The messages of OpenTelemetry's conventions for generative AI. Importing this entry makes `"opentelemetry"` known to `convert`, `from` and
 * `fit`, which takes a list of messages.
 *
 * @example
 * import { opentelemetry } from "backscroll/opentelemetry";
 * span.setAttributes(convert("anthropic", opentelemetry, request.body, { form: "span" }).body);
 */
export const opentelemetry: ProgramFormat<"opentelemetry"> = {
  name: NAME,
  forms: FORMS,
  carriesAudio: true,
  needsCallIds: false,
  holds: [NAME],
  hasDocumentBlocks: false,
  read,
  formOf,
  write,
};

registerFormat(opentelemetry);

export { readSpans } from "./read-spans.js";
export { toolDefinitions } from "./tools.js";
export { traceHistory } from "./trace-history.js";
export type { HistorySpan, HistoryTracer, TracedConversation } from "./trace-history.js";
export type {
  OpenTelemetryAttributes,
  OpenTelemetryMessage,
  OpenTelemetryPart,
  OpenTelemetryTool,
  SpanParams,
  SpanReading,
} from "./types.js";
