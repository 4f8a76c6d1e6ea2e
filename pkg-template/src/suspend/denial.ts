// The words of a denial.

/** Returns what the model reads of a call that was denied. */
export function denial(why: string | undefined): string {
  const text = "Tool execution denied.";
  return why === undefined || why.trim() === "" ? text : `${text} ${why}`;
}
