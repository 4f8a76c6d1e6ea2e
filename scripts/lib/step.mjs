// Prints the progress: one line when a step starts, one when it ends.

/**
 * Runs a step that takes a while.
 *
 * @template T
 * @param {string} title
 * @param {string | null} expected the duration on a small machine; null when it is short
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, expected, work) {
  console.log(`▸ ${title}${expected === null ? "" : ` (about ${expected})`}`);
  const begun = performance.now();
  const value = await work();
  console.log(`  done in ${duration(performance.now() - begun)}`);
  return value;
}

/** Formats milliseconds for people: `0.4 s`, `12 s`, `2 min 5 s`. */
export function duration(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** Formats bytes for people. */
export function size(bytes) {
  return bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KB`;
}
