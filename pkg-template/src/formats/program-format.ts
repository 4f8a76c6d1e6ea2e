// The contract of a format in which programs keep conversations, such as the messages of LangChain.
//
// Each format is read and written in TypeScript, by an entry of its own, so a program that imports none downloads none. Some providers'
// formats are such entries, too (`providers/`): few programs need them, and each would make everybody's wasm larger. They are requests
// (`isRequest`), so the core pairs calls with results and gives calls unique ids (`pair_unit`). The writer meets the provider's other
// demands; their sources are at the top of its `index.ts`. A call without an id gets one of its message's id (`idFromMessage`), and the
// writer of the same format leaves that id out again.
//
// To add a format of programs:
//
// 1. Write a folder with a `ProgramFormat`, and an `index.ts` that registers it.
// 2. Add its name to `types/format.ts` and to `Format` (`src/message/format_name.rs`), of which `BLESS=1 cargo test --test rules` makes
//    `names.ts`.
// 3. Add a line to `formats` of `scripts/lib/entries.mjs`, of which the manifest's `exports`, `files` and `sideEffects` are made, and the
//    optional peer to `pkg-template/package.json`.
// 4. Write its tests in `tests/js`, and add its name to `tests/support/formats/all.mjs`, `tests/js/formats/random.test.mjs`, `tests/support/formats/one-word.mjs` and
//    `scripts/same`, and its SDK's unions to `scripts/field/unions.mjs`.
//
// A provider's format has its folder in `providers`, its name in `PROVIDERS` of `entries.mjs`, `isRequest: true`, and a judge of what is
// written that is not ours: see `tests/support/formats/cohere-types.mjs` and `ollama-types.mjs`.

import type { Format, MessageInit, Part, ProviderFormat, RepairCode, ToolCall } from "../types/index.js";

/**
 * The names of the formats of programs.
 *
 * @example
 * const name: ProgramFormatName = "langchain";
 */
export type ProgramFormatName = "ai-sdk" | "langchain" | "strands" | ProviderFormat;

/**
 * A format in which programs keep conversations, read into neutral messages and written from them. Bodies are plain JSON values:
 * nothing in them has a `toJSON`, bytes are base64, and strings have no lone surrogates.
 *
 * @example
 * import { langchain } from "backscroll/langchain";
 * const format: ProgramFormat = langchain;
 * console.log(format.name, format.forms); // "langchain" ["stored", "serialized"]
 */
export interface ProgramFormat {
  /** The name that `convert`, `from` and `addResponse` know it by. */
  readonly name: ProgramFormatName;
  /** The forms that it is written in, the usual one first. All of them are read. */
  readonly forms: readonly string[];
  /** True if messages have a place for speech; else its transcript is sent. */
  readonly carriesAudio: boolean;
  /** True if every call needs an id; calls without one are named then. */
  readonly needsCallIds: boolean;
  /**
   * True if the messages are those of a provider's request. `convert` then writes every call with an id of its own and one result: open
   * calls are treated as the option `openCalls` says, and results without a call are left out.
   */
  readonly isRequest?: true;
  /** The unmodelled parts that it has a place for: all of a format (`"bedrock"`), or those of a kind (`"bedrock/video"`). Of others, the words are sent. */
  readonly holds: readonly string[];
  /** True if users and results have a document block like that of Converse. Words are then sent as a part of this format: `{ document }`. */
  readonly hasDocumentBlocks: boolean;
  /**
   * Reads a conversation: a list of messages, or what holds one.
   *
   * @throws ReadError with the path of what is wrong.
   */
  read(body: unknown, limits: ReadLimits): Reading;
  /** The form of a list of messages, of which `fit` writes some anew. Default: the first of `forms`. */
  formOf?(body: unknown): string;
  /** Writes messages in one of the forms. Results stand behind the message with their calls. */
  write(
    messages: readonly WrittenMessage[],
    form: string,
  ): {
    /** The conversation in this form. */
    body: unknown;
    /** The parts that the format cannot carry, and what became of them. */
    repairs: WriteRepair[];
  };
}

/**
 * Bounds of what is read.
 *
 * @example
 * const limits: ReadLimits = { messageBytes: 1_000_000 };
 * const { messages } = langchain.read(storedMessages, limits);
 */
export interface ReadLimits {
  /** UTF-8 bytes of one message of the body, as JSON. Infinite where the whole body is smaller. */
  readonly messageBytes: number;
}

/**
 * A conversation that was read.
 *
 * @example
 * const reading: Reading = langchain.read(storedMessages, { messageBytes: Infinity });
 * console.log(reading.messages.length, reading.repairs);
 */
export interface Reading {
  /** The path of the list of messages in the body, for errors: `"data.messages"`; `""` when the body is the list. */
  readonly path: string;
  /** The messages, in order. */
  readonly messages: readonly ReadMessage[];
  /** The repairs that reading them took. */
  readonly repairs: readonly ReadRepair[];
  /** The fields of the body that are no part of the conversation, such as the model. */
  readonly beside: readonly string[];
  /**
   * The parts of items of the list that a message of another item holds, such as the answer to a question about a call: the place of the
   * item, the place of the message in `messages` (absent where the part was left out), and an item of the list that holds this part alone.
   * `fit` needs them, to lose nothing when it keeps only one of the two.
   */
  readonly held?: readonly {
    /** The index in the caller's list of the item that holds the part. */
    readonly wire: number;
    /** The index in `messages` of its message; absent when the part was left out. */
    readonly message?: number;
    /** An item of the list that holds this part alone. */
    readonly item: unknown;
  }[];
}

/**
 * A neutral message, and where it stood.
 *
 * @example
 * const first: ReadMessage | undefined = langchain.read(storedMessages, { messageBytes: Infinity }).messages[0];
 * console.log(first?.message.role, first?.wire);
 */
export interface ReadMessage {
  /** The message. Without an `id`, it gets one; without `createdAt`, it was said now. `extrasFrom` says whose unmodelled fields are, where another format may have others of that name. */
  readonly message: NeutralMessage;
  /** The place in the list of messages; absent for a system prompt beside them. */
  readonly wire?: number;
  /** Which of the neutral messages that were read from one message it is. Default 0. */
  readonly piece?: number;
}

/**
 * A repair that names the message by its place in the list of messages that were read.
 *
 * @example
 * const repairs: readonly ReadRepair[] = langchain.read(storedMessages, { messageBytes: Infinity }).repairs;
 */
export interface ReadRepair {
  /** The kind of change. */
  readonly code: RepairCode;
  /** One readable sentence. */
  readonly detail: string;
  /** The place of the message in `messages`; absent where it is about no single one. */
  readonly message?: number;
  /** The call that it is about; absent where it is about none. */
  readonly toolCallId?: string;
}

/**
 * A repair of a message that is written.
 *
 * @example
 * const repairs: WriteRepair[] = langchain.write(messages, "stored").repairs;
 */
export interface WriteRepair {
  /** The kind of change. */
  readonly code: RepairCode;
  /** One readable sentence. */
  readonly detail: string;
  /** The message that it is about; absent where it is about no single one. */
  readonly messageId?: string;
  /** The call that it is about; absent where it is about none. */
  readonly toolCallId?: string;
}

/**
 * A message to be written.
 *
 * @example
 * const written: WrittenMessage[] = [{ message: { role: "user", content: "Hello", id: "m1" } }];
 * const { body } = langchain.write(written, "stored");
 */
export interface WrittenMessage {
  /** The message, with its id. A summary has the role that it is to be written with. */
  readonly message: NeutralMessage & {
    /** Unique among the messages. */
    readonly id: string;
  };
  /** The call that it answers. */
  readonly call?: NeutralCall;
  /** True if its id was made for it, so that it means nothing to the caller. */
  readonly isMinted?: true;
}

/**
 * A neutral message in full: with the fields that users do not give.
 *
 * @example
 * const message: NeutralMessage = { role: "user", content: "Hello" };
 */
export type NeutralMessage = Omit<MessageInit, "content" | "toolCalls"> & {
  /** A text, or parts in their order. */
  content?: string | NeutralPart[] | null;
  /** The calls that the model asks for. */
  toolCalls?: NeutralCall[];
  /** True if it stands for what was removed. */
  isSummary?: true;
  /** Of a result that is read: the place of the message whose call it answers, where that call is named by `idFromMessage`. */
  answersMessage?: number;
  /** The place of that call among those of its message. Default: the last. */
  answersCall?: number;
};

/**
 * A part with its unmodelled fields: beside those that are modelled, or as `extras` where a name is taken.
 *
 * @example
 * const part: NeutralPart = { type: "text", text: "Hello", cache_control: { type: "ephemeral" } };
 */
export type NeutralPart = (Exclude<Part, Pick<OtherPart, "type">> | OtherPart) & { readonly [field: string]: unknown };

/**
 * An unmodelled part.
 *
 * @example
 * const part: OtherPart = { type: "other", format: "langchain", value: { type: "text-plain", text: "Hi" }, words: { content: [{ type: "text", text: "Hi" }] } };
 */
export interface OtherPart {
  /** An unmodelled part. */
  type: "other";
  /** The format that understands it. */
  format: Format;
  /** The part as it came. */
  value: object;
  /** Its text for formats that do not know it. Absent when it holds no text that another model could read. */
  words?: TextBlock;
}

/**
 * The words of an unmodelled part.
 *
 * @example
 * const words: TextBlock = { kind: "document", title: "Terms", content: [{ type: "text", text: "Be kind." }] };
 */
export interface TextBlock {
  /** Default: words that need no heading. */
  kind?: "document" | "search-result";
  /** Its title. */
  title?: string;
  /** The address or name under which a search found it. */
  source?: string;
  /** Remarks on it, beside its text. */
  context?: string;
  /** The setting of citations. */
  citations?: unknown;
  /** Texts and pictures, in order. */
  content: Part[];
  /** True if the content is a list of blocks, and not one text. */
  isList?: true;
}

/**
 * A call with its unmodelled fields, as a part has them.
 *
 * @example
 * const call: NeutralCall = { id: "c1", name: "weather", arguments: { city: "Oslo" } };
 */
export type NeutralCall = Omit<ToolCall, "arguments"> & {
  /** A string is the text that the model wrote; any other value was given as that value. */
  arguments: unknown;
  /** True if `arguments` is a string that was given as a value, and is no JSON text. */
  isJson?: true;
  /** Of a call that is read without an id: its id begins so, and goes on with the id that its message gets. */
  idFromMessage?: string;
  readonly [field: string]: unknown;
};
