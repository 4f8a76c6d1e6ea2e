// The media type that bytes begin like.

/** Characters of base64 that are decoded to find a type. */
const LOOKED_AT = 64;

/** Magic numbers: their bytes, the type, and their offset. Of several that fit, the first is taken. */
const BEGINNINGS: readonly (readonly [bytes: string, type: string, offset?: number])[] = [
  ["\x89PNG", "image/png"],
  ["\xff\xd8\xff", "image/jpeg"],
  ["GIF8", "image/gif"],
  ["RIFF....WEBP", "image/webp"],
  ["RIFF....WAVE", "audio/wav"],
  ["%PDF", "application/pdf"],
  ["BM", "image/bmp"],
  ["II*\0", "image/tiff"],
  ["MM\0*", "image/tiff"],
  ["ID3", "audio/mpeg"],
  ["\xff\xfb", "audio/mpeg"],
  ["\xff\xf3", "audio/mpeg"],
  ["\xff\xf2", "audio/mpeg"],
  ["\xff\xf1", "audio/aac"],
  ["\xff\xf9", "audio/aac"],
  ["fLaC", "audio/flac"],
  ["OggS", "audio/ogg"],
  ["ftypM4A", "audio/mp4", 4],
  ["ftypheic", "image/heic", 4],
  ["ftypheix", "image/heic", 4],
  ["ftypmif1", "image/heif", 4],
  ["ftypavif", "image/avif", 4],
  ["ftypqt", "video/quicktime", 4],
  ["ftyp", "video/mp4", 4],
  ["\x1a\x45\xdf\xa3", "video/webm"],
  ["\0\0\x01\xba", "video/mpeg"],
];

/** Returns the type that bytes in base64 show at their beginning; undefined when they begin like no known type. */
export function typeOfBytes(base64: string): string | undefined {
  const whole = Math.min(base64.length - (base64.length % 4), LOOKED_AT);
  const start = base64
    .slice(0, whole || base64.length)
    .trimEnd()
    .replace(/=+$/, "");
  let bytes: string;
  try {
    bytes = atob(start.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return undefined;
  }
  const fits = (magic: string, offset: number) => [...magic].every((byte, at) => byte === "." || byte === bytes[offset + at]);
  return BEGINNINGS.find(([magic, , offset = 0]) => fits(magic, offset))?.[1];
}
