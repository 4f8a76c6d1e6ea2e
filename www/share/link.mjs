// A link that holds a document behind `#`, compressed.

import { writeAddress } from "../address.mjs";
import { redacted, redactedWords } from "./redact.mjs";

/** A body above this size is shared as a skeleton. */
const LARGE = 100_000;
const SKELETON = 12;
/** Browsers and chats pass on links of this length. */
const MOST = 30_000;
/** Characters of the provider's words in a link. */
const MOST_WORDS = 4_000;

/**
 * Returns the link, and a note on what was left out of it. Of a command, which may hold a key, only the body is shared. `link` is null where
 * it would be too long, or where no texts can be taken out.
 *
 * @param {{ text: string, words: string, source: string | null, isCommand: boolean, format: string | null, view: string, isWhole: boolean }} document
 * @returns {Promise<{ link: string | null, note: string }>}
 */
export async function linkOf({ text, words, source, isCommand, format, view, isWhole }) {
  if (!isWhole && source === null)
    return { link: null, note: "There is no request here to take the texts out of. Copy a link with the texts." };
  const isSkeleton = !isWhole && source.length > LARGE;
  const body = isWhole
    ? isCommand && source !== null
      ? source
      : text
    : JSON.stringify(redacted(JSON.parse(source), isSkeleton ? SKELETON : Infinity), null, 2);
  const said = (isWhole ? words : redactedWords(words, source)).slice(0, MOST_WORDS);
  const shared = await packedOf(JSON.stringify({ version: 1, text: body, words: isWhole && !isCommand ? "" : said, format }));
  const link = `${location.href.split("#")[0]}${writeAddress({ view, shared })}`;
  if (link.length > MOST)
    return {
      link: null,
      note: `The link would have ${link.length.toLocaleString("en")} characters, which is too long for most programs. Download the body instead.`,
    };
  return { link, note: isSkeleton ? "the texts are cut short" : isWhole ? "it holds the texts" : "the texts are redacted" };
}

/** Reads the document of a link; null where there is none that can be read. */
export async function fromLink(packed) {
  try {
    const shared = JSON.parse(await unpacked(packed));
    if (shared.version !== 1 || typeof shared.text !== "string") return null;
    return {
      text: shared.text,
      words: typeof shared.words === "string" ? shared.words : "",
      format: typeof shared.format === "string" ? shared.format : null,
    };
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
