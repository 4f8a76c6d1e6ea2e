// Content blocks of the SDK as parts, and parts as content blocks.

import {
  type ContentBlock,
  DocumentBlock,
  type GuardContentBlock,
  ImageBlock,
  ReasoningBlock,
  TextBlock,
  type ToolResultContent,
  contentBlockFromData,
} from "@strands-agents/sdk";
import { ConversationError, type Part } from "../index.js";
import { readBlock } from "./format/read-block.js";

/** A block of a message or of a tool result. */
export type Block = ContentBlock | ToolResultContent;

/**
 * A block as a part. Text of every kind of block becomes a text part, so that it is counted, shortened and summarised as text. The block's
 * other fields become one field of the part.
 */
export function partOf(block: Block): Part {
  switch (block.type) {
    case "textBlock":
      return { type: "text", text: block.text };
    case "jsonBlock":
      return noted(JSON.stringify(block.json) ?? "null", IS_JSON);
    case "citationsBlock":
      return noted(block.content.map(({ text }) => text).join(""), { citations: block.citations });
    case "guardContentBlock":
      return guarded(block);
    case "imageBlock":
      // Beside a URL, the format is a guess of the SDK. A line in place of the picture names it.
      if (block.source.type === "imageSourceUrl") return { type: "image", mediaType: imageType(block.format), url: block.source.url };
      return modelled(block) ?? opaque(block);
    case "documentBlock":
      return document(block);
    case "videoBlock":
      if (block.source.type !== "videoSourceBytes")
        return { type: "file", name: "video", mediaType: `video/${block.format}`, url: placeOf(block) };
      return { type: "file", name: "video", mediaType: `video/${block.format}`, data: bytesIn(block) };
    default:
      return modelled(block) ?? opaque(block);
  }
}

/** Marks a text as the JSON of a value. A reduction replaces it by a line, because cut JSON cannot be parsed. */
const IS_JSON = { writtenAs: "json" };

/** The block `before`, changed to `part`: a text document stays a document, with its name and citations. */
export function renewed(before: Block | undefined, part: Part): Block {
  if (part.type !== "text" || before?.type !== "documentBlock" || partOf(before).type !== "text") return blockOf(part);
  const { name, format, citations, context } = before;
  const source = before.source.type === "documentSourceContentBlock" ? { content: [{ text: part.text }] } : { text: part.text };
  return new DocumentBlock({
    name,
    format,
    source,
    ...(citations !== undefined && { citations }),
    ...(context !== undefined && { context }),
  });
}

/** A block for a part that a reducer added. */
export function blockOf(part: Part): ContentBlock {
  switch (part.type) {
    case "text":
    case "refusal":
      return new TextBlock(part.text);
    case "reasoning":
      return reasoned(part);
    case "image":
      if (part.data === undefined && part.url === undefined) break;
      return pictured(part);
    case "other":
      if (part.format === "backscroll") return contentBlockFromData(part.value as Parameters<typeof contentBlockFromData>[0]);
      break;
    case "audio":
    case "file":
      break;
  }
  const message = `A part of type ${part.type} that \`reduce\` put in has no form in the SDK; put text in, or hand on the part as it was.`;
  throw new ConversationError("invalid-message", message);
}

/** The data of a block as the SDK itself saves it, with bytes in base64. A block that is not an instance of the SDK's classes is already data. */
function dataOf(block: Block): object {
  return "toJSON" in block && typeof block.toJSON === "function" ? (block.toJSON() as object) : block;
}

/** A block as its format reads it; null if it is not modelled. */
function modelled(block: Block): Part | null {
  try {
    const read = readBlock(dataOf(block), "system");
    return read.kind === "part" && read.part.type !== "other" ? read.part : null;
  } catch {
    return null;
  }
}

function opaque(block: Block): Part {
  return { type: "other", format: "backscroll", value: dataOf(block) };
}

/** Text with the other fields of its block. */
function noted(text: string, note: object): Part {
  const part = { type: "text" as const, text, ...note };
  return part;
}

function bytesIn(block: Block): string {
  const [data] = Object.values(dataOf(block)) as { source?: { bytes?: unknown } }[];
  return typeof data?.source?.bytes === "string" ? data.source.bytes : "";
}

/** The address of a block whose bytes are kept elsewhere; empty if it has none. */
function placeOf(block: Block): string {
  const [data] = Object.values(dataOf(block)) as { source?: { location?: { uri?: unknown } } }[];
  return typeof data?.source?.location?.uri === "string" ? data.source.location.uri : "";
}

function imageType(format: string): string {
  return `image/${format === "jpg" ? "jpeg" : format}`;
}

function reasoned({ text, signature, encrypted }: Part & { type: "reasoning" }): ReasoningBlock {
  const data = {
    ...(text !== undefined && { text }),
    ...(signature !== undefined && { signature }),
    ...(encrypted !== undefined && { redactedContent: encrypted }),
  };
  return ReasoningBlock.fromJSON({ reasoning: data });
}

function guarded(block: GuardContentBlock): Part {
  if (block.text !== undefined) return noted(block.text.text, { guardContent: { qualifiers: block.text.qualifiers } });
  const { guardContent } = dataOf(block) as { guardContent?: { image?: { format: string; source: { bytes: string } } } };
  if (guardContent?.image === undefined) return opaque(block);
  return { type: "image", mediaType: imageType(guardContent.image.format), data: guardContent.image.source.bytes };
}

function document(block: DocumentBlock): Part {
  const { name, format, source, citations, context } = block;
  switch (source.type) {
    case "documentSourceText":
      return noted(source.text, { document: { name, format, citations, context } });
    case "documentSourceContentBlock":
      return noted(source.content.map(({ text }) => text).join("\n"), { document: { name, format, citations, context } });
    case "documentSourceBytes":
    case "documentSourceS3Location":
      return modelled(block) ?? opaque(block);
  }
}

function pictured({ mediaType: type, data, url }: Part & { type: "image" }): ImageBlock {
  const format = (type?.split("/")[1] ?? "png") as ImageBlock["format"];
  return ImageBlock.fromJSON({ image: { format, source: data === undefined ? { url: url ?? "" } : { bytes: data } } });
}
