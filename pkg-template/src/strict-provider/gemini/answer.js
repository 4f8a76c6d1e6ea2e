import { countTokens } from "../tokens.js";

/** A placeholder signature: the judge checks only its form. */
const SIGNATURE = "c2lnbmVkIGJ5IHRoZSBzdHJpY3QgcHJvdmlkZXI=";

/**
 * Writes a reply as `generateContent` answers it. As with the real one, a call has an id only where the script gives it one, and the
 * first of parallel calls is signed.
 *
 * @param {object} body the accepted request
 * @param {Required<import('../types.js').StrictReply>} reply
 * @param {import('../prompt-cache.js').CacheReading} cache
 * @param {(prefix: string) => string} newId
 * @param {string} path
 * @returns {object}
 */
export function writeAnswer(_body, reply, { total, shared }, newId, path) {
  const thoughts = countTokens([reply.thinking]);
  const said = countTokens([reply.text, reply.toolCalls]);
  return {
    candidates: [{ content: { parts: partsOf(reply), role: "model" }, finishReason: "STOP", index: 0 }],
    usageMetadata: {
      promptTokenCount: total,
      candidatesTokenCount: said,
      totalTokenCount: total + said + thoughts,
      ...(thoughts > 0 ? { thoughtsTokenCount: thoughts } : {}),
      ...(shared > 0 ? { cachedContentTokenCount: shared } : {}),
    },
    modelVersion: /models\/([^:]+):/.exec(path)?.[1],
    responseId: newId("resp_"),
  };
}

function partsOf({ text, toolCalls, thinking }) {
  const calls = toolCalls.map(({ id, name, arguments: given = {} }, index) => {
    const args = typeof given === "string" ? JSON.parse(given) : given;
    const functionCall = { ...(id === undefined ? {} : { id }), name, args };
    return index === 0 ? { functionCall, thoughtSignature: SIGNATURE } : { functionCall };
  });
  return [...(thinking === "" ? [] : [{ text: thinking, thought: true }]), ...(text === "" ? [] : [{ text }]), ...calls];
}
