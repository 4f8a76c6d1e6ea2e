/**
 * A digest of 128 bits, which shows that a text was changed. It keeps no secret: whoever reads this file can make one. That is enough for a
 * provider of tests, and needs no cryptography, which some runtimes have only as promises.
 *
 * @param {string} text
 * @returns {string} 32 hexadecimal digits
 */
export function digestOf(text) {
  const sums = [0x811c9dc5, 0x9747b28c, 0x3c6ef372, 0xbb67ae85];
  const primes = [0x01000193, 0x85ebca6b, 0xcc9e2d51, 0x1b873593];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    for (let lane = 0; lane < 4; lane += 1) {
      const sum = Math.imul(sums[lane] ^ unit, primes[lane]);
      sums[lane] = sum ^ (sum >>> 15);
    }
  }
  return sums.map((sum, lane) => mixed(sum ^ sums[(lane + 1) % 4] ^ text.length)).join("");
}

/** Spreads each bit over the whole number. */
function mixed(number) {
  let sum = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  sum = Math.imul(sum ^ (sum >>> 13), 0xc2b2ae35);
  return ((sum ^ (sum >>> 16)) >>> 0).toString(16).padStart(8, "0");
}
