// The one way into the wasm. Every call passes through a Handle, which turns whatever goes wrong inside into a ConversationError
// and starts the module over when its state cannot be trusted any more.

import { ConversationError } from "../input/errors.js";
import { type Exports, load, reload } from "./load.js";

/** The buffers of both classes of the core: an inbox to write into and an outbox to read from. */
export interface Boxes {
  /** Reserves bytes in the inbox, and returns its start. Earlier content stays. */
  reserve(bytes: number): number;
  /** The address of the outbox. */
  outPtr(): number;
  free(): void;
}

let wasm: Exports | undefined;
let memory = /* @__PURE__ */ new Uint8Array();

/** Grows with each reset; a handle of an older generation points into a memory that is gone. */
let generation = 0;

/**
 * False while a call is inside, and for good when it never came out in order: the JavaScript stack may run out even for the code
 * that handles a failure, and starting over may fail where no memory is left. The next call then starts over before anything else.
 */
let isSound = true;

/** The current wasm memory. Call it again after each call that may have grown the memory. */
export function heap(): Uint8Array<ArrayBuffer> {
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
 * Owns one object of the core.
 *
 * INVARIANT (no host code inside): `work` runs no code of the host, so Rust is never on the stack while a host thinks, and a
 * callback may call back into the same object.
 *
 * The glue frees what is dropped without `dispose`, by a finalizer of its own. It compares instances first, so after a reset it
 * lets the handles of the old one be, and so does this class: freeing an old pointer in the new memory would corrupt it.
 */
export class Handle<T extends Boxes> {
  #boxes: T | null;
  readonly #generation: number;

  constructor(make: () => T) {
    instance();
    if (!isSound) startOver();
    this.#boxes = guarded(make, undefined);
    this.#generation = generation;
  }

  /** Runs `work` on the object. */
  call<R>(work: (boxes: T) => R): R {
    return guarded(work, this.#alive());
  }

  /** True if a call would reach the object. */
  get isAlive(): boolean {
    return this.#boxes !== null && this.#generation === generation && isSound;
  }

  /** Throws `disposed` or `poisoned` if the object cannot be used any more. */
  check(): void {
    this.#alive();
  }

  /** Idempotent, and harmless after a reset. */
  dispose(): void {
    const [boxes, { isAlive }] = [this.#boxes, this];
    this.#boxes = null;
    if (boxes !== null && isAlive) guarded(() => boxes.free(), undefined);
  }

  #alive(): T {
    if (this.#boxes === null) {
      throw new ConversationError("disposed", "This conversation was disposed; make a new one.");
    }
    if (!isSound && this.#generation === generation) startOver();
    if (this.#generation !== generation) {
      const message =
        "The engine failed inside and was reset after this conversation was made; make a new conversation, and give it your messages again.";
      throw new ConversationError("poisoned", message);
    }
    return this.#boxes;
  }
}

function guarded<A, R>(work: (argument: A) => R, argument: A): R {
  isSound = false;
  let result: R;
  try {
    result = work(argument);
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

/** Instantiates the core again. Afterwards, existing handles are invalid, even if this fails. */
function startOver(): void {
  generation += 1;
  try {
    wasm = reload();
  } catch (cause) {
    throw new ConversationError("internal", "The engine failed inside, and there is no memory to start it over.", { cause });
  }
  isSound = true;
}
