// The port at which a command serves: the one that PORT names, or a free one.

import { StepError } from "./run.mjs";

/**
 * Calls `start` with the port.
 *
 * @template T
 * @param {string} name the command, for advice
 * @param {(port: number) => Promise<T>} start
 * @returns {Promise<T>}
 * @throws {StepError} when PORT is no port, or is taken
 */
export async function atPort(name, start) {
  const port = Number(process.env.PORT ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new StepError(`PORT is ${process.env.PORT}, which is no port`, { advice: "give a number from 0 to 65535" });
  }
  try {
    return await start(port);
  } catch (error) {
    if (error.code !== "EADDRINUSE") throw error;
    throw new StepError(`port ${port} is taken`, { advice: `choose another, as \`PORT=8081 ${name}\`, or leave PORT out` });
  }
}
