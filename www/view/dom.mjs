// Small helpers for the document. Texts of persons are only ever set as text.

/** A phone, or a window of its width. */
export const NARROW = matchMedia("(max-width: 720px)");

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

/** Makes an element of a picture. */
export function shape(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null && value !== undefined) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

const ICONS = {
  caret: ["m4 6 4 4 4-4"],
  right: ["m6 4 4 4-4 4"],
  up: ["M8 12.5v-9M4.5 7 8 3.5 11.5 7"],
  down: ["M8 3.5v9M4.5 9 8 12.5 11.5 9"],
  check: ["m3.5 8.5 3 3 6-7"],
  more: ["M3 8h.01M8 8h.01M13 8h.01"],
  copy: [
    "M5.5 7A1.5 1.5 0 0 1 7 5.5h5A1.5 1.5 0 0 1 13.5 7v5a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 12Z",
    "M10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5",
  ],
  paste: ["M3.5 5A1.5 1.5 0 0 1 5 3.5h6A1.5 1.5 0 0 1 12.5 5v7a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 12Z", "M6 3.5V2.5h4v1"],
  close: ["M4 4l8 8M12 4l-8 8"],
};

export const icon = (name) =>
  shape(
    "svg",
    { class: name === "more" ? "i more" : "i", viewBox: "0 0 16 16", "aria-hidden": "true" },
    ...ICONS[name].map((d) => shape("path", { d })),
  );

export const number = (value) => value.toLocaleString("en");
export const count = (value, one, many = `${one}s`) => `${number(value)} ${value === 1 ? one : many}`;

/** A person's own text, kept apart from the direction of what stands around it. */
export const own = (text, attributes = {}) => el("bdi", attributes, text);

/** An id or a path, shortened in the middle; the whole of it is its tooltip and its name for screen readers. */
export function code(text, most = 34) {
  if (text.length <= most) return el("code", { dir: "ltr" }, text);
  const short = `${text.slice(0, Math.ceil(most * 0.6))}…${text.slice(-Math.floor(most * 0.3))}`;
  return el("code", { dir: "ltr", title: text }, el("span", { "aria-hidden": "true" }, short), el("span", { class: "unseen" }, text));
}

/** A sentence of the package, whose names stand between backticks. */
export function rich(text, most) {
  const parts = text.split(/`([^`]*)`/);
  return el("bdi", {}, ...parts.map((part, place) => (place % 2 === 0 ? part : code(part, most))));
}

/** Sets the headline of a view: the title of the page, which screen readers announce. */
export function headline(view, ...content) {
  const host = byId("headline");
  host.replaceChildren(...content);
  // A shortened id is said whole.
  const spoken = host.cloneNode(true);
  for (const part of spoken.querySelectorAll("[aria-hidden]")) part.remove();
  const text = spoken.textContent.replaceAll(/\s+/g, " ").trim();
  document.title = `${text}: backscroll ${view}`;
  byId("stuck").replaceChildren(el("span", { class: "word" }, byId("word").textContent), el("b", {}, text));
  if (byId("announced").textContent !== text) byId("announced").textContent = text;
}

export function complain(...content) {
  byId("trouble").replaceChildren(...content);
}

/** Says at the bottom what was done, for some seconds, with a way back if there is one. */
export function toast(text, undo) {
  const note = el(
    "p",
    { class: "toast" },
    text,
    undo === undefined ? null : el("button", { type: "button", class: "btn", onclick: () => [undo(), note.remove()] }, "Undo"),
  );
  byId("toasts").replaceChildren(note);
  setTimeout(() => note.remove(), 6_000);
}

export const sizeOf = (text) => {
  const bytes = new Blob([text]).size;
  return bytes < 1_000 ? `${bytes} B` : bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
};

/** Writes to the clipboard, and says so. */
export async function copy(text, said = "") {
  try {
    await navigator.clipboard.writeText(text);
    toast(`Copied. ${sizeOf(text)}${said === "" ? "" : `, ${said}`}`);
  } catch {
    toast("The browser did not allow copying. Use Download instead.");
  }
}

export function download(name, text) {
  const link = el("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
