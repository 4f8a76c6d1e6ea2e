// What a call says, in a form that is the same in all formats.

/** A call's name and arguments, however they are spelled. No arguments are the empty object. */
export function callValue(name, given) {
  return `${name ?? ""} ${JSON.stringify(given ?? {})}`;
}

/** The value that a text holds; text that is no JSON is itself. */
export function parsed(given) {
  if (typeof given !== "string") return given;
  try {
    return given.trim() === "" ? {} : JSON.parse(given);
  } catch {
    return given;
  }
}
