// Makes elements. Text is always set as text, so that nothing that a person types becomes markup.

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

/** Returns the nodes of a sentence in which names are in backticks, as in the package's texts. */
export function prose(text) {
  return text.split("`").map((piece, index) => (index % 2 === 0 || piece === "" ? piece : el("code", {}, piece)));
}

/** Returns the element with this id. */
export const byId = (id) => document.getElementById(id);

/** Formats a number with thousands separators, the same in every locale. */
export const number = (value) => value.toLocaleString("en");

/** `3 messages`, `1 message`. */
export const count = (value, noun, nouns = `${noun}s`) => `${number(value)} ${value === 1 ? noun : nouns}`;
