// Writing the blocks of a message.

import { elements } from "../../formats/content.js";
import { callExtras, extrasOf } from "../../formats/extras.js";
import { type Fields, isFields } from "../../formats/fields.js";
import { WRITTEN_AS } from "../../formats/marks.js";
import { type Media, placeholder } from "../../formats/media.js";
import { placeless } from "../../formats/placeless.js";
import type { NeutralCall, NeutralMessage, NeutralPart, OtherPart, WriteRepair } from "../../types/program-format.js";
import type { RepairCode } from "../../types/index.js";
import { toTypeScript } from "./citations.js";
import { OF_DOCUMENTS, UNNAMED, bytesIn, mediaBlock } from "./media.js";
import { IS_JSON } from "./read-block.js";
import { CACHE_POINT, CITATIONS, STRANDS, restOf } from "./rest.js";
import { documentOf } from "./text-document.js";

/** The fields of a message that have no place. */
const LOST = ["createdAt", "name", "model", "response", "vendor", "notices", "prefixDigest", "pinned"];

/** The blocks of a message, and what was done to write them. */
export class Blocks {
  readonly blocks: Fields[] = [];
  readonly repairs: WriteRepair[] = [];
  readonly #message: NeutralMessage & { readonly id: string };
  readonly #isPython: boolean;
  readonly #lost: string[] = [];

  constructor(message: NeutralMessage & { readonly id: string }, isPython: boolean) {
    this.#message = message;
    this.#isPython = isPython;
  }

  report(code: RepairCode, detail: string, toolCallId?: string): void {
    this.repairs.push({ code, messageId: this.#message.id, ...(toolCallId !== undefined && { toolCallId }), detail });
  }

  /** Names the fields of the message and its pieces that have no place. */
  reportLost(known: readonly string[]): void {
    const { role, content, model } = this.#message;
    // The name of a result is that of its call. The maker of reasoning stands in the metadata.
    const isTold = Array.isArray(content) && content.some((part) => part.type === "reasoning" && part.origin?.model === model);
    const kept = [...(role === "tool" ? ["name"] : []), ...(isTold ? ["model"] : [])];
    this.#lost.push(
      ...placeless(
        this.#message,
        LOST.filter((name) => !kept.includes(name)),
      ),
    );
    this.#lose(this.#message.extras ?? {}, known);
    if (this.#lost.length === 0) return;
    this.report("field-dropped", `left out what the format does not define: ${this.#lost.map((name) => `\`${name}\``).join(", ")}`);
  }

  #lose(extras: Fields, known: readonly string[]): void {
    for (const [name, value] of Object.entries(extras)) {
      const isSilent = value === null || known.includes(name) || [WRITTEN_AS, "structured", CACHE_POINT].includes(name);
      if (!isSilent && !this.#lost.includes(name)) this.#lost.push(name);
    }
  }

  /** Writes the content, each call after the parts that preceded it. */
  say(content: NeutralMessage["content"], calls: readonly NeutralCall[] = []): void {
    if (typeof content === "string" && (content !== "" || calls.length === 0)) this.blocks.push({ text: content });
    for (const element of elements(Array.isArray(content) ? content : [], calls)) {
      if (element.call === undefined) this.#part(element.part, false);
      else this.#call(element.call);
    }
  }

  #call(call: NeutralCall): void {
    const { id, name, kind = "function" } = call;
    const extras = callExtras(call);
    const { thoughtSignature } = extras;
    const reasoningSignature = thoughtSignature === undefined ? {} : { reasoningSignature: thoughtSignature };
    this.blocks.push({ toolUse: { name, toolUseId: id, input: this.#input(call, extras), ...reasoningSignature, ...restOf(extras) } });
    this.#cachePoint(extras);
    this.#lose(extras, ["thoughtSignature", STRANDS]);
    // A tool that the provider defines is called like any other.
    if (kind !== "function" && kind !== "custom") this.#lose({ kind }, []);
  }

  #input({ id, name, kind, arguments: given, isJson }: NeutralCall, extras: Fields): unknown {
    const isValue = typeof given !== "string" || isJson === true;
    const text = isValue ? JSON.stringify(given) : given;
    if (kind === "custom") {
      this.report("arguments-wrapped", `the target cannot take the input of ${name} as it is; it is sent inside an object`, id);
      return { input: text };
    }
    if (text.trim() === "") {
      this.report("arguments-filled", `the empty arguments of ${name} are written as {}`, id);
      return {};
    }
    if (isValue) return given;
    const value = parsed(text);
    return value !== undefined && (isFields(value) || extras[WRITTEN_AS] === IS_JSON) ? value : text;
  }

  /** Writes a result. */
  result({ content, toolCallId = "", isError = false, extras = {} }: NeutralMessage): void {
    const inside = new Blocks(this.#message, this.#isPython);
    if (typeof content === "string") {
      const value = extras.structured === undefined ? undefined : parsed(content);
      if (content !== "") inside.blocks.push(isFields(value) ? { json: value } : { text: content });
    } else {
      for (const part of content ?? []) inside.#part(part, true);
    }
    this.repairs.push(...inside.repairs);
    this.#lost.push(...inside.#lost);
    this.blocks.push({
      toolResult: { toolUseId: toolCallId, status: isError ? "error" : "success", content: inside.blocks, ...restOf(extras) },
    });
    this.#cachePoint(extras);
  }

  #cachePoint(extras: Fields): void {
    const mark = extras[CACHE_POINT];
    if (!isFields(mark)) return;
    const named = Object.entries(mark).map(([name, value]) => [name === "type" && !this.#isPython ? "cacheType" : name, value]);
    this.blocks.push({ [CACHE_POINT]: Object.fromEntries(named) as Fields });
  }

  #part(part: NeutralPart, isResult: boolean): void {
    const extras = extrasOf(part);
    const known = [STRANDS];
    switch (part.type) {
      case "text":
        known.push(CITATIONS);
        this.blocks.push(this.#text(part.text, extras, isResult));
        break;
      case "refusal":
        this.blocks.push({ text: part.text });
        this.report("written-as-text", "the target has no form for a refusal, so it is sent as text");
        break;
      case "image":
      case "audio":
      case "file":
        known.push(...OF_DOCUMENTS);
        this.#media(part, isResult);
        break;
      case "reasoning":
        if (isResult) return this.#drop("reasoning");
        this.blocks.push(this.#reasoning(part));
        break;
      case "other":
        if (!isKnown(part)) return this.#drop(kindOf(part.value as Fields));
        this.blocks.push(part.value as Fields);
    }
    if (!isResult) this.#cachePoint(extras);
    this.#lose(extras, known);
  }

  #drop(kind: string): void {
    this.report("part-dropped", `a part of type \`${kind}\` is not defined by the format, and was left out`);
  }

  /** Text, with the places that it is taken from. */
  #text(text: string, extras: Fields, isResult: boolean): Fields {
    const value = isResult && extras[WRITTEN_AS] === IS_JSON ? parsed(text) : undefined;
    if (value !== undefined) return { json: value };
    const cited = extras[CITATIONS];
    if (!isFields(cited)) return { text };
    const content = [{ text }];
    if (this.#isPython) return { [CITATIONS]: { ...cited, content } };
    return { citations: { ...cited, ...(cited.citations !== undefined && { citations: toTypeScript(cited.citations) }), content } };
  }

  #media(part: NeutralPart & Media, isResult: boolean): void {
    const block = mediaBlock(part, this.#isPython, isResult);
    const document = block === null ? documentOf(part) : null;
    this.blocks.push(block ?? document ?? { text: placeholder(part) });
    const { type, name, data, url, fileId, detail } = part;
    if (document !== null) return this.report("written-as-text", `the ${type} is written as text`);
    if (block === null)
      return this.report(
        "media-replaced",
        `the ${type} became the text \`${placeholder(part)}\`: the target does not take its type or source`,
      );
    if (type === "file" && name === undefined) this.report("name-mapped", `a document without a name is written as \`${UNNAMED}\``);
    const lost = {
      url: data !== undefined && url !== undefined,
      fileId: fileId !== undefined,
      name: name !== undefined && type !== "file",
      detail: detail !== undefined,
    };
    this.#lost.push(...Object.entries(lost).flatMap(([field, isLost]) => (isLost ? [field] : [])));
  }

  #reasoning({ text, signature, encrypted }: { text?: string; signature?: string; encrypted?: string }): Fields {
    const words = { ...(text !== undefined && { text }), ...(signature !== undefined && { signature }) };
    const redacted = encrypted === undefined ? {} : { redactedContent: bytesIn(encrypted, this.#isPython) };
    if (!this.#isPython) return { reasoning: { ...words, ...redacted } };
    return { reasoningContent: { ...(Object.keys(words).length > 0 && { reasoningText: words }), ...redacted } };
  }
}

/** The value of JSON text; undefined when it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Reports whether a block that is not modelled is one of Strands, too. Films of Converse in S3 are not. */
function isKnown({ format, value }: OtherPart): boolean {
  const kind = kindOf(value as Fields);
  return (
    format === "strands" ||
    (format === "bedrock" && (kind === "guardContent" || (kind === "video" && !JSON.stringify(value).includes("s3Location"))))
  );
}

/** The kind of a part that is not modelled: its type, or the field that holds it. */
function kindOf(value: Fields): string {
  if (typeof value.type === "string") return value.type;
  const fields = Object.entries(value);
  const [name = ""] = fields.find(([, inner]) => isFields(inner)) ?? fields.find(([, inner]) => inner !== null) ?? [];
  return name;
}
