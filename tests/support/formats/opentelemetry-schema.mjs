// The published schemas of messages in spans, as zod schemas.
//
// From `gen-ai-input-messages.json`, `gen-ai-output-messages.json`, `gen-ai-system-instructions.json` and `gen-ai-tool-definitions.json` in
// github.com/open-telemetry/semantic-conventions-genai: `model/gen-ai` at 2b902ce1 (the newest, where `finish_reason` is deprecated), and
// `docs/gen-ai` at 8f24f0eb (where an output requires it). Their `GenericPart` accepts any type with any fields; here, a part of a type that
// the schema names must be of that type's own schema.

import assert from "node:assert/strict";
import { z } from "zod";

const text = z.string();
const nullable = z.string().nullish();
const Modality = z.string();
const media = { mime_type: nullable, modality: Modality, transcript: nullable };
const typed = z.looseObject({ type: text });

const PARTS = {
  text: z.looseObject({ content: text }),
  reasoning: z.looseObject({ content: text }),
  tool_call: z.looseObject({ id: nullable, name: text, arguments: z.unknown().optional() }),
  tool_call_response: z.looseObject({ id: nullable, response: z.unknown().optional() }).refine((part) => "response" in part, "`response` is required"),
  server_tool_call: z.looseObject({ id: nullable, name: text, server_tool_call: typed }),
  server_tool_call_response: z.looseObject({ id: nullable, server_tool_call_response: typed }),
  blob: z.looseObject({ ...media, content: text }),
  uri: z.looseObject({ ...media, uri: text }),
  file: z.looseObject({ ...media, file_id: text }),
  compaction: z.looseObject({ id: nullable, content: nullable }),
};

const Part = typed.superRefine((part, context) => {
  const outcome = PARTS[part.type]?.safeParse(part);
  for (const { path, message } of outcome?.error?.issues ?? []) context.addIssue({ code: "custom", path, message: `${part.type}: ${message}` });
});
const Message = z.looseObject({ role: text, parts: z.array(Part), name: nullable });
const Output = Message.extend({ finish_reason: text });
const Tool = z.looseObject({ type: text, name: text, description: nullable, parameters: z.record(z.string(), z.unknown()).nullish() });

const ATTRIBUTES = {
  "gen_ai.system_instructions": z.array(Part),
  "gen_ai.input.messages": z.array(Message),
  "gen_ai.output.messages": z.array(Output),
  "gen_ai.tool.definitions": z.array(Tool),
};

/** The lists of attributes, parsed if they are texts. */
export function listsOf(attributes) {
  const known = Object.entries(attributes).filter(([name]) => name in ATTRIBUTES);
  return Object.fromEntries(known.map(([name, value]) => [name, typeof value === "string" ? JSON.parse(value) : value]));
}

/** Fails if an attribute breaks its schema. */
export function checkAttributes(attributes) {
  for (const [name, value] of Object.entries(listsOf(attributes))) {
    const { error } = ATTRIBUTES[name].safeParse(value);
    assert.equal(error, undefined, `${name}: ${error && z.prettifyError(error)}\n${JSON.stringify(value)}`);
  }
}

/** Fails if a list of messages breaks the schema of the input. */
export function checkMessages(messages) {
  checkAttributes({ "gen_ai.input.messages": messages });
}
