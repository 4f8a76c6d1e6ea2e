// Converts a conversation between formats.

import { Method } from "../../../build/method.js";
import { UNBOUNDED, stateless } from "../wasm/stateless.js";
import { invalid, picked } from "../input/check.js";
import { toJson, withBytes } from "../input/json.js";
import { DEFAULT_LIMITS } from "../input/options.js";
import { FORMAT_OPTIONS, body as checkBody, format, formName, formatOptionsJson, isFormat } from "../input/request.js";
import { surrogateRepairs } from "../input/surrogates.js";
import type { ProgramFormat, WrittenMessage } from "../types/program-format.js";
import { programFormat } from "../formats/registry.js";
import { besideRepairs, partedRepairs, readProgram, readingJson, repairsOf } from "../wasm/program.js";
import type { Conversion, ConvertedBody, ConvertOptions, Format, FormatOrName, FormOf, NameOf, Repair } from "../types/index.js";

/**
 * Reads a conversation in the format `from` and writes it in the format `to`. `body` is a request body, or its list of messages alone. For a provider's
 * format, the result is a body that the provider accepts, without a model and tools: `{ messages }`, or `{ system, messages }` for
 * Anthropic. For other formats, it is the framework's messages, usually a list; `form` selects one of several forms.
 *
 * `losses` lists what the other format cannot hold, and what replaces it: signatures and encrypted reasoning of another provider, cache
 * breakpoints, media in places that cannot hold media. The model, the tools and other fields beside the conversation are left out and
 * listed, too. `repairs` lists the other changes. In both, a message without an id has the id `m0`, `m1`, ... by its index in `body`.
 *
 * A provider's format may add a user message to a conversation that ends with the assistant; `capabilities: { prefill: true }` prevents
 * that. From a provider's format to itself, a whole body is repaired as by `sanitize`.
 *
 * @throws ConversationError `unknown-format`, `invalid-argument`, `invalid-message`, `invalid-role`, `duplicate-id`, `too-deep`,
 * `too-large`; `nothing-to-send` when a provider's format has no message to send.
 * @example
 * import { aiSdk } from "backscroll/ai-sdk";
 * const { body, losses } = convert("openai-chat", "anthropic", { messages });
 * const uiMessages = convert("anthropic", aiSdk, body, { form: "ui" }).body;
 */
export function convert<To extends FormatOrName, Form extends FormOf<NameOf<To>> = never>(
  from: FormatOrName,
  to: To,
  body: object,
  options?: ConvertOptions<NameOf<To>, Form>,
): Conversion<NameOf<To>, Form>;
/**
 * The former order of the arguments.
 *
 * @deprecated Give the formats first: `convert(from, to, body)`.
 */
export function convert<To extends Format, Form extends FormOf<To> = never>(
  body: unknown,
  from: Format,
  to: To,
  options?: ConvertOptions<To, Form>,
): Conversion<To, Form>;
export function convert(first: unknown, second: unknown, third: unknown, options?: unknown): Conversion {
  const [from, to, body] = isFormerOrder(first, second, third) ? [second, third, first] : [first, second, third];
  const [source, target] = [format(from, "from"), format(to, "to")];
  const given = checkBody(source, body);
  const { form, ...formatOptions } = options === undefined ? {} : picked("options", options, [...FORMAT_OPTIONS, "form"]);
  const name = formName(form);
  const optionsText = formatOptionsJson(formatOptions);
  const text = toJson(given, { ...UNBOUNDED, name: "The body" });
  const [reader, writer] = [programFormat(source), programFormat(target)];
  const usedForm = formOf(target, writer, name);
  const reading = reader && readProgram(reader, text.json, DEFAULT_LIMITS);
  const texts = [
    reading === undefined ? text.json : readingJson(reading),
    optionsText,
    reader ? "{}" : "",
    writer === undefined ? "" : described(writer),
  ];
  const settled = stateless((core) => core.json(Method.Convert, [source, target, ...texts]) as Converted);
  const read = partedRepairs(
    reading === undefined ? [] : [...repairsOf(reading, (place) => settled.ids[place]), ...besideRepairs(reading)],
  );
  const written = writer?.write(settled.body as WrittenMessage[], usedForm) ?? { body: settled.body, repairs: [] };
  const { repairs, losses } = partedRepairs(written.repairs);
  return {
    body: (source === target ? withBytes(written.body, text) : written.body) as ConvertedBody,
    repairs: [...surrogateRepairs(text.replaced), ...read.repairs, ...settled.repairs, ...repairs],
    losses: [...read.losses, ...settled.losses, ...losses],
  };
}

/** Returns true if the body was given first. A body is never a text, so a text there is most likely a format. */
function isFormerOrder(first: unknown, second: unknown, third: unknown): boolean {
  return !isFormat(first) && (typeof first !== "string" || (isFormat(second) && isFormat(third)));
}

/** The answer of the core: a body, or messages that a format of programs writes. */
interface Converted {
  readonly body: unknown;
  readonly repairs: Repair[];
  readonly losses: Repair[];
  /** The ids of the messages that were read. */
  readonly ids: readonly string[];
}

/** The description of a format that the core needs. */
function described({ holds, hasDocumentBlocks, carriesAudio, needsCallIds, isRequest }: ProgramFormat): string {
  return JSON.stringify({ holds, hasDocumentBlocks, carriesAudio, needsCallIds, isRequest });
}

/** The form of this name, or the default form. */
function formOf(format: Format, { forms }: Pick<ProgramFormat, "forms"> = { forms: [] }, name: string): string {
  if (name === "") return forms[0] ?? "";
  if (forms.includes(name)) return name;
  const known =
    forms.length === 0 ? `\`${format}\` is written in one form, so leave it out` : `\`${format}\` is written as ${forms.join(" or ")}`;
  throw invalid(`unknown form \`${name}\`: ${known}`);
}
