// Errors in a `catch`.

import { ContextWindowOverflowError, ConversationError, type ErrorCode, isContextOverflow } from "backscroll";

function explain(error: unknown): string {
  if (error instanceof ContextWindowOverflowError) return `too long: ${error.message}`;
  if (error instanceof ConversationError) {
    const code: ErrorCode = error.code;
    if (code === "cannot-fit") return `${String(error.details?.tokens)} tokens`;
    switch (error.code) {
      case "aborted":
        return "given up";
      // @ts-expect-error: no such code
      case "cannot-fitt":
        return "misspelt";
    }
    const details: Record<string, unknown> = error.details ?? {};
    const cause: unknown = error.cause;
    return [code, String(details.limit), String(cause)].join();
  }
  const isOverflow: boolean = isContextOverflow(error);
  return isOverflow ? "too long, as a provider says it" : "something else";
}

const own: Error[] = [
  new ConversationError("my-code", "text"),
  new ConversationError("my-code", "text", { cause: new Error("why"), details: { limit: 5 } }),
  new ContextWindowOverflowError(),
  new ContextWindowOverflowError("too long", { cause: 5 }),
];

class Mine extends ConversationError {
  constructor() {
    super("mine", "A code of my own.");
  }
}

export { Mine, explain, own };
