// Reading the content of a message.

import { noun } from "../formats/fields.js";
import type { NeutralMessage, NeutralPart } from "../types/program-format.js";
import { at, invalid } from "../formats/read-error.js";
import { readBlock } from "./block.js";
import { readBuiltinCall } from "./builtin-calls.js";
import { type OpenCall, isCallBlock, placeCall } from "./calls.js";
import type { Opened } from "./envelope.js";
import type { Maker } from "./maker.js";
import { verbatim } from "./words.js";

/** Reads the content. Blocks that are calls take their places among `calls`. */
export function readContent({ content, fields }: Opened, maker: Maker, calls?: OpenCall[]): NeutralMessage["content"] {
  const given = ["content", "content_blocks", "contentBlocks"].find((name) => fields[name] !== undefined) ?? "content";
  const name = content === undefined ? given : "content";
  const value = content === undefined ? (fields[name] ?? null) : content;
  if (value === null || typeof value === "string") return value;
  if (!Array.isArray(value)) throw invalid(`expected a string or a list of blocks, found ${noun(value)}`, name);
  const parts: NeutralPart[] = [];
  for (const [place, block] of (value as unknown[]).entries()) {
    at(`${name}[${place}]`, () => readItem(block, maker, parts, calls));
  }
  return parts;
}

function readItem(block: unknown, maker: Maker, parts: NeutralPart[], calls: OpenCall[] | undefined): void {
  const builtin = calls && readBuiltinCall(block);
  if (builtin !== undefined) calls?.push({ ...builtin, afterParts: parts.length });
  else if (!isCallBlock(block)) parts.push(readBlock(block, maker));
  else if (calls === undefined) parts.push(verbatim(block));
  else placeCall(calls, block, parts.length);
}
