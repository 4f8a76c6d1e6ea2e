// A link that holds a document behind `#`, compressed.

import { redacted } from "./redact.mjs";

/** A body above this size is shared as a skeleton. */
const LARGE = 100_000;
const SKELETON = 12;
/** Browsers and chats pass on links of this length. */
const MOST = 30_000;

/** Returns the link, and what was left out of it. Of a command, which may hold a key, only the body is shared. `link` is null where it would be too long, or where no texts can be taken out. */
export async function linkOf({ text, source, isCommand, format, view, isWhole }) {
  if (!isWhole && source === null) return { link: null, isSkeleton: false, length: 0 };
  const isSkeleton = !isWhole && source !== null && source.length > LARGE;
  const shared = isWhole ? (isCommand ? source : text) : JSON.stringify(redacted(JSON.parse(source), isSkeleton ? SKELETON : Infinity));
  const packed = await packedOf(JSON.stringify({ version: 1, text: shared, format, view }));
  const link = `${location.href.split("#")[0]}#${packed}`;
  if (link.length > MOST) return { link: null, isSkeleton, length: link.length };
  return { link, isSkeleton, length: link.length };
}

/** Reads the document of a link; null where there is none that can be read. */
export async function fromLink(hash) {
  if (hash.length < 2) return null;
  try {
    const shared = JSON.parse(await unpacked(hash.slice(1)));
    return shared.version === 1 && typeof shared.text === "string"
      ? { text: shared.text, format: typeof shared.format === "string" ? shared.format : null, view: shared.view }
      : null;
  } catch {
    return null;
  }
}

const through = (bytes, stream) => new Response(new Blob([bytes]).stream().pipeThrough(stream));

async function packedOf(text) {
  const bytes = new Uint8Array(await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw")).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
  const reader = through(bytes, new DecompressionStream("deflate-raw")).body.getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    // A small link can hold a text without end.
    if (size > 5_000_000) throw new Error("the link holds too much");
    parts.push(value);
  }
  return new Blob(parts).text();
}
