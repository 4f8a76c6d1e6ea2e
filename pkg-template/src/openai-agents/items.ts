// Items of the SDK as items of OpenAI's Responses API, which `fit` reads, and back: those that were not changed are the same objects.

import type { AgentInputItem } from "@openai/agents";
import { Mapped } from "../agent/mapped.js";

/** The format of the items. */
export const FORMAT = "openai-responses";

/** An item of that format. */
export type WireItem = Readonly<Record<string, unknown>>;

type Fields = Readonly<Record<string, any>>;

/** Items for which the SDK has other names. */
const TYPES: Readonly<Record<string, string>> = {
  function_call_result: "function_call_output",
  computer_call_result: "computer_call_output",
};

/** The items of one request. */
export class Items {
  readonly #mapped: Mapped<AgentInputItem, WireItem>;

  /** `known`: the written forms of earlier items. */
  constructor(known: WeakMap<AgentInputItem, WireItem>) {
    this.#mapped = new Mapped(known, (item) => written(item as Fields));
  }

  of(items: readonly AgentInputItem[]): WireItem[] {
    return this.#mapped.of(items);
  }

  back(list: readonly WireItem[]): AgentInputItem[] {
    let byKey: Map<string, Fields> | null = null;
    /** The item of a key. The keys are gathered when the first changed item comes. */
    const find = (key: string): Fields | undefined => {
      byKey ??= new Map([...this.#mapped.originals].flatMap(([wire, item]) => keysOf(wire).map((each) => [each, item as Fields] as const)));
      return byKey.get(key);
    };
    return this.#mapped.back(list, (wire) => {
      const original = keysOf(wire)
        .map(find)
        .find((item) => item !== undefined);
      return read(wire as Fields, original, find(`function_call ${String(wire.call_id)}`)?.name ?? "");
    });
  }
}

function keysOf({ type, call_id: callId, id }: WireItem): string[] {
  return [
    ...(typeof callId === "string" ? [`${String(type)} ${callId}`] : []),
    ...(typeof id === "string" ? [`${String(type)} ${id}`] : []),
  ];
}

function written(item: Fields): WireItem {
  const { type, id, role, content, providerData } = item;
  if (type === undefined || type === "message")
    return {
      ...(role === "assistant" && id !== undefined && { id }),
      type: "message",
      role,
      ...(item.status !== undefined && role === "assistant" && { status: item.status }),
      content: typeof content === "string" ? content : content.map(partOf),
    };
  switch (type) {
    case "function_call":
      return { type, ...(id !== undefined && { id }), call_id: item.callId, name: item.name, arguments: item.arguments };
    case "function_call_result":
      return { type: "function_call_output", call_id: item.callId, output: outputOf(item.output) };
    case "reasoning": {
      const encrypted = providerData?.encryptedContent ?? providerData?.encrypted_content;
      return {
        type,
        ...(id !== undefined && { id }),
        summary: content.map(({ text }: Fields) => ({ type: "summary_text", text })),
        ...(typeof encrypted === "string" && { encrypted_content: encrypted }),
      };
    }
    case "hosted_tool_call":
      return {
        ...snakeCased(providerData ?? {}),
        type: providerData?.type ?? item.name,
        ...(id !== undefined && { id }),
        ...(item.status !== undefined && { status: item.status }),
      };
    case "unknown":
      return { ...snakeCased(providerData ?? {}), ...(id !== undefined && { id }) };
    default:
      return { ...snakeCased(providerData ?? {}), ...snakeCased(item), type: TYPES[type] ?? type };
  }
}

/** The fields of an item, with the API's names. Their values stay. */
function snakeCased(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      name === "providerData" || value === undefined ? [] : [[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]],
    ),
  );
}

function partOf(part: Fields): WireItem {
  switch (part.type) {
    case "output_text":
      return { type: "output_text", text: part.text, annotations: [] };
    case "input_image": {
      const image = part.image ?? part.imageUrl ?? (part.fileId === undefined ? undefined : { id: part.fileId });
      return {
        type: "input_image",
        detail: part.detail ?? "auto",
        ...(typeof image === "string" ? { image_url: image } : { file_id: image?.id }),
      };
    }
    case "input_file": {
      const { file, filename } = part;
      const named = typeof filename === "string" && { filename };
      if (typeof file !== "string")
        return { type: "input_file", ...named, ...(file?.url === undefined ? { file_id: file?.id } : { file_url: file.url }) };
      return { type: "input_file", ...named, ...(/^https?:/.test(file) ? { file_url: file } : { file_data: file }) };
    }
    case "refusal":
      return { type: "refusal", refusal: part.refusal };
    case "input_text":
      return { type: "input_text", text: part.text };
    default:
      return snakeCased(part);
  }
}

function outputOf(output: unknown): unknown {
  if (typeof output === "string") return output;
  if (Array.isArray(output)) return output.map(structuredPart);
  const { type, text } = output as Fields;
  return type === "text" ? text : [structuredPart(output as Fields)];
}

/** A part of a function's output, under one of the SDK's names. */
function structuredPart(part: Fields): WireItem {
  const type = ({ text: "input_text", image: "input_image", file: "input_file" } as Fields)[part.type] ?? part.type;
  return partOf({ ...part, type });
}

/** Returns the item for a changed written one; `name` is the name of the function that a result answers. */
function read(wire: Fields, original: Fields | undefined, name: string): AgentInputItem {
  switch (wire.type) {
    case "function_call_output": {
      const output = typeof wire.output === "string" ? { type: "text", text: wire.output } : wire.output.map(readPart);
      return {
        ...(original ?? { type: "function_call_result", callId: wire.call_id, name, status: "completed" }),
        output,
      } as AgentInputItem;
    }
    case "function_call":
      return {
        ...(original ?? { type: "function_call", callId: wire.call_id, name: wire.name, status: "completed" }),
        arguments: wire.arguments,
      } as AgentInputItem;
    case "message":
    case undefined: {
      const { role, content } = wire;
      if (role === "assistant")
        return {
          ...original,
          type: "message",
          role,
          status: "completed",
          content: typeof content === "string" ? [{ type: "output_text", text: content }] : content.map(readPart),
        } as AgentInputItem;
      return {
        ...original,
        type: "message",
        role: role === "user" ? role : "system",
        content: role !== "user" || typeof content === "string" ? textOf(content) : content.map(readPart),
      } as AgentInputItem;
    }
    default:
      // The SDK sends the fields as they are.
      return (original ?? { type: "unknown", providerData: wire }) as AgentInputItem;
  }
}

function readPart(part: Fields): Fields {
  switch (part.type) {
    case "input_image":
      return {
        type: "input_image",
        image: part.image_url ?? { id: part.file_id },
        ...(part.detail !== undefined && { detail: part.detail }),
      };
    case "input_file":
      return {
        type: "input_file",
        file: part.file_data ?? (part.file_url === undefined ? { id: part.file_id } : { url: part.file_url }),
        ...(part.filename !== undefined && { filename: part.filename }),
      };
    case "output_text":
      return { type: "output_text", text: part.text };
    default:
      return part;
  }
}

/** The text of a system message, which has no other parts. */
function textOf(content: unknown): string {
  return typeof content === "string" ? content : (content as readonly Fields[]).map(({ text }) => text ?? "").join("");
}
