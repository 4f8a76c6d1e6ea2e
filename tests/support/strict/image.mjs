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
 * @param {Buffer} bytes
 * @returns {ImageHeader | null} null when the bytes are in none of the four formats
 */
export function readImageHeader(bytes) {
  const starts = (text, at = 0) => bytes.toString('latin1', at, at + text.length) === text;
  if (starts('\x89PNG')) return { format: 'png', ...pngSize(bytes) };
  if (starts('\xFF\xD8\xFF')) return { format: 'jpeg', ...jpegSize(bytes) };
  if (starts('GIF8')) return { format: 'gif', ...gifSize(bytes) };
  if (starts('RIFF') && starts('WEBP', 8)) return { format: 'webp', ...webpSize(bytes) };
  return null;
}

function pngSize(bytes) {
  if (bytes.length < 24) return {};
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gifSize(bytes) {
  if (bytes.length < 10) return {};
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** Walks the segments up to the first frame header (SOF0 to SOF15). */
function jpegSize(bytes) {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1];
    // DHT, JPG and DAC are in the same range and are no frame headers.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return {};
}

function webpSize(bytes) {
  if (bytes.length < 30) return {};
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21);
      return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    default:
      return {};
  }
}
