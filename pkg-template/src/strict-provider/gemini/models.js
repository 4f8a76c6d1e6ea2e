/**
 * Returns true if a model does not continue its own last message: Gemini 3.6 and later, and 3.5 Flash-Lite.
 *
 * @param {unknown} model its name, if it is known
 */
export function isNewest(model) {
  const [, major, minor = "0", rest] = /gemini-(\d+)(?:\.(\d+))?(.*)$/.exec(String(model ?? "")) ?? [];
  if (major === undefined) return false;
  const version = Number(major) * 100 + Number(minor);
  return version > 305 || (version === 305 && rest.includes("flash-lite"));
}
