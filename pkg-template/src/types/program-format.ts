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

import type { Format, ProviderFormat } from "./format.js";
import type { MessageInit, Part, ToolCall } from "./message.js";
import type { RepairCode } from "./repair.js";

/**
 * The names of the formats of programs.
 *
 * @example
 * const name: ProgramFormatName = "langchain";
 */
export type ProgramFormatName = "ai-sdk" | "langchain" | "strands" | "opentelemetry" | "ag-ui" | ProviderFormat;

/**
 * A format in which programs keep conversations: reads bodies into neutral messages, and writes them again. Bodies are plain JSON values:
 * nothing in them has a `toJSON`, bytes are base64, and strings have no lone surrogates.
 *
 * @example
 * import { langchain } from "backscroll/langchain";
 * const format: ProgramFormat = langchain;
 * console.log(format.name, format.forms); // "langchain" ["stored", "serialized"]
 */
export interface ProgramFormat<Name extends ProgramFormatName = ProgramFormatName> {
  /** The name, as messages, parts and reports have it. */
  readonly name: Name;
  /** The forms in which it is written, the default first. All of them are read. */
  readonly forms: readonly string[];
  /** True if messages have a place for audio; else its transcript is written. */
  readonly carriesAudio: boolean;
  /** True if every call needs an id; calls without an id then get one. */
  readonly needsCallIds: boolean;
  /**
   * True if the messages are those of a provider's request. `convert` then writes every call with a unique id and one result: the option
   * `openCalls` decides about open calls, and results without a call are left out.
   */
  readonly isRequest?: true;
  /**
   * The unmodelled parts that the format can hold: all parts of a format (`"bedrock"`), or of a kind (`"bedrock/video"`). Of other parts,
   * only the words are written.
   */
  readonly holds: readonly string[];
  /** True if user messages and results may have a document block like that of Converse. Words are then written as such a block: `{ document }`. */
  readonly hasDocumentBlocks: boolean;
  /**
   * Reads a conversation: a list of messages, or a value that holds one.
   *
   * @throws ReadError with the path of the fault.
   */
  read(body: unknown, limits: ReadLimits): Reading;
  /** The form of a list of messages of which `fit` rewrites some. Default: the first of `forms`. */
  formOf?(body: unknown): string;
  /** Writes messages in one of the forms. Results follow the message with their calls. */
  write(
    messages: readonly WrittenMessage[],
    form: string,
  ): {
    /** The conversation in this form. */
    body: unknown;
    /** The parts that the format cannot hold, and what replaces them. */
    repairs: WriteRepair[];
  };
}

/**
 * Limits for reading.
 *
 * @example
 * const limits: ReadLimits = { messageBytes: 1_000_000 };
 * const { messages } = langchain.read(storedMessages, limits);
 */
export interface ReadLimits {
  /** The most UTF-8 bytes of one message of the body, as JSON. Infinite if the whole body is smaller. */
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
  /** The path of the list of messages in the body, for errors: `"data.messages"`; `""` if the body is the list. */
  readonly path: string;
  /** The messages, in order. */
  readonly messages: readonly ReadMessage[];
  /** The repairs of reading. */
  readonly repairs: readonly ReadRepair[];
  /** The fields of the body that are not part of the conversation, such as the model. */
  readonly beside: readonly string[];
  /**
   * Parts of items that belong to another item's message, such as the answer to a question about a call. `fit` needs them to lose nothing
   * when it keeps only one of the two items.
   */
  readonly held?: readonly {
    /** The index of the part's item in the caller's list. */
    readonly wire: number;
    /** The index in `messages` of the message that holds the part; absent if the part was left out. */
    readonly message?: number;
    /** An item that holds only this part. */
    readonly item: unknown;
  }[];
}

/**
 * A neutral message, and its place in the body.
 *
 * @example
 * const first: ReadMessage | undefined = langchain.read(storedMessages, { messageBytes: Infinity }).messages[0];
 * console.log(first?.message.role, first?.wire);
 */
export interface ReadMessage {
  /**
   * The message. Without an `id`, it gets one; without `createdAt`, it gets the current time. `extrasFrom` names the format of unmodelled
   * fields whose names other formats may use, too.
   */
  readonly message: NeutralMessage;
  /** The place in the list of messages; absent for a separate system prompt. */
  readonly wire?: number;
  /** The number of this neutral message among those read from the same message. Default 0. */
  readonly piece?: number;
}

/**
 * A repair that names the message by its place in `messages`.
 *
 * @example
 * const repairs: readonly ReadRepair[] = langchain.read(storedMessages, { messageBytes: Infinity }).repairs;
 */
export interface ReadRepair {
  /** The kind of change. */
  readonly code: RepairCode;
  /** One readable sentence. */
  readonly detail: string;
  /** The place of the message in `messages`; absent if the repair is not about a single message. */
  readonly message?: number;
  /** The call; absent if the repair is not about a call. */
  readonly toolCallId?: string;
}

/**
 * A repair of a written message.
 *
 * @example
 * const repairs: WriteRepair[] = langchain.write(messages, "stored").repairs;
 */
export interface WriteRepair {
  /** The kind of change. */
  readonly code: RepairCode;
  /** One readable sentence. */
  readonly detail: string;
  /** The changed message; absent if the repair is not about a single message. */
  readonly messageId?: string;
  /** The call; absent if the repair is not about a call. */
  readonly toolCallId?: string;
}

/**
 * A message to write.
 *
 * @example
 * const written: WrittenMessage[] = [{ message: { role: "user", content: "Hello", id: "m1" } }];
 * const { body } = langchain.write(written, "stored");
 */
export interface WrittenMessage {
  /** The message, with its id. A summary has the role with which it is to be written. */
  readonly message: NeutralMessage & {
    /** Unique among the messages. */
    readonly id: string;
  };
  /** The call that it answers. */
  readonly call?: NeutralCall;
  /** True if the id was generated, so that it means nothing to the caller. */
  readonly isMinted?: true;
}

/**
 * A complete neutral message, with the fields that users do not give.
 *
 * @example
 * const message: NeutralMessage = { role: "user", content: "Hello" };
 */
export type NeutralMessage = Omit<MessageInit, "content" | "toolCalls"> & {
  /** A text, or parts in their order. */
  content?: string | NeutralPart[] | null;
  /** The calls of the model. */
  toolCalls?: NeutralCall[];
  /** True if it is a summary of removed messages. */
  isSummary?: true;
  /** For a result that is read: the place of the message whose call it answers, if that call is named by `idFromMessage`. */
  answersMessage?: number;
  /** The place of that call among its message's calls. Default: the last. */
  answersCall?: number;
};

/**
 * A part with its unmodelled fields: beside the modelled fields, or as `extras` if a name is taken.
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
  /** Its text for other formats. Absent if it holds no text that another model could read. */
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
  /** The address or name of the search result. */
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
  /** A string is the text that the model wrote; any other value is the given value itself. */
  arguments: unknown;
  /** True if `arguments` is a string that is the value itself, and not JSON text. */
  isJson?: true;
  /** For a call that is read without an id: the beginning of its id, before the id that its message gets. */
  idFromMessage?: string;
  readonly [field: string]: unknown;
};

/**
 * A format as functions take it: the name of a target or of `"backscroll"`, or the value that the entry of a format exports, such as `aiSdk`
 * of `backscroll/ai-sdk`. The name of such a format is accepted, too, after its entry was imported.
 *
 * @example
 * import { langchain } from "backscroll/langchain";
 * const from: FormatOrName = langchain;
 * const { body } = convert(from, "anthropic", storedMessages);
 */
export type FormatOrName = Format | ProgramFormat;

/** The name of a format. */
export type NameOf<Given extends FormatOrName> = Given extends ProgramFormat<infer Name> ? Name : Given;
