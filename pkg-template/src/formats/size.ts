// The size of a message of a body.

import type { ReadLimits } from "../types/program-format.js";
import { ReadError } from "./read-error.js";

/** Refuses a message of the body that is over the limit, as `too-large`. */
export function checkBytes(message: unknown, { messageBytes }: ReadLimits): void {
  if (messageBytes === Infinity) return;
  const bytes = utf8Length(JSON.stringify(message));
  if (bytes <= messageBytes) return;
  throw new ReadError(
    `${bytes} bytes are over the limit of ${messageBytes} bytes; shorten it, or raise \`limits.messageBytes\``,
    "too-large",
  );
}

/** The length in bytes. A surrogate is half of a character of four. */
function utf8Length(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
  }
  return bytes;
}
