// The time, whatever the clock of the host says.

/** The end of the year 9999, in milliseconds: later dates have another form in ISO 8601. */
const LATEST = 253_402_300_799_999;

/** Returns the milliseconds since the epoch: a whole number that dates and snapshots can hold; 0 if the clock has no such number. */
export function now(): number {
  const time = Math.floor(Date.now());
  return time >= 0 ? Math.min(time, LATEST) : 0;
}
