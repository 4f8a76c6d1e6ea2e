/**
 * White space as Unicode has it, which is what the providers' checks go by. `trim` of JavaScript takes U+FEFF for
 * white space, and does not take U+0085.
 */

/**
 * @param {string} text
 * @returns {boolean} whether no character of it is visible
 */
export function isBlank(text) {
  return /^\p{White_Space}*$/u.test(text);
}

/**
 * @param {string} text
 * @returns {boolean}
 */
export function endsInWhiteSpace(text) {
  return /\p{White_Space}$/u.test(text);
}
