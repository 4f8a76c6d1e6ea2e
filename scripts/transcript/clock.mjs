/** The night of the incident: seconds after 2026-02-17T00:00:00Z, written as a timestamp. */
const MIDNIGHT = Date.UTC(2026, 1, 17);

/** @param {string} time "hh:mm" or "hh:mm:ss" @returns {number} Milliseconds since the epoch. */
export function at(time) {
  const [hours, minutes, seconds = 0] = time.split(":").map(Number);
  return MIDNIGHT + ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

/** "2026-02-17T01:31:04.118Z" */
export function iso(milliseconds) {
  return new Date(milliseconds).toISOString();
}

/** "01:31" */
export function hhmm(milliseconds) {
  return iso(milliseconds).slice(11, 16);
}
