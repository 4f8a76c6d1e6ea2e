/**
 * White space as defined by Unicode, which the providers' checks use. JavaScript's `trim` removes U+FEFF and keeps U+0085.
 */

/**
 * @param {string} text
 * @returns {boolean} true if the text has no visible character
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
