// The report of one message that is written.

import { callExtras, extrasOf } from "../formats/extras.js";
import type { Fields } from "../formats/fields.js";
import { WRITTEN_AS } from "../formats/marks.js";
import { type Media, placeholder } from "../formats/media.js";
import type { NeutralCall, NeutralPart, ProgramFormatName, WriteRepair, WrittenMessage } from "../types/program-format.js";
import { textOfFile } from "../formats/text-file.js";
import type { RepairCode } from "../types/index.js";

/** Fields that say how the source spelled something; a format that does not know them loses nothing. */
const SILENT = [WRITTEN_AS, "structured"];

/** The prefix of a failed result, if the format has no flag for failures. The core writes the same prefix for its targets. */
const FAILED = "[error]";

/** Collects what a message could not carry. */
export class Report {
  readonly repairs: WriteRepair[] = [];
  readonly #format: ProgramFormatName;
  readonly #message: WrittenMessage["message"];
  readonly #lost = new Set<string>();

  constructor(format: ProgramFormatName, message: WrittenMessage["message"]) {
    this.#format = format;
    this.#message = message;
  }

  add(code: RepairCode, detail: string, toolCallId?: string): void {
    this.repairs.push({ code, messageId: this.#message.id, ...(toolCallId !== undefined && { toolCallId }), detail });
  }

  /** Records fields that have no place. */
  lose(...names: string[]): void {
    for (const name of names) if (!SILENT.includes(name)) this.#lost.add(name);
  }

  /** Returns the unmodelled fields that the format has a place for: its own. Notes the others. */
  own(extras: Fields, from: unknown): Fields {
    const names = Object.keys(extras);
    if (from === this.#format)
      return Object.fromEntries(names.filter((name) => !SILENT.includes(name)).map((name) => [name, extras[name]]));
    this.lose(...names.filter((name) => extras[name] !== null));
    return {};
  }

  /** Returns the fields of the message that are this format's own, and reports the speaker's name, which has no place. */
  ofMessage(): Fields {
    const { role, name, extras = {}, extrasFrom } = this.#message;
    if (name !== undefined && role !== "tool")
      this.add("field-dropped", `the name \`${name}\` has no place in the format, and was left out`);
    // The source's word for instructions means nothing in another format.
    const { role: _, ...others } = extras;
    return this.own(role === "system" ? others : extras, extrasFrom);
  }

  ofPart(part: NeutralPart): Fields {
    return this.own(extrasOf(part), part.extrasFrom);
  }

  ofCall(call: NeutralCall): Fields {
    const { kind = "function" } = call;
    // A tool that a provider defines is called like any other.
    if (kind !== "function" && kind !== "custom") this.lose("kind");
    return this.own(callExtras(call), call.extrasFrom);
  }

  /** Reports whether reasoning was made by this format's provider; another's is left out, and reported. */
  isOwnThought(part: NeutralPart & { type: "reasoning" }): boolean {
    const { text, signature, encrypted, origin } = part;
    const isOwn = origin?.format === this.#format && text !== undefined;
    if (!isOwn) this.add("reasoning-dropped", "reasoning was left out: another provider made it");
    else this.lose(...(signature === undefined ? [] : ["signature"]), ...(encrypted === undefined ? [] : ["encrypted"]));
    return isOwn;
  }

  /** Reports whether an unmodelled part is this format's; another's is left out, and reported. */
  isOwnPart(part: NeutralPart & { type: "other" }): boolean {
    if (part.format === this.#format) return true;
    const { type } = part.value as Fields;
    const kind = typeof type === "string" ? type : (Object.keys(part.value)[0] ?? "");
    this.add("part-dropped", `a part of type \`${kind}\` is not defined by the format, and was left out`);
    return false;
  }

  /** Returns media as words: the text of a file, or a placeholder. */
  mediaWords(part: NeutralPart & Media): string {
    const text = part.type === "file" ? textOfFile(part) : null;
    if (text !== null) this.add("written-as-text", "the file is written as text");
    else
      this.add("media-replaced", `the ${part.type} became the text \`${placeholder(part)}\`: the format does not take its type or source`);
    return text ?? placeholder(part);
  }

  /** Notes the fields of media that is written by `data` or `url`, and has these fields beside. */
  loseMedia({ data, url, fileId, name, detail }: Media, known: readonly string[]): void {
    const given = {
      url: data !== undefined && url !== undefined,
      fileId: fileId !== undefined,
      name: name !== undefined,
      detail: detail !== undefined,
    };
    this.lose(...Object.entries(given).flatMap(([field, isGiven]) => (isGiven && !known.includes(field) ? [field] : [])));
  }

  refusal(): void {
    this.add("written-as-text", "the format has no form for a refusal, so it is sent as text");
  }

  /** Returns the prefix of a failed result, and reports it. */
  failed(toolCallId: string | undefined): string {
    this.add("written-as-text", `the format has no flag for a failed tool, so the result begins with \`${FAILED}\``, toolCallId);
    return `${FAILED} `;
  }

  /** Returns the arguments as the model wrote them, or as JSON text; free text in an object. */
  argumentsText({ id, name, kind, arguments: given, isJson }: NeutralCall): string {
    const text = typeof given === "string" && isJson !== true ? given : JSON.stringify(given);
    if (kind === "custom") {
      this.add("arguments-wrapped", `the format cannot take the input of ${name} as it is; it is sent inside an object`, id);
      return JSON.stringify({ input: text });
    }
    if (text.trim() !== "") return text;
    this.add("arguments-filled", `the empty arguments of ${name} are written as {}`, id);
    return "{}";
  }

  /** Reports a message of which nothing is left. */
  empty(): void {
    this.add("empty-message-dropped", `the ${this.#message.role} message is empty, and was left out`);
  }

  /** Returns all repairs. */
  end(): WriteRepair[] {
    const names = [...this.#lost].map((name) => `\`${name}\``);
    if (names.length > 0) this.add("field-dropped", `left out what the format does not define: ${names.join(", ")}`);
    return this.repairs;
  }
}
