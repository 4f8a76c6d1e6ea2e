// Making elements. Text is always set as text, so nothing that a person types can become markup.

/**
 * @param {string} name `tag` or `tag.class.class`
 * @param {Record<string, string | number | boolean>} [attributes] true: without a value; false: left out
 * @param {...(Node | string)} children
 */
export function el(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  if (classes.length > 0) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children);
  return element;
}

/** A sentence whose `names` stand between backticks, as the package writes them. */
export function prose(text) {
  return text.split("`").map((piece, index) => (index % 2 === 0 || piece === "" ? piece : el("code", {}, piece)));
}

/** The element with this id. */
export const byId = (id) => document.getElementById(id);

/** A number with its thousands apart, the same for every reader. */
export const number = (value) => value.toLocaleString("en");

/** `3 messages`, `1 message`. */
export const count = (value, noun, nouns = `${noun}s`) => `${number(value)} ${value === 1 ? noun : nouns}`;
