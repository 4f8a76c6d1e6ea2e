// One choice of a stream of chat completions.

import { Arguments } from "../../stream/arguments.js";
import {
  type CallPart,
  type Fields,
  type GrowingPart,
  type ReasoningPart,
  type TextPart,
  append,
  assignPresent,
  callArguments,
  fieldsOf,
  isFields,
  isNatural,
  leaveCall,
  listOf,
  reasonOf,
  textOf,
} from "../../stream/assembler.js";
import { Indexed, nameOf } from "../../stream/indexed.js";
import type { LeftOut } from "../../stream/types.js";

/** Fields of a delta that hold text in pieces. */
const TEXTS = new Set(["refusal", "reasoning", "reasoning_content", "reasoning_text", "encrypted_content"]);
/** Fields of a choice with a place of their own. Some vendors send `message` or `text` as copies beside the deltas. */
const OWN = new Set(["index", "delta", "message", "text", "logprobs", "finish_reason", "usage"]);

/** A call as it grows. Custom tools have a text as input. */
type Call = { fields: Fields; type: string; isCustom: boolean; extra: Fields; part: CallPart; json: Arguments };
/** The fields of a delta that distinguish calls; each is empty if the delta lacks it. */
type Given = { id: string; name: string; text: string };

/** A piece of content that is a list. */
type Piece = { fields: Fields; part: TextPart | ReasoningPart | null };

export class ChatChoice {
  finishReason: string | null = null;
  readonly #fields: Fields = {};
  readonly #message: Fields = {};
  readonly #pieces: Piece[] = [];
  readonly #calls = new Indexed<Call>();
  readonly #callsById = new Map<string, Call>();
  readonly #details = new Indexed<Fields>();
  readonly #logprobs: Fields = {};
  #hasList = false;
  #hasDelta = false;
  #legacyCall: CallPart | null = null;
  /** The newest part of the live view with reasoning. */
  #reasoning: ReasoningPart | null = null;
  /** The field whose text the live view shows. Vendors send the text of reasoning in several fields at once. */
  #shown: string | null = null;

  /** @param parts the live view, which the choice appends to */
  constructor(readonly parts: GrowingPart[]) {}

  push(choice: Fields): void {
    for (const name in choice) if (!OWN.has(name) && choice[name] !== undefined) this.#fields[name] = choice[name];
    this.finishReason = reasonOf(choice.finish_reason) ?? this.finishReason;
    if (isFields(choice.logprobs)) joinLists(this.#logprobs, choice.logprobs);
    const said = this.#saidIn(choice);
    for (const name in said) this.#take(name, said[name]);
  }

  /** Returns the delta. A server that does not stream sends a whole message, or a text, in its place (9router#3492). */
  #saidIn({ delta, message, text }: Fields): Fields {
    if (isFields(delta)) this.#hasDelta = true;
    if (isFields(delta) || this.#hasDelta) return fieldsOf(delta);
    return isFields(message) ? message : typeof text === "string" ? { content: text } : {};
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
      if (name !== "refusal" && name !== "encrypted_content") this.#show(name, textOf(value));
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
    const text =
      textOf(thinking) ||
      listOf(thinking)
        .map((piece) => textOf(piece.text))
        .join("");
    let last = this.#pieces.at(-1);
    if (last?.part?.type !== "reasoning") {
      last = { fields: { type: "thinking" }, part: this.#add({ type: "reasoning", text: "" }) };
      this.#pieces.push(last);
    }
    if (last.part !== null) last.part.text += text;
    assignPresent(last.fields, rest);
  }

  #takeCall({ index, id, type, function: inner, custom, ...rest }: Fields): void {
    const { name, arguments: json, input, ...own } = fieldsOf(inner ?? custom);
    const value = json ?? fieldsOf(custom).input ?? input;
    const given = { id: textOf(id), name: textOf(name), text: isFields(value) ? JSON.stringify(value) : textOf(value) };
    const known = this.#callOf(index, given);
    // A delta that says nothing begins no call (workbuddy-gateway#3).
    if (known === undefined && given.id === "" && given.name === "" && given.text.trim() === "") return;
    const call = known === undefined || isOther(known, given) ? this.#begin(index, isFields(custom)) : known;
    if (given.id !== "") this.#callsById.set((call.part.id = given.id), call);
    if (given.name !== "") call.part.name = given.name;
    if (type) call.type = textOf(type);
    call.json.push(given.text);
    assignPresent(call.extra, rest);
    assignPresent(call.fields, own);
  }

  /** Finds the call of a delta by its index. Without one, a delta with an id or a name of its own begins a call. */
  #callOf(index: unknown, { id, name, text }: Given): Call | undefined {
    const newest = this.#calls.all.at(-1);
    if (nameOf(index) === "") return this.#callsById.get(id) ?? (id || name ? undefined : newest);
    // Some servers count the pieces, and not the calls (dirac#215).
    const isMore = id === "" && name === "" && text !== "" && newest?.json.isWhole === false;
    return this.#calls.at(index) ?? (isMore ? newest : undefined);
  }

  #begin(index: unknown, isCustom: boolean): Call {
    const part = this.#add({ type: "call", id: "", name: "", arguments: "" } as CallPart);
    return this.#calls.add(index, {
      fields: {},
      type: isCustom ? "custom" : "function",
      isCustom,
      extra: {},
      part,
      json: new Arguments(part),
    });
  }

  #takeLegacyCall(given: Fields): void {
    const [name, json] = [textOf(given.name), textOf(given.arguments)];
    if (name === "" && json === "") return;
    this.#legacyCall ??= this.#add({ type: "call", id: "", name: "", arguments: "" });
    if (name !== "") this.#legacyCall.name = name;
    this.#legacyCall.arguments += json;
  }

  #takeAudio({ data, transcript, ...rest }: Fields): void {
    const audio = fieldsOf((this.#message.audio ??= {}));
    assignPresent(audio, rest);
    if (data) audio.data = textOf(audio.data) + textOf(data);
    if (transcript) audio.transcript = textOf(audio.transcript) + textOf(transcript);
  }

  /** Pieces of one detail share type and index. */
  #takeDetail(detail: Fields): void {
    const last = this.#details.at(detail.index);
    const isMore = last !== undefined && last.type === detail.type && detail.type !== "reasoning.encrypted";
    const whole = isMore ? last : {};
    if (!isMore) this.#details.add(detail.index, whole);
    const { text, summary, ...rest } = detail;
    for (const [name, piece] of Object.entries({ text, summary })) if (typeof piece === "string") whole[name] = textOf(whole[name]) + piece;
    for (const [name, value] of Object.entries(rest)) if (value !== null || !(name in whole)) whole[name] = value;
    this.#show("reasoning_details", textOf(text) + textOf(summary), detail.signature ?? detail.data);
  }

  #show(name: string, text: string, signature?: unknown): void {
    if (text === "" && signature === undefined) return;
    this.#shown ??= name;
    const part = this.#reasoning ?? this.#add<ReasoningPart>({ type: "reasoning", text: "" });
    if (this.#shown === name) part.text += text;
    if (typeof signature === "string") part.signature = signature;
  }

  #add<Part extends GrowingPart>(part: Part): Part {
    this.parts.push(part);
    if (part.type === "reasoning") this.#reasoning = part;
    return part;
  }

  /** Returns the choice as a response without streaming has it. */
  finish(leftOut: LeftOut[]): Fields {
    const message: Fields = { role: "assistant", content: this.#content(), ...this.#message };
    if (this.#details.all.length > 0) message.reasoning_details = this.#details.all;
    const calls = this.#calls.all.flatMap((call) => this.#write(call, leftOut));
    if (calls.length > 0) message.tool_calls = calls;
    const legacy = this.#legacyCall;
    if (legacy !== null && this.#isWhole(legacy, false, leftOut))
      message.function_call = { name: legacy.name, arguments: legacy.arguments || "{}" };
    return {
      index: 0,
      ...this.#fields,
      message,
      logprobs: Object.keys(this.#logprobs).length > 0 ? this.#logprobs : null,
      finish_reason: this.finishReason,
    };
  }

  /** Returns the calls that the texts of one call hold: none when it is left out. */
  #write({ type, isCustom, fields, extra, part, json }: Call, leftOut: LeftOut[]): Fields[] {
    const { id, name } = part;
    const write = (text: string, at: number): Fields => {
      const inner = isCustom
        ? { custom: { ...fields, name, input: text } }
        : { function: { ...fields, name, arguments: text.trim() === "" ? "{}" : text } };
      return { ...extra, id: at === 0 ? id : "", type, ...inner };
    };
    const texts = isCustom ? [json.text] : json.split(id !== "");
    return texts.filter((text) => this.#isWhole({ ...part, arguments: text }, isCustom, leftOut)).map(write);
  }

  /** A whole response may hold arguments that are no JSON: the model wrote them, and an error result can say so. */
  #isWhole(part: CallPart, isCustom: boolean, leftOut: LeftOut[]): boolean {
    if (part.name !== "" && (isNatural(this.finishReason) || (!isCustom && callArguments(part.arguments, false) !== undefined)))
      return true;
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

/**
 * Reports whether a delta with the index of a call begins another one. Servers number all parallel calls 0, some of them without ids
 * (unsloth#9807): whole arguments are followed by those of another call, and a call has one name.
 */
function isOther({ part, json }: Call, { id, name, text }: Given): boolean {
  if (id !== "" && id === part.id) return false;
  if (id !== "" && name !== "" && part.id !== "") return true;
  const hasOtherName = name !== "" && part.name !== "" && name !== part.name;
  return hasOtherName || (json.isWhole && name + id !== "" && text.trim() !== "");
}

/** Appends the lists of an object to another object's. */
function joinLists(target: Fields, more: Fields): void {
  for (const [name, value] of Object.entries(more)) {
    if (Array.isArray(value)) append(target, name, value);
    else target[name] = value ?? target[name] ?? null;
  }
}
