// Revisions of a thread: a number that grows by one with each entry, and random digits, which tell apart what two writers made of one
// revision.

import { ConversationError } from "../index.js";

const FORM = /^(\d+)-[\da-f]{16}$/;

/** Returns a new revision that follows one; null for the first. */
export function revisionAfter(revision: string | null): string {
  return `${(revision === null ? 0 : numberOf(revision)) + 1}-${randomName()}`;
}

/** Returns 16 random hexadecimal digits. */
export function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns true for a text of the form of a revision. */
export function isRevision(text: string): boolean {
  return FORM.test(text);
}

/** Returns the number of a revision. */
export function numberOf(revision: string): number {
  const number = Number(FORM.exec(revision)?.[1]);
  if (Number.isSafeInteger(number)) return number;
  throw new ConversationError(
    "invalid-argument",
    `A revision is a number, "-" and 16 hexadecimal digits, not ${JSON.stringify(revision)}.`,
  );
}
