// Robust statistics over many rounds, which a stall of the machine does not distort.

/** Returns the median; for an even count, the mean of the two middle numbers. */
export function median(numbers) {
  if (numbers.length === 0) throw new RangeError("no numbers, no median");
  const sorted = [...numbers].sort((left, right) => left - right);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** Returns the numbers between which the middle half of the numbers lies. */
export function quartiles(numbers) {
  const sorted = [...numbers].sort((left, right) => left - right);
  return [sorted[sorted.length >> 2], sorted[(3 * sorted.length) >> 2]];
}

/**
 * Returns how many times longer `theirs` takes than `ours`: the median of the ratios within each round. When the machine is slow for a
 * second, it slows both sides of a round, and the ratio hardly changes.
 */
export function ratio(theirs, ours) {
  if (theirs.length !== ours.length) throw new RangeError(`${theirs.length} rounds against ${ours.length}`);
  return median(theirs.map((time, round) => time / ours[round]));
}
