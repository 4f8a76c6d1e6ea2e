// Files whose bytes are text.

import type { Media } from "./media.js";

/** The types whose bytes a model can read as text. */
const TEXT =
  /^(text$|text\/|application\/(json|jsonl|x-ndjson|xml|yaml|x-yaml|toml|csv|sql|graphql|(x-)?javascript|ecmascript|(x-)?typescript|x-python|x-sh|x-httpd-php|x-www-form-urlencoded|.*\+(json|xml))$)/;

/** Returns the text of a file; null if it is not a text, or its bytes are elsewhere. */
export function textOfFile({ mediaType = "", data }: Media): string | null {
  const kind = (mediaType.split(";")[0] ?? "").trim().toLowerCase();
  return data === undefined || !TEXT.test(kind) ? null : decoded(data);
}

/** Returns the text of UTF-8 bytes in base64; null when they are none. */
function decoded(base64: string): string | null {
  try {
    const bytes = atob(base64.trimEnd().replace(/=+$/, "").replaceAll("-", "+").replaceAll("_", "/"));
    return decodeURIComponent(bytes.replace(/[^]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, "0")}`));
  } catch {
    return null;
  }
}
