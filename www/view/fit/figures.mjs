// The figures of a way to cut. `undefined` is not known yet, `null` cannot be known.

/** The recall in per cent; null if too little is needed to tell. */
export function shareOf(recall) {
  if (recall === undefined) return undefined;
  if (recall === null || recall.needed === 0 || recall.held === null) return null;
  return Math.round((100 * recall.held) / recall.needed);
}

/** The cost of all requests in US dollars; null if a price is not known. */
export function usdOf(bill) {
  if (bill === undefined) return undefined;
  if (bill === null || bill.requests.length === 0 || bill.requests.some(({ usd }) => usd === null)) return null;
  return bill.requests.reduce((sum, { usd }) => sum + usd, 0);
}

export const money = (usd) => `$${usd.toFixed(usd < 0.1 ? 4 : 2)}`;
