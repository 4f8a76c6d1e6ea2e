// One choice of a stream of chat completions.

import { type CallPart, type Fields, type GrowingPart, type ReasoningPart, type TextPart, append, assignPresent, callArguments, fieldsOf, isFields, lastWhere, leaveCall, listOf, textOf } from "./assembler.js";
import type { LeftOut } from "./types.js";

/** Fields of a delta that hold text in pieces. */
const TEXTS = new Set(["refusal", "reasoning", "reasoning_content", "reasoning_text"]);
/** Copies of the deltas, which some vendors send beside them. */
const COPIES = new Set(["index", "delta", "message", "text", "logprobs", "finish_reason"]);
/** Reasons to stop that come in the middle of a call. */
const CUTTING = new Set<unknown>(["length", "content_filter", "error", "model_length", null]);

/** A call as it grows. The part holds its texts; custom tools have a text as input. */
type Call = { index: unknown; fields: Fields; type: string; isCustom: boolean; extra: Fields; part: CallPart };

/** A piece of content that is a list. */
type Piece = { fields: Fields; part: TextPart | ReasoningPart | null };

export class ChatChoice {
  finishReason: unknown = null;
  readonly #fields: Fields = {};
  readonly #message: Fields = {};
  readonly #pieces: Piece[] = [];
  readonly #calls: Call[] = [];
  readonly #details: Fields[] = [];
  readonly #logprobs: Fields = {};
  #hasList = false;
  #legacyCall: CallPart | null = null;
  /** The field whose text the live view shows. Vendors send the text of reasoning in several fields at once. */
  #shown: string | null = null;

  /** @param parts the live view, which the choice appends to */
  constructor(readonly parts: GrowingPart[]) {}

  push(choice: Fields): void {
    for (const name in choice) if (!COPIES.has(name) && choice[name] !== undefined) this.#fields[name] = choice[name];
    this.finishReason = choice.finish_reason ?? this.finishReason;
    if (isFields(choice.logprobs)) joinLists(this.#logprobs, choice.logprobs);
    const { delta } = choice;
    if (isFields(delta)) for (const name in delta) this.#take(name, delta[name]);
  }

  #take(name: string, value: unknown): void {
    if (value === null || value === undefined) {
      // It says that the field exists, as `refusal: null` does.
      if (name === "refusal") this.#message.refusal ??= null;
    } else if (name === "content") this.#takeContent(value);
    else if (name === "tool_calls") listOf(value).forEach((call) => this.#takeCall(call));
    else if (name === "function_call") this.#takeLegacyCall(fieldsOf(value));
    else if (name === "audio") this.#takeAudio(fieldsOf(value));
    else if (name === "reasoning_details") listOf(value).forEach((detail) => this.#takeDetail(detail));
    else if (TEXTS.has(name)) {
      this.#message[name] = textOf(this.#message[name]) + textOf(value);
      if (name !== "refusal") this.#show(name, textOf(value));
    } else if (Array.isArray(value)) append(this.#message, name, value);
    else this.#message[name] = value;
  }

  #takeContent(content: unknown): void {
    if (typeof content === "string") return this.#takeText(content);
    for (const { type, ...rest } of listOf(content)) {
      this.#hasList = true;
      if (type === "text") this.#takeText(textOf(rest.text));
      else if (type === "thinking") this.#takeThinking(rest);
      else this.#pieces.push({ fields: { type, ...rest }, part: null });
    }
  }

  #takeText(text: string): void {
    if (text === "") return;
    const last = this.#pieces.at(-1);
    if (last?.part?.type === "text") last.part.text += text;
    else this.#pieces.push({ fields: { type: "text" }, part: this.#add({ type: "text", text }) });
  }

  #takeThinking({ thinking, ...rest }: Fields): void {
    const text = listOf(thinking).map((piece) => textOf(piece.text)).join("");
    let last = this.#pieces.at(-1);
    if (last?.part?.type !== "reasoning") {
      last = { fields: { type: "thinking" }, part: this.#add({ type: "reasoning", text: "" }) };
      this.#pieces.push(last);
    }
    if (last.part !== null) last.part.text += text;
    assignPresent(last.fields, rest);
  }

  /** Finds the call by `index`. Without one, a delta with an id or a name of its own begins a call. */
  #takeCall({ index, id, type, function: inner, custom, ...rest }: Fields): void {
    const { name, arguments: json, input, ...own } = fieldsOf(inner ?? custom);
    const known = index === undefined || index === null ? this.#calls.find((each) => id && each.part.id === id) ?? (id || name ? undefined : this.#calls.at(-1)) : lastWhere(this.#calls, (each) => each.index === index);
    // Some vendors number all parallel calls 0.
    const isOther = known !== undefined && id && name && known.part.id !== "" && known.part.id !== id;
    const call = known === undefined || isOther ? this.#begin(index, isFields(custom)) : known;
    if (id) call.part.id = textOf(id);
    if (name) call.part.name = textOf(name);
    if (type) call.type = textOf(type);
    const text = json ?? fieldsOf(custom).input ?? input;
    call.part.arguments += isFields(text) ? JSON.stringify(text) : textOf(text);
    assignPresent(call.extra, rest);
    assignPresent(call.fields, own);
  }

  #begin(index: unknown, isCustom: boolean): Call {
    const part = this.#add({ type: "call", id: "", name: "", arguments: "" } as CallPart);
    const call = { index, fields: {}, type: isCustom ? "custom" : "function", isCustom, extra: {}, part };
    this.#calls.push(call);
    return call;
  }

  #takeLegacyCall({ name, arguments: json }: Fields): void {
    this.#legacyCall ??= this.#add({ type: "call", id: "", name: "", arguments: "" });
    if (name) this.#legacyCall.name = textOf(name);
    this.#legacyCall.arguments += textOf(json);
  }

  #takeAudio({ data, transcript, ...rest }: Fields): void {
    const audio = fieldsOf((this.#message.audio ??= {}));
    assignPresent(audio, rest);
    if (data) audio.data = textOf(audio.data) + textOf(data);
    if (transcript) audio.transcript = textOf(audio.transcript) + textOf(transcript);
  }

  /** Pieces of one detail share type and index. */
  #takeDetail(detail: Fields): void {
    const last = lastWhere(this.#details, (each) => each.index === detail.index);
    const isMore = last !== undefined && last.type === detail.type && detail.type !== "reasoning.encrypted";
    const whole = isMore ? last : {};
    if (!isMore) this.#details.push(whole);
    const { text, summary, ...rest } = detail;
    for (const [name, piece] of Object.entries({ text, summary })) if (typeof piece === "string") whole[name] = textOf(whole[name]) + piece;
    for (const [name, value] of Object.entries(rest)) if (value !== null || !(name in whole)) whole[name] = value;
    this.#show("reasoning_details", textOf(text) + textOf(summary), detail.signature ?? detail.data);
  }

  #show(name: string, text: string, signature?: unknown): void {
    if (text === "" && signature === undefined) return;
    this.#shown ??= name;
    let part = lastWhere(this.parts, (each) => each.type === "reasoning");
    if (part?.type !== "reasoning") part = this.#add({ type: "reasoning", text: "" });
    if (this.#shown === name && part.type === "reasoning") part.text += text;
    if (typeof signature === "string" && part.type === "reasoning") part.signature = signature;
  }

  #add<Part extends GrowingPart>(part: Part): Part {
    this.parts.push(part);
    return part;
  }

  /** Returns the choice as a response without streaming has it. */
  finish(leftOut: LeftOut[]): Fields {
    const message: Fields = { role: "assistant", content: this.#content(), ...this.#message };
    if (this.#details.length > 0) message.reasoning_details = this.#details;
    const isClosed = !CUTTING.has(this.finishReason);
    const calls = this.#calls.filter((call) => this.#isWhole(call.part, call.isCustom, isClosed, leftOut)).map(writeCall);
    if (calls.length > 0) message.tool_calls = calls;
    const legacy = this.#legacyCall;
    if (legacy !== null && this.#isWhole(legacy, false, isClosed, leftOut)) message.function_call = { name: legacy.name, arguments: legacy.arguments || "{}" };
    return { index: 0, ...this.#fields, message, logprobs: Object.keys(this.#logprobs).length > 0 ? this.#logprobs : null, finish_reason: this.finishReason };
  }

  /** A response that is whole may hold arguments that are no JSON: the model wrote them, and it can be told so. */
  #isWhole(part: CallPart, isCustom: boolean, isClosed: boolean, leftOut: LeftOut[]): boolean {
    if (isClosed || (!isCustom && callArguments(part.arguments, false) !== undefined)) return true;
    leaveCall(leftOut, part);
    return false;
  }

  #content(): unknown {
    if (!this.#hasList) return this.#pieces.map(({ part }) => part?.text ?? "").join("") || null;
    return this.#pieces.map(({ fields, part }) => {
      if (part === null) return fields;
      return part.type === "text" ? { ...fields, text: part.text } : { ...fields, thinking: [{ type: "text", text: part.text }] };
    });
  }
}

function writeCall({ type, isCustom, fields, extra, part: { id, name, arguments: text } }: Call): Fields {
  const inner = isCustom ? { custom: { ...fields, name, input: text } } : { function: { ...fields, name, arguments: text.trim() === "" ? "{}" : text } };
  return { ...extra, id, type, ...inner };
}

/** Appends the lists of an object to those of another. */
function joinLists(target: Fields, more: Fields): void {
  for (const [name, value] of Object.entries(more)) {
    if (Array.isArray(value)) append(target, name, value);
    else target[name] = value ?? target[name] ?? null;
  }
}
