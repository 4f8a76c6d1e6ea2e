// Server-sent events: from pieces of text to JSON values.

import { Objects } from "./objects.js";
import { checkRoom } from "./room.js";

/** Splits text into values. A piece may end anywhere. */
export interface Framing<Piece> {
  /** Appends the values that the piece completes. Throws for a value that is not JSON; the values before it are in the list. */
  push(piece: Piece, values: unknown[]): void;
  /** Appends the values that need no end mark. */
  end(values: unknown[]): void;
}

/** Reads `data:` lines. Line ends are LF, CRLF or CR; comments, ids and empty events are ignored. */
export class SseFraming implements Framing<string> {
  /** Pieces of a line that has not ended. */
  #line: string[] = [];
  #data: string[] = [];
  #event = "";
  /** True after `[DONE]`. Everything that follows is ignored. */
  isDone = false;
  /** Characters of the unfinished line and data. */
  #lineLength = 0;
  #dataLength = 0;
  /** True when the last piece ended with CR. */
  #hasReturned = false;

  push(piece: string, values: unknown[]): void {
    // Each is looked for once, and again only when the other one's lines have passed it.
    let [lf, cr] = [-2, -2];
    const endAfter = (from: number) => {
      if (lf !== -1 && lf < from) lf = piece.indexOf("\n", from);
      if (cr !== -1 && cr < from) cr = piece.indexOf("\r", from);
      return cr === -1 || (lf !== -1 && lf < cr) ? lf : cr;
    };
    // The LF of a CRLF that was torn in two.
    let from = this.#hasReturned && piece[0] === "\n" ? 1 : 0;
    if (piece !== "") this.#hasReturned = piece.endsWith("\r");
    for (let to = endAfter(from); to !== -1; to = endAfter(from)) {
      this.#line.push(piece.slice(from, to));
      from = to + (piece.startsWith("\r\n", to) ? 2 : 1);
      this.#endLine(values);
    }
    if (from === piece.length) return;
    this.#line.push(piece.slice(from));
    this.#lineLength += piece.length - from;
    checkRoom(this.#dataLength + this.#lineLength);
  }

  end(values: unknown[]): void {
    try {
      this.#endLine(values);
      this.#dispatch(values);
    } catch {
      // The stream was cut in the middle of an event.
    }
  }

  #endLine(values: unknown[]): void {
    const line = this.#line.length === 1 ? (this.#line[0] ?? "") : this.#line.join("");
    this.#line = [];
    this.#lineLength = 0;
    if (line === "") return this.#dispatch(values);
    if (line.startsWith("data:")) {
      this.#data.push(line.slice(line[5] === " " ? 6 : 5));
      this.#dataLength += line.length;
      checkRoom(this.#dataLength);
    }
    if (line.startsWith("event:")) this.#event = line.slice(6).trim();
  }

  #dispatch(values: unknown[]): void {
    const [data, event] = [this.#data.join("\n"), this.#event];
    this.#data = [];
    this.#dataLength = 0;
    this.#event = "";
    if (data.startsWith("[DONE]")) this.isDone = true;
    if (data.trim() === "" || this.isDone) return;
    if (event !== "error") {
      values.push(JSON.parse(data));
      return;
    }
    const error = parsed(data);
    values.push(typeof error === "object" && error !== null && ("error" in error || "type" in error) ? error : { error });
  }
}

/** An error may be a sentence. */
function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return { message: data };
  }
}

/** Reads a JSON array that arrives in pieces, as Google sends it without `alt=sse`, or objects one after another. */
export class JsonFraming implements Framing<string> {
  readonly #objects = new Objects();
  /** Characters since an object ended. */
  #length = 0;

  push(piece: string, values: unknown[]): void {
    const texts: string[] = [];
    this.#objects.push(piece, texts);
    this.#length = texts.length > 0 || !this.#objects.isOpen ? 0 : this.#length + piece.length;
    for (const text of texts) values.push(JSON.parse(text));
    checkRoom(this.#length);
  }

  end(): void {}
}
