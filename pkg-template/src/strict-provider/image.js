/**
 * Reads the kind and the size of an image from its first bytes, as far as the
 * rules about images need it.
 */

/**
 * @typedef {object} ImageHeader
 * @property {"png" | "jpeg" | "gif" | "webp"} format
 * @property {number} [width] pixels; absent when the header is cut off
 * @property {number} [height]
 */

/**
 * @param {Uint8Array} bytes
 * @returns {ImageHeader | null} null when the bytes are in none of the four formats
 */
export function readImageHeader(bytes) {
  const starts = (text, at = 0) => lettersAt(bytes, at, text.length) === text;
  if (starts("\x89PNG")) return { format: "png", ...pngSize(bytes) };
  if (starts("\xFF\xD8\xFF")) return { format: "jpeg", ...jpegSize(bytes) };
  if (starts("GIF8")) return { format: "gif", ...gifSize(bytes) };
  if (starts("RIFF") && starts("WEBP", 8)) return { format: "webp", ...webpSize(bytes) };
  return null;
}

const viewOf = ({ buffer, byteOffset, byteLength }) => new DataView(buffer, byteOffset, byteLength);
const lettersAt = (bytes, at, length) => String.fromCharCode(...bytes.subarray(at, at + length));

function pngSize(bytes) {
  if (bytes.length < 24) return {};
  const view = viewOf(bytes);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function gifSize(bytes) {
  if (bytes.length < 10) return {};
  const view = viewOf(bytes);
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** Walks the segments up to the first frame header (SOF0 to SOF15). */
function jpegSize(bytes) {
  const view = viewOf(bytes);
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1];
    // DHT, JPG and DAC are in the same range and are no frame headers.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    at += 2 + view.getUint16(at + 2);
  }
  return {};
}

function webpSize(bytes) {
  if (bytes.length < 30) return {};
  const view = viewOf(bytes);
  switch (lettersAt(bytes, 12, 4)) {
    case "VP8X":
      return { width: (view.getUint32(23, true) >>> 8) + 1, height: (view.getUint32(26, true) >>> 8) + 1 };
    case "VP8L": {
      const packed = view.getUint32(21, true);
      return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 };
    }
    case "VP8 ":
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    default:
      return {};
  }
}
