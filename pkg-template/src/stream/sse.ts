// Server-sent events: from pieces of text to JSON values.

/** Splits text into values. A piece may end anywhere. */
export interface Framing<Piece> {
  /** Appends the values that the piece completes. Throws for a value that is no JSON; those before it are in the list. */
  push(piece: Piece, values: unknown[]): void;
  /** Appends the values that are complete without an end of their own. */
  end(values: unknown[]): void;
}

/** Reads `data:` lines. Line ends are LF, CRLF or CR; comments, ids and empty events say nothing. */
export class SseFraming implements Framing<string> {
  /** Pieces of a line that has not ended. */
  #line: string[] = [];
  #data: string[] = [];
  #event = "";
  #isDone = false;
  /** True when the last piece ended with CR. */
  #hasReturned = false;

  push(piece: string, values: unknown[]): void {
    const hasReturns = piece.includes("\r");
    const endAfter = (from: number) => {
      const lf = piece.indexOf("\n", from);
      const cr = hasReturns ? piece.indexOf("\r", from) : -1;
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
    if (from < piece.length) this.#line.push(piece.slice(from));
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
    if (line === "") this.#dispatch(values);
    else if (line.startsWith("data:")) this.#data.push(line.slice(line[5] === " " ? 6 : 5));
    else if (line.startsWith("event:")) this.#event = line.slice(6).trim();
  }

  #dispatch(values: unknown[]): void {
    const [data, event] = [this.#data.join("\n"), this.#event];
    this.#data = [];
    this.#event = "";
    if (data.startsWith("[DONE]")) this.#isDone = true;
    if (data.trim() === "" || this.#isDone) return;
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

/** Reads a JSON array that arrives in pieces, as Gemini sends it without `alt=sse`, or objects one after another. */
export class JsonFraming implements Framing<string> {
  #value: string[] = [];
  #depth = 0;
  #isInText = false;
  #isEscaped = false;

  push(piece: string, values: unknown[]): void {
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const character = piece[at];
      if (this.#isInText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (character === "\\") this.#isEscaped = true;
        else if (character === '"') this.#isInText = false;
      } else if (character === '"') this.#isInText = true;
      else if (character === "{") {
        if (this.#depth === 0) from = at;
        this.#depth += 1;
      } else if (character === "}" && this.#depth > 0) {
        this.#depth -= 1;
        if (this.#depth > 0) continue;
        this.#value.push(piece.slice(from, at + 1));
        values.push(JSON.parse(this.#value.join("")));
        this.#value = [];
      }
    }
    if (this.#depth > 0) this.#value.push(piece.slice(from));
  }

  end(): void {}
}
