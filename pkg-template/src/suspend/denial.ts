// The words of a denial.

/** Returns the model's text for a denied call. */
export function denial(why: string | undefined): string {
  const text = "Tool execution denied.";
  return why === undefined || why.trim() === "" ? text : `${text} ${why}`;
}
