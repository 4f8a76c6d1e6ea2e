// From one format to another.

import { UNBOUNDED, atDesk } from "../wasm/stateless.js";
import { invalid, picked } from "../input/check.js";
import { toJson, withBytes } from "../input/json.js";
import { DEFAULT_LIMITS } from "../input/options.js";
import { FORMAT_OPTIONS, body as checkBody, format, formName, formatOptionsJson } from "../input/request.js";
import { surrogateRepairs } from "../input/surrogates.js";
import type { ProgramFormat, WrittenMessage } from "../formats/program-format.js";
import { programFormat } from "../formats/registry.js";
import { besideRepairs, partedRepairs, readProgram, readingJson, repairsOf } from "../wasm/program.js";
import { readJson, writeAll } from "../wasm/text.js";
import type { ConvertedBody, ConvertOptions, Format, FormOf, Repair } from "../types/index.js";

/**
 * Reads a conversation in one format and writes it in another. `body` is a request body, or its list of messages alone. A provider's
 * format gives a body that this provider accepts, without a model and tools: `{ messages }`, for Anthropic `{ system, messages }`. The
 * others give what their programs keep, most of them a list; `form` says in which form.
 *
 * `losses` names what the other format cannot carry, each with what became of it: signatures and encrypted reasoning of another
 * provider, cache markers, media in places where there are none. The model, the tools and what else stands beside the conversation
 * stay behind, and are named too. `repairs` is what was mended. In both, messages without an id of their own are called `m0`, `m1`, ...
 * by their place in `body`.
 *
 * To a conversation that ends with the assistant, a provider's format may add a user turn; `capabilities: { prefill: true }` leaves it
 * as it is. From a provider's format to itself, a whole body is mended as `sanitize` does it.
 *
 * @throws ConversationError `unknown-format`, `invalid-argument`, `invalid-message`, `invalid-role`, `duplicate-id`, `too-deep`,
 * `too-large`; `nothing-to-send` when a provider's format has no message to send.
 * @example
 * const { body, losses } = convert({ messages }, "openai-chat", "anthropic");
 * const uiMessages = convert(body, "anthropic", "ai-sdk", { form: "ui" }).body;
 */
export function convert<To extends Format, Form extends FormOf<To> = never>(
  body: unknown,
  from: Format,
  to: To,
  options?: ConvertOptions<To, Form>,
): {
  /** The conversation in the other format. */
  body: ConvertedBody<To, Form>;
  /** What was mended. */
  repairs: Repair[];
  /** What the other format cannot carry. */
  losses: Repair[];
} {
  const [source, target] = [format(from, "from"), format(to, "to")];
  const given = checkBody(source, body);
  const { form, ...formatOptions } = options === undefined ? {} : picked("options", options, [...FORMAT_OPTIONS, "form"]);
  const name = formName(form);
  const optionsText = formatOptionsJson(formatOptions);
  const text = toJson(given, { ...UNBOUNDED, name: "The body" });
  const [reader, writer] = [programFormat(source), programFormat(target)];
  const usedForm = formOf(target, writer, name);
  const reading = reader && readProgram(reader, text.json, DEFAULT_LIMITS);
  const texts = [reading === undefined ? text.json : readingJson(reading), optionsText, reader ? "{}" : "", writer === undefined ? "" : described(writer)];
  const settled = atDesk((desk) => {
    const [length = 0, optionsLength = 0, sourceLength = 0, targetLength = 0] = writeAll(desk, texts);
    return readJson(desk, desk.convert(source, target, length, optionsLength, sourceLength, targetLength)) as Converted;
  });
  const read = partedRepairs(reading === undefined ? [] : [...repairsOf(reading, (place) => settled.ids[place]), ...besideRepairs(reading)]);
  const written = writer?.write(settled.body as WrittenMessage[], usedForm) ?? { body: settled.body, repairs: [] };
  const { repairs, losses } = partedRepairs(written.repairs);
  return {
    body: (from === to ? withBytes(written.body, text) : written.body) as ConvertedBody<To, Form>,
    repairs: [...surrogateRepairs(text.replaced), ...read.repairs, ...settled.repairs, ...repairs],
    losses: [...read.losses, ...settled.losses, ...losses],
  };
}

/** What the core makes of a conversation: a body, or messages to be written. */
interface Converted {
  readonly body: unknown;
  readonly repairs: Repair[];
  readonly losses: Repair[];
  /** The ids of the messages that were read. */
  readonly ids: readonly string[];
}

/** The description of a format that the core needs. */
function described({ holds, hasDocumentBlocks, carriesAudio, needsCallIds }: ProgramFormat): string {
  return JSON.stringify({ holds, hasDocumentBlocks, carriesAudio, needsCallIds });
}

/** The form of this name, or the usual one. */
function formOf(format: Format, { forms }: Pick<ProgramFormat, "forms"> = { forms: [] }, name: string): string {
  if (name === "") return forms[0] ?? "";
  if (forms.includes(name)) return name;
  const known = forms.length === 0 ? `\`${format}\` is written in one form, so leave it out` : `\`${format}\` is written as ${forms.join(" or ")}`;
  throw invalid(`unknown form \`${name}\`: ${known}`);
}
