// The one way into the wasm. It turns whatever goes wrong inside into a ConversationError, and starts the module over when its state cannot
// be trusted any more.

import { Core } from "../../../build/glue.js";
import type { Method } from "../../../build/method.js";
import { ConversationError } from "../input/errors.js";
import { type Exports, load, reload } from "./load.js";
import { decode, encoder } from "./text.js";

/** An argument of a method. Texts go in as UTF-8; null and undefined mark a missing text or number. */
export type Argument = string | number | boolean | null | undefined;

/** The mark of a missing argument, and the answer of a method that returns no number. */
const NONE = -1;

/** The numbers for which the header has room at least. */
const LEAST_NUMBERS = 32;
/** Numbers of arguments; a larger header is given back. As `KEPT_NUMBERS` of the core. */
const KEPT_NUMBERS = 1 << 14;

/** A UTF-16 unit takes at most three bytes of UTF-8. */
const MOST_BYTES_A_UNIT = 3;

/** Up to this many units, the inbox is sized for the worst case. Above, three times the text would be much memory. */
const SMALL = 262_144;

/** The inbox that is kept for the next method, in bytes: at least so large, so that not every message has to reserve some, and at most. */
const [LEAST_ROOM, KEPT_ROOM] = [4_096, 1_048_576];

/** Memory of the wasm, in bytes, that is kept for later when nothing is in it. A wasm can only give back all of its memory. */
const KEPT_MEMORY = 33_554_432;

let wasm: Exports | undefined;
const NO_BYTES = /* @__PURE__ */ new Uint8Array();
const NO_NUMBERS = /* @__PURE__ */ new Float64Array();

let memory = NO_BYTES;

/** Grows with each reset; a handle of an older generation points into a memory that is gone. */
let generation = 0;

/**
 * False while a call is inside, and for good when it never came out in order: the JavaScript stack may run out even for the code
 * that handles a failure, and starting over may fail where no memory is left. The next call then starts over before anything else.
 */
let isSound = true;

/** The objects of this generation that are not freed. */
let alive = 0;

/** Counts the objects that were dropped without `dispose`; the glue frees them. */
const dropped = typeof FinalizationRegistry === "undefined" ? undefined : /* @__PURE__ */ new FinalizationRegistry<number>(leave);

/** The wasm memory. Call it again after each call that may have grown the memory. */
function heap(): Uint8Array<ArrayBuffer> {
  const { buffer } = instance().memory;
  if (memory.buffer !== buffer) memory = new Uint8Array(buffer);
  return memory;
}

/** The instance in use; the first use makes it. */
function instance(): Exports {
  wasm ??= load();
  return wasm;
}

/**
 * Owns one object of the core: a conversation with its drafts.
 *
 * INVARIANT (no host code inside): no method runs code of the host, so Rust is never on the stack while a host thinks, and a callback may
 * call back into the same object.
 *
 * The glue frees what is dropped without `dispose`, by a finalizer of its own. It compares instances first, so after a reset it lets the
 * objects of the old one be, and so does this class: freeing an old pointer in the new memory would corrupt it.
 */
export class Door {
  #core: Core | null;
  readonly #generation: number;
  /** The inbox. It moves only in `reserve`. */
  #inbox = NO_BYTES;
  #header = NO_NUMBERS;
  /** The numbers for which the header has room. */
  #numbers = 0;

  constructor() {
    instance();
    if (!isSound) startOver();
    this.#core = guarded(() => new Core());
    this.#generation = generation;
    alive += 1;
    dropped?.register(this, generation, this);
  }

  /** Runs a method that returns a number. */
  call(method: Method, given: readonly Argument[] = []): number {
    const core = this.#alive();
    return guarded(() => this.#run(core, method, given));
  }

  /** Runs a method that writes JSON. Returns null if it wrote nothing. */
  json(method: Method, given: readonly Argument[] = []): unknown {
    const core = this.#alive();
    return guarded(() => {
      this.#run(core, method, given);
      const written = this.#outbox(core);
      return written.length === 0 ? null : JSON.parse(decode(written));
    });
  }

  /** Runs a method that writes text. */
  text(method: Method, given: readonly Argument[] = []): string {
    const core = this.#alive();
    return guarded(() => {
      this.#run(core, method, given);
      return decode(this.#outbox(core));
    });
  }

  /** Runs a method that writes bytes. Returns a view of them, valid until the next method. */
  bytes(method: Method, given: readonly Argument[] = []): Uint8Array<ArrayBuffer> {
    const core = this.#alive();
    return guarded(() => {
      this.#run(core, method, given);
      return this.#outbox(core);
    });
  }

  /** Runs a method that writes a message. Returns it with the number that the method returns. */
  numberAndJson(method: Method, given: readonly Argument[]): [number, unknown] {
    const core = this.#alive();
    return guarded(() => {
      const number = this.#run(core, method, given);
      return [number, JSON.parse(decode(this.#outbox(core)))];
    });
  }

  /** True if a call would reach the object. */
  get isAlive(): boolean {
    return this.#core !== null && this.#generation === generation && isSound;
  }

  /** Throws `disposed` or `poisoned` if the object cannot be used any more. */
  check(): void {
    this.#alive();
  }

  /** Idempotent, and harmless after a reset. */
  dispose(): void {
    const [core, { isAlive }] = [this.#core, this];
    this.#core = null;
    // Views keep a memory that was given back.
    [this.#inbox, this.#header] = [NO_BYTES, NO_NUMBERS];
    if (core === null || !isAlive) return;
    guarded(() => core.free());
    dropped?.unregister(this);
    leave(this.#generation);
  }

  #alive(): Core {
    if (this.#core === null) {
      throw new ConversationError("disposed", "This conversation was disposed; make a new one.");
    }
    if (!isSound && this.#generation === generation) startOver();
    if (this.#generation !== generation) {
      const message =
        "The engine failed inside and was reset after this conversation was made; make a new conversation, and give it your messages again.";
      throw new ConversationError("poisoned", message);
    }
    return this.#core;
  }

  /** Writes the arguments: the texts into the inbox, the numbers and the lengths of the texts into the header. */
  #run(core: Core, method: Method, given: readonly Argument[]): number {
    let units = 0;
    for (const value of given) if (typeof value === "string") units += value.length;
    // Large text is mostly ASCII (code, logs, JSON): room for an eighth of other characters, and more when that was wrong.
    this.#makeRoom(core, units <= SMALL ? units * MOST_BYTES_A_UNIT : units + (units >> 3), given.length);
    let end = 0;
    for (let place = 0; place < given.length; place += 1) {
      const value = given[place];
      if (typeof value !== "string") {
        this.#header[place] = typeof value === "number" ? value : value === true ? 1 : value === false ? 0 : NONE;
        continue;
      }
      const start = end;
      for (let read = 0; read < value.length; ) {
        const rest = read === 0 ? value : value.slice(read);
        const step = encoder.encodeInto(rest, end === 0 ? this.#inbox : this.#inbox.subarray(end));
        read += step.read;
        end += step.written;
        units -= step.read;
        if (read === value.length) break;
        // The larger inbox keeps what was written before.
        this.#makeRoom(core, end + units * MOST_BYTES_A_UNIT, given.length);
      }
      this.#header[place] = end - start;
    }
    const answer = core.call(method, end, given.length);
    if (Number.isNaN(answer)) throw core.failure();
    return answer;
  }

  /** Each reservation may grow the memory, which empties the views before it. So the header is found again at the end. */
  #makeRoom(core: Core, bytes: number, numbers: number): void {
    this.#reserveNumbers(core, numbers);
    this.#reserve(core, bytes);
    this.#reserveNumbers(core, numbers);
  }

  #reserve(core: Core, bytes: number): void {
    const room = this.#inbox.length;
    // A large inbox is given back when a small one will do. When the memory grew, the view of it is empty.
    if (room >= bytes && room > 0 && (room <= KEPT_ROOM || bytes > KEPT_ROOM)) return;
    const most = Math.max(LEAST_ROOM, bytes);
    const start = core.reserve(most);
    this.#inbox = heap().subarray(start, start + most);
  }

  /** Also finds the header again after the memory grew. A large header is given back when a small one will do. */
  #reserveNumbers(core: Core, numbers: number): void {
    const room = this.#header.length;
    if (room >= Math.max(numbers, 1) && (room <= KEPT_NUMBERS || numbers > KEPT_NUMBERS)) return;
    this.#findHeader(core, Math.max(LEAST_NUMBERS, numbers));
  }

  #findHeader(core: Core, numbers: number): void {
    const start = core.reserveNumbers(numbers);
    this.#header = new Float64Array(heap().buffer, start, numbers);
    this.#numbers = numbers;
  }

  /** The bytes in the outbox: the core put their place into the header. */
  #outbox(core: Core): Uint8Array<ArrayBuffer> {
    // The memory grew: the header is the same, and the view of it is empty.
    if (this.#header.length === 0) this.#findHeader(core, this.#numbers);
    const [start = 0, length = 0] = this.#header;
    return heap().subarray(start, start + length);
  }
}

function guarded<R>(work: () => R): R {
  isSound = false;
  let result: R;
  try {
    result = work();
  } catch (error) {
    throw surfaced(error);
  }
  isSound = true;
  return result;
}

/** Every way through it but a failing one leaves the module sound. */
function surfaced(error: unknown): ConversationError {
  let surface: ConversationError;
  if (isCoded(error)) {
    surface = new ConversationError(error.code, error.message, error.details === undefined ? {} : { details: error.details });
  } else if (hasCrossedWasm(error)) {
    const message =
      "The engine failed inside and was reset: conversations made before answer `poisoned`, new ones work. Please report this.";
    surface = new ConversationError("internal", message, { cause: error });
    startOver();
  } else {
    surface = outside(error);
  }
  isSound = true;
  return surface;
}

/** Reports whether the core threw this error to refuse something. */
function isCoded(error: unknown): error is { code: string; message: string; details?: Record<string, unknown> } {
  if (typeof error !== "object" || error === null || error instanceof Error) return false;
  const { code, message } = error as { code?: unknown; message?: unknown };
  return typeof code === "string" && typeof message === "string";
}

/**
 * Reports whether the error went through frames of the wasm, and so left it in the middle of something. It compares names, not classes,
 * because the error may come from another realm. Without a stack that can be read, it answers true.
 */
function hasCrossedWasm(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return true;
  const { name, stack } = error as { name?: unknown; stack?: unknown };
  if (name === "RuntimeError") return true;
  if (typeof stack !== "string" || !/[\n@]/.test(stack)) return true;
  return /wasm-function|wasm:\/\/|\[wasm code\]/.test(stack) || /recursive use|null pointer passed to rust/.test(String(error));
}

/** An error of the runtime itself, beside the wasm: no stack or no memory left in JavaScript. */
function outside(error: unknown): ConversationError {
  const said = String((error as { message?: unknown }).message);
  if (/call stack|recursion/i.test(said)) {
    return new ConversationError("internal", "The JavaScript stack ran out on the way to the engine; call it from less deep.", {
      cause: error,
    });
  }
  return new ConversationError("too-large", `JavaScript cannot hold the result: ${said}`, { cause: error });
}

/** Counts an object out. With the last one, a large memory is given back. */
function leave(of: number): void {
  if (of !== generation) return;
  alive -= 1;
  if (alive > 0 || !isSound || heap().length <= KEPT_MEMORY) return;
  try {
    startOver();
  } catch {
    // The next object starts the module over.
    isSound = false;
  }
}

/** Instantiates the core again. Afterwards, existing handles are invalid, even if this fails. */
function startOver(): void {
  generation += 1;
  alive = 0;
  memory = NO_BYTES;
  try {
    wasm = reload();
  } catch (cause) {
    throw new ConversationError("internal", "The engine failed inside, and there is no memory to start it over.", { cause });
  }
  isSound = true;
}
