// Neighbouring blocks that make one neutral message.

import { extrasOf, callExtras, callWithExtras, withExtras } from "../../formats/extras.js";
import type { Fields } from "../../formats/fields.js";
import type { NeutralCall, NeutralMessage, NeutralPart } from "../../types/program-format.js";
import type { Role } from "../../types/index.js";
import { CACHE_POINT } from "./rest.js";

/** A block, read. */
export type Block =
  | { kind: "part"; part: NeutralPart }
  | { kind: "call"; call: NeutralCall }
  | { kind: "result"; message: NeutralMessage }
  /** A cache point, which belongs to the block before it; if that block cannot be marked, `part` is the cache point. */
  | { kind: "mark"; mark: Fields; part: NeutralPart };

/** Blocks of one neutral message. */
export class Piece {
  readonly role: Role;
  readonly #parts: NeutralPart[] = [];
  readonly #calls: NeutralCall[] = [];
  readonly #result: NeutralMessage | undefined;
  #last: "part" | "call" | undefined;

  constructor(role: Role, result?: NeutralMessage) {
    this.role = role;
    this.#result = result;
  }

  /** True if blocks of this role go on with it. */
  takes(role: Role): boolean {
    return this.role === role && this.#result === undefined;
  }

  push(block: Block & { kind: "part" | "call" | "mark" }): void {
    if (block.kind === "call") this.#calls.push({ ...block.call, afterParts: this.#parts.length });
    else this.#parts.push(block.part);
    this.#last = block.kind === "call" ? "call" : "part";
  }

  /** Keeps a cache point with the newest block; false if that already has one, or has no fields. */
  mark(mark: Fields): boolean {
    const [part, call] = [this.#parts.at(-1), this.#calls.at(-1)];
    if (this.#result !== undefined) {
      if (this.#result.extras?.[CACHE_POINT] !== undefined) return false;
      this.#result.extras = { ...this.#result.extras, [CACHE_POINT]: mark };
    } else if (this.#last === "call" && call !== undefined) {
      if (callExtras(call)[CACHE_POINT] !== undefined) return false;
      this.#calls.splice(-1, 1, callWithExtras(call, { [CACHE_POINT]: mark }));
    } else {
      if (part === undefined || part.type === "other" || extrasOf(part)[CACHE_POINT] !== undefined) return false;
      this.#parts.splice(-1, 1, withExtras(part, { [CACHE_POINT]: mark }));
    }
    return true;
  }

  /** The message. Calls after all parts need no place. */
  get message(): NeutralMessage {
    if (this.#result !== undefined) return this.#result;
    const [content, all] = [this.#parts, this.#parts.length];
    if (this.role !== "assistant") return { role: this.role, content };
    const toolCalls = this.#calls.map(
      ({ afterParts = all, ...call }) => (afterParts < all ? { ...call, afterParts } : call) as NeutralCall,
    );
    return { role: "assistant", content: all === 0 && toolCalls.length > 0 ? null : content, ...(toolCalls.length > 0 && { toolCalls }) };
  }
}

/** Divides the blocks of a role into pieces: one for each result, and one for the blocks between results. */
export function piecesOf(blocks: readonly Block[], role: Role): Piece[] {
  const pieces: Piece[] = [];
  for (const block of blocks) {
    if (block.kind === "result") {
      pieces.push(new Piece("tool", block.message));
    } else if (block.kind !== "mark" || pieces.at(-1)?.mark(block.mark) !== true) {
      if (pieces.at(-1)?.takes(role) !== true) pieces.push(new Piece(role));
      pieces.at(-1)?.push(block);
    }
  }
  return pieces;
}
