// Small helpers for the document. Texts of persons are only ever set as text.

export const byId = (id) => document.getElementById(id);

/** Makes an element. Children are elements and texts; null is left out. */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export const number = (value) => value.toLocaleString("en");
export const count = (value, one, many = `${one}s`) => `${number(value)} ${value === 1 ? one : many}`;

/** A person's own text, kept apart from the direction of what stands around it. */
export const own = (text, attributes = {}) => el("bdi", attributes, text);

/** A sentence of the package, whose names stand between backticks. */
export function rich(text) {
  const parts = text.split(/`([^`]*)`/);
  return el("bdi", {}, ...parts.map((part, place) => (place % 2 === 0 ? part : el("code", {}, part))));
}

/** Says something to everybody, screen readers among them. */
export function say(text) {
  byId("trouble").replaceChildren();
  byId("verdict").replaceChildren(text);
}

export function complain(text) {
  byId("trouble").replaceChildren(text);
}

/** Writes to the clipboard, and shows on the button that it did. */
export async function copy(button, text) {
  const label = (button.dataset.label ??= button.textContent);
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "The browser refused";
  }
  setTimeout(() => (button.textContent = label), 1_500);
}

export function download(name, text) {
  const link = el("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
