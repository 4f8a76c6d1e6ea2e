// Ids that resemble another one.

/** Ids that are named. */
const MOST = 5;

/** Characters that are compared. */
const COMPARED = 100;

/** Returns the ids that share most pairs of letters with this one, the nearest first; if equally near, the newest first. */
export function nearest(id: string, ids: readonly string[]): string[] {
  const own = pairs(id);
  const scored = [...new Set(ids)]
    .filter((each) => each !== "")
    .map((each, place) => {
      const others = pairs(each);
      const shared = [...own].filter((pair) => others.has(pair)).length;
      return { each, place, score: shared / (own.size + others.size) };
    });
  scored.sort((one, other) => other.score - one.score || other.place - one.place);
  return scored.slice(0, MOST).map(({ each }) => each);
}

function pairs(text: string): Set<string> {
  const lower = ` ${text.slice(0, COMPARED).toLowerCase()} `;
  return new Set(Array.from({ length: lower.length - 1 }, (_, at) => lower.slice(at, at + 2)));
}
