// Numbers from many rounds, made into one that a stall of the machine does not move.

/** The middle one; of an even count the mean of the two in the middle. */
export function median(numbers) {
  if (numbers.length === 0) throw new RangeError("no numbers, no median");
  const sorted = [...numbers].sort((left, right) => left - right);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/**
 * How many times longer `theirs` takes than `ours`: the median over the rounds of the ratio within a round. A machine that is
 * slow for a second slows both sides of the rounds in it, and their ratio hardly notices.
 */
export function ratio(theirs, ours) {
  if (theirs.length !== ours.length) throw new RangeError(`${theirs.length} rounds against ${ours.length}`);
  return median(theirs.map((time, round) => time / ours[round]));
}
