// How many random cases a test makes.
//
// `npm test` sets RUNS to `few`, and `npm run test:slow` to `all`. A file that is run by hand makes all. RUNS=10000 makes that many. In
// a file that begins with FIRST_SEED, RUNS=1 SEED=17 repeats one.

const { RUNS = "all", SEED } = process.env;
const COUNT = Number(RUNS);
if (!["few", "all"].includes(RUNS) && !(COUNT >= 1)) throw new Error(`RUNS is ${RUNS}, and may be few, all or a number`);

/**
 * Returns the number of cases. `few` are the first of `all`.
 *
 * @param {{ few: number, all: number }} counts
 */
export function runs({ few, all }) {
  if (RUNS === "few") return few;
  return RUNS === "all" ? all : COUNT;
}

/** The seed of the first case. */
export const FIRST_SEED = Number(SEED ?? 0);

/** Returns `count` items of a list, in order and spread over it; all, where it has fewer. */
export function spread(list, count) {
  if (count >= list.length) return list;
  const place = (index) => Math.floor((index * count) / list.length);
  return list.filter((_, index) => index === 0 || place(index) > place(index - 1));
}
