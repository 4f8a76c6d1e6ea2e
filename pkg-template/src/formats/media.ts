// Media of neutral messages: their source, their type, and words that stand for them.

/** The source of media in a neutral part, and their known properties. */
export interface Media {
  mediaType?: string | undefined;
  data?: string | undefined;
  url?: string | undefined;
  fileId?: string | undefined;
  name?: string | undefined;
  detail?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
  origin?: { format: string } | undefined;
}

/** Splits a data URL into its media type and its base64; null when it is none, or names no type. */
export function splitDataUrl(url: string): { mediaType: string; data: string } | null {
  const [scheme, joint] = ["data:", ";base64,"];
  const end = url.startsWith(scheme) ? url.indexOf(joint) : -1;
  return end > scheme.length ? { mediaType: url.slice(scheme.length, end), data: url.slice(end + joint.length) } : null;
}

/** Returns the words that replace media: `[image: a.png]`. */
export function placeholder({ type, name, mediaType }: Media & { type: string }): string {
  const about = name ?? mediaType;
  return about === undefined ? `[${type}]` : `[${type}: ${about}]`;
}

/** Returns the base64 of a text without lone surrogates. */
export function base64OfText(text: string): string {
  const bytes = encodeURIComponent(text).replace(/%(..)/g, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)));
  return btoa(bytes);
}
