// The releases of clients and frameworks that a test runs with.
//
// `npm test` sets RELEASES to `newest`, and `npm run test:slow` to `older`. A file that is run by hand takes all.

const { RELEASES = "all" } = process.env;
const ALL = ["all", "newest", "older"];
if (!ALL.includes(RELEASES)) throw new Error(`RELEASES is ${RELEASES}, and may be one of ${ALL.join(", ")}`);

/**
 * Returns the releases to run with.
 *
 * @template Release
 * @param {{ newest: Release[], older: Release[] }} all
 * @returns {Release[]}
 */
export function releases({ newest, older }) {
  return [...(RELEASES === "older" ? [] : newest), ...(RELEASES === "newest" ? [] : older)];
}
