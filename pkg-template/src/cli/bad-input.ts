// The error of bad usage or input: the command prints it, and ends with 2.

export class BadInput extends Error {
  override readonly name = "BadInput";
}
