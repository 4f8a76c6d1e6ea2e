// The address of a state: the view, and what it shows, behind `#`. An address of earlier releases holds a packed document alone.

export const VIEWS = ["doctor", "fit", "convert"];

/**
 * @typedef {object} Address
 * @property {string} view
 * @property {string} [example] the id of an example, such as `AN1`
 * @property {string} [shared] a packed document
 * @property {string} [format] the format that the person chose
 * @property {string} [vendor] the vendor that the person chose
 * @property {number} [request] of several requests, from 1
 * @property {string} [to] the format to convert to
 * @property {string} [model] the model to convert for
 * @property {number} [window] in tokens
 * @property {string} [way] to cut
 */

/** @returns {Address} */
export function readAddress(hash) {
  const text = hash.replace(/^#/, "");
  const [view, query = ""] = text.split("?");
  if (text.startsWith("example=")) return readAddress(`#doctor?${text}`);
  if (!VIEWS.includes(view)) return { view: "doctor", ...(text.length > 1 && /^[\w-]{20,}$/.test(text) && { shared: text }) };
  const given = new URLSearchParams(query);
  const address = { view };
  for (const name of ["example", "shared", "format", "vendor", "to", "model", "way"]) if (given.has(name)) address[name] = given.get(name);
  for (const name of ["request", "window"]) if (/^[1-9]\d{0,8}$/.test(given.get(name) ?? "")) address[name] = Number(given.get(name));
  return address;
}

/** @param {Address} address @returns {string} the part from `#` on */
export function writeAddress({ view, ...others }) {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(others))
    if (value !== null && value !== undefined && value !== "") given.set(name, String(value));
  const query = given.toString();
  return `#${view}${query === "" ? "" : `?${query}`}`;
}
