import { lastIndexOf } from "../last.js";
import { isCall, isResult } from "./conversation.js";
import { refuse } from "./refuse.js";

/** Matches both alphabets of base64. */
const BASE64 = /^[A-Za-z0-9+/_-]+=*$/;

/** GE5: a signature has the form of one. */
export function* signaturesAreReadable({ turns }) {
  for (const {
    part: { thoughtSignature },
  } of turns.flatMap(({ entries }) => entries)) {
    const isReadable = typeof thoughtSignature === "string" && BASE64.test(thoughtSignature);
    if (thoughtSignature !== undefined && !isReadable) yield refuse("GE5", "Corrupted thought signature.");
  }
}

/** GE4: since the user spoke last, the first call of each step is signed. */
export function* callsAreSigned({ turns }, { signedCalls }) {
  if (!signedCalls) return;
  const start = lastIndexOf(turns, ({ role, entries }) => role === "user" && !entries.every(isResult));
  for (const { entries } of turns.slice(Math.max(start, 0))) {
    const first = entries.find(isCall);
    if (first !== undefined && first.part.thoughtSignature === undefined) {
      yield refuse(
        "GE4",
        "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing " +
          "thought_signature may lead to degraded model performance. Additional data, function call " +
          `\`default_api:${first.part.functionCall.name}\` , position ${first.content + 1}.`,
      );
    }
  }
}
