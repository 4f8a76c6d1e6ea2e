// A checksum of 64 bits: it notices damage, and keeps no secret. It takes each unit of a text, and needs no engine.

/** Returns the checksum of texts, one after the other, as 16 hexadecimal digits. A change of one unit always changes it. */
export function checksumOf(...texts: readonly string[]): string {
  let [one, other] = [0x811c9dc5, 0x9e3779b9];
  for (const text of texts) {
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      // A step of FNV-1a, and one that turns the sum: what one of them takes for equal, the other does not.
      one = Math.imul(one ^ unit, 0x01000193);
      other = Math.imul(other ^ unit, 0x85ebca6b);
      other = (other << 13) | (other >>> 19);
    }
    // The border between two texts counts.
    one = Math.imul(one ^ text.length, 0x01000193);
    other = Math.imul(other ^ ~text.length, 0xc2b2ae35);
  }
  return hex(scattered(one)) + hex(scattered(other ^ one));
}

/** Scatters the bits, so that the last units change all digits. */
function scattered(sum: number): number {
  const half = Math.imul(sum ^ (sum >>> 15), 0x85ebca6b);
  return half ^ (half >>> 13);
}

function hex(sum: number): string {
  return (sum >>> 0).toString(16).padStart(8, "0");
}
