// Texts that a store sends, whatever their line breaks: each with its meaning. Another text is refused.

/** A text, or a call, that no part of the simulation knows. */
export class NotSimulated extends Error {}

const plain = (text) => text.replace(/\s+/g, " ").trim();

/**
 * @template Meaning
 * @param {Record<string, Meaning>} meanings by text
 * @returns {(text: string) => Meaning}
 */
export function expected(meanings) {
  const known = new Map(Object.entries(meanings).map(([text, meaning]) => [plain(text), meaning]));
  /** Texts as they are sent, which need no second look. */
  const seen = new Map();
  return (text) => {
    let meaning = seen.get(text);
    if (meaning === undefined) {
      meaning = known.get(plain(text));
      if (meaning === undefined) throw new NotSimulated(`tests/simulation does not know what this does: ${text}`);
      seen.set(text, meaning);
    }
    return meaning;
  };
}
