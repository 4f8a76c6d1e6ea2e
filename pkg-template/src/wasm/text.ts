// Text between JavaScript (UTF-16) and the core (UTF-8).

export const encoder = /* @__PURE__ */ new TextEncoder();
// A byte order mark is text like any other here.
const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

/** The text of UTF-8 bytes. */
export function decode(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}
