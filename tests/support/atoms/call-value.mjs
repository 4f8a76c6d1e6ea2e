// Returns the content of a call, in a form that is the same in all formats.

/** Returns a call's name and arguments in one spelling. Missing arguments are the empty object. */
export function callValue(name, given) {
  return `${name ?? ""} ${JSON.stringify(given ?? {})}`;
}

/** Parses JSON text. Other text is returned as it is. */
export function parsed(given) {
  if (typeof given !== "string") return given;
  try {
    return given.trim() === "" ? {} : JSON.parse(given);
  } catch {
    return given;
  }
}
