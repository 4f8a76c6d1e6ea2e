import { refuse } from "./refuse.js";

const KNOWN = [
  /^image\/(png|jpeg|webp|heic|heif)$/,
  /^(audio|video|text)\/[a-z0-9.+-]+/i,
  /^application\/(pdf|json|rtf|xml|x-javascript|x-python)$/,
];

/** GE12: the type of media is one that the provider reads. */
export function* mediaAreReadable({ turns }) {
  for (const { part } of turns.flatMap(({ entries }) => entries)) {
    for (const { inlineData, fileData } of [part, ...(part.functionResponse?.parts ?? [])]) {
      const mimeType = inlineData ? (inlineData.mimeType ?? "") : fileData?.mimeType;
      if (mimeType !== undefined && !KNOWN.some((known) => known.test(mimeType)))
        yield refuse("GE12", `Unsupported MIME type: ${mimeType}`);
      if (inlineData && !/^[A-Za-z0-9+/_\s-]*=*\s*$/.test(inlineData.data))
        yield refuse("GE12", `Base64 decoding failed for "${inlineData.data.slice(0, 20)}"`);
    }
  }
}

/** GE12: before Gemini 3, results hold no media; since then, no sound. */
export function* resultsHoldMedia({ turns }, { mediaInResults }) {
  for (const { part } of turns.flatMap(({ entries }) => entries)) {
    for (const { inlineData, fileData } of part.functionResponse?.parts ?? []) {
      const mimeType = (inlineData ?? fileData)?.mimeType ?? "";
      if (!mediaInResults || mimeType.startsWith("audio/")) yield refuse("GE12", `Unsupported MIME type: ${mimeType}`);
    }
  }
}
