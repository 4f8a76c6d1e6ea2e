// The processes of this machine: which of them live, and when they began.

import { readFile } from "node:fs/promises";

/** True if a process of this id exists. */
export function isAlive(pid: number): boolean {
  try {
    // Signal 0 sends nothing, and only checks the process.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process may exist and belong to another user (EPERM).
    return (error as { code?: unknown }).code !== "ESRCH";
  }
}

/** The index of the start time in Linux's fields of a process, counted after its name, which may hold anything. */
const START = 19;

/**
 * Returns the start time of a process, which is equal in all its threads, and for all copies of this module. Null if it cannot be known, as
 * for other processes outside of Linux.
 */
export async function startOf(pid: number): Promise<string | null> {
  try {
    const [boot, status] = await Promise.all([
      readFile("/proc/sys/kernel/random/boot_id", "latin1"),
      readFile(`/proc/${pid}/stat`, "latin1"),
    ]);
    return `${boot.trim()}/${status.slice(status.lastIndexOf(")") + 2).split(" ")[START]} ticks`;
  } catch {
    // The monotonic clock less the age of the process, which Node counts for all threads together.
    return pid === process.pid ? `${Number(process.hrtime.bigint()) / 1e9 - process.uptime()} s` : null;
  }
}

/** Seconds by which two readings of the same start may differ, because a thread may have to wait between reading its two clocks. */
const TOLERANCE = 0.5;

/** True if both starts are of the same unit and certainly of two processes. */
export function isAnother(one: string, other: string): boolean {
  const [[first, unit], [second, otherUnit]] = [one.split(" "), other.split(" ")];
  if (unit !== otherUnit) return false;
  return unit === "ticks" ? first !== second : Math.abs(Number(first) - Number(second)) > TOLERANCE;
}
