// Items of the SDK as items of OpenAI's Responses API, which `fit` reads, and back: those that were not changed are the same objects.

import type { AgentInputItem } from "@openai/agents";

/** An item of the Responses API. */
export type WireItem = Readonly<Record<string, unknown>>;

type Fields = Readonly<Record<string, any>>;

/** Items that the SDK names otherwise. */
const TYPES: Readonly<Record<string, string>> = { function_call_result: "function_call_output", computer_call_result: "computer_call_output" };

export class Items {
  readonly #originals = new Map<WireItem, AgentInputItem>();
  /** By the id of the call, and by the id of the item. */
  readonly #byId = new Map<string, AgentInputItem>();
  readonly #known: WeakMap<AgentInputItem, WireItem>;

  /** `known`: what items were written as before, so that one that comes again is not written again. */
  constructor(known: WeakMap<AgentInputItem, WireItem>) {
    this.#known = known;
  }

  of(items: readonly AgentInputItem[]): WireItem[] {
    return items.map((item) => {
      const wire = this.#known.get(item) ?? written(item as Fields);
      this.#known.set(item, wire);
      this.#originals.set(wire, item);
      for (const key of keysOf(wire)) this.#byId.set(key, item);
      return wire;
    });
  }

  back(list: readonly WireItem[]): AgentInputItem[] {
    return list.map((wire) => this.#originals.get(wire) ?? read(wire as Fields, this.#originalOf(wire), this.#nameOf(wire)));
  }

  #originalOf(wire: WireItem): Fields | undefined {
    for (const key of keysOf(wire)) {
      const found = this.#byId.get(key);
      if (found !== undefined) return found as Fields;
    }
    return undefined;
  }

  /** The name of the function that a result answers. */
  #nameOf({ call_id: id }: WireItem): string {
    return (this.#byId.get(`function_call ${String(id)}`) as Fields | undefined)?.name ?? "";
  }
}

function keysOf({ type, call_id: callId, id }: WireItem): string[] {
  return [...(typeof callId === "string" ? [`${String(type)} ${callId}`] : []), ...(typeof id === "string" ? [`${String(type)} ${id}`] : [])];
}

function written(item: Fields): WireItem {
  const { type, id, role, content, providerData } = item;
  if (type === undefined || type === "message") return { ...(role === "assistant" && id !== undefined && { id }), type: "message", role, ...(item.status !== undefined && role === "assistant" && { status: item.status }), content: typeof content === "string" ? content : content.map(partOf) };
  switch (type) {
    case "function_call":
      return { type, ...(id !== undefined && { id }), call_id: item.callId, name: item.name, arguments: item.arguments };
    case "function_call_result":
      return { type: "function_call_output", call_id: item.callId, output: outputOf(item.output) };
    case "reasoning": {
      const encrypted = providerData?.encryptedContent ?? providerData?.encrypted_content;
      return { type, ...(id !== undefined && { id }), summary: content.map(({ text }: Fields) => ({ type: "summary_text", text })), ...(typeof encrypted === "string" && { encrypted_content: encrypted }) };
    }
    case "hosted_tool_call":
      return { ...snakeCased(providerData ?? {}), type: providerData?.type ?? item.name, ...(id !== undefined && { id }), ...(item.status !== undefined && { status: item.status }) };
    case "unknown":
      return { ...snakeCased(providerData ?? {}), ...(id !== undefined && { id }) };
    default:
      return { ...snakeCased(providerData ?? {}), ...snakeCased(item), type: TYPES[type] ?? type };
  }
}

/** The fields of an item, as the API spells them. What stands in them stays. */
function snakeCased(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (name === "providerData" || value === undefined ? [] : [[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]])));
}

function partOf(part: Fields): WireItem {
  switch (part.type) {
    case "output_text":
      return { type: "output_text", text: part.text, annotations: [] };
    case "input_image": {
      const image = part.image ?? part.imageUrl ?? (part.fileId === undefined ? undefined : { id: part.fileId });
      return { type: "input_image", detail: part.detail ?? "auto", ...(typeof image === "string" ? { image_url: image } : { file_id: image?.id }) };
    }
    case "input_file": {
      const { file, filename } = part;
      const named = typeof filename === "string" && { filename };
      if (typeof file !== "string") return { type: "input_file", ...named, ...(file?.url === undefined ? { file_id: file?.id } : { file_url: file.url }) };
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

/** A part of the output of a function, under one of the names that the SDK has for it. */
function structuredPart(part: Fields): WireItem {
  const type = ({ text: "input_text", image: "input_image", file: "input_file" } as Fields)[part.type] ?? part.type;
  return partOf({ ...part, type });
}

/** Returns the item that a changed one stands for. */
function read(wire: Fields, original: Fields | undefined, name: string): AgentInputItem {
  switch (wire.type) {
    case "function_call_output": {
      const output = { type: "text", text: textOf(wire.output) };
      return { ...(original ?? { type: "function_call_result", callId: wire.call_id, name, status: "completed" }), output } as AgentInputItem;
    }
    case "function_call":
      return { ...(original ?? { type: "function_call", callId: wire.call_id, name: wire.name, status: "completed" }), arguments: wire.arguments } as AgentInputItem;
    case "message":
    case undefined:
      return (
        wire.role === "assistant"
          ? { ...original, type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text: textOf(wire.content) }] }
          : { ...original, type: "message", role: wire.role === "user" ? "user" : "system", content: textOf(wire.content) }
      ) as AgentInputItem;
    default:
      // The SDK sends the fields as they are.
      return (original ?? { type: "unknown", providerData: wire }) as AgentInputItem;
  }
}

function textOf(content: unknown): string {
  return typeof content === "string" ? content : (content as readonly Fields[]).map(({ text, refusal }) => text ?? refusal ?? "").join("");
}
