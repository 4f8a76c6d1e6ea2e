// The room that a stream may take.

/** The most characters that are kept of a stream: some 16 million tokens of text, or 48 MiB of media in base64. */
export const MOST_KEPT = 64 * 2 ** 20;
/** Characters that may arrive before the size is measured again. */
export const MEASURED = MOST_KEPT / 4;
/** Characters that each part counts in addition to its text, because an assembler keeps data for each. */
export const PART = 256;

/** Throws if the size exceeds `MOST_KEPT`. */
export function checkRoom(size: number): void {
  if (size > MOST_KEPT) throw new RangeError("it holds more than 64 Mi characters");
}

/** Returns the characters of a value, plus one for each field and item. It stops soon after `MOST_KEPT`. */
export function sizeOf(value: object): number {
  const open: object[] = [value];
  let size = 0;
  for (let each = open.pop(); each !== undefined && size <= MOST_KEPT; each = open.pop()) {
    if (ArrayBuffer.isView(each)) size += each.byteLength;
    else {
      for (const name in each) {
        const inner: unknown = each[name as keyof typeof each];
        size += typeof inner === "string" ? inner.length + 1 : 1;
        if (typeof inner === "object" && inner !== null) open.push(inner);
      }
    }
  }
  return size;
}
