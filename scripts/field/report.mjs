// The lines that `npm run field` prints.

/** The names that a line lists at most. */
const MOST = 3;

/** A member of a union. @param {import("./members.mjs").Member & { why?: string }} member */
export const memberLine = ({ provider, union, kind, why }) => `${`${provider}, ${union}`.padEnd(42)} ${kind}${because(why)}`;

/** Differences, one line for all models with the same one. @param {readonly (import("./differences.mjs").Fact & { why?: string })[]} facts */
export function differenceLines(facts) {
  return grouped(facts).flatMap((group) => {
    const [{ subject, of, ours, theirs, sources, why }] = group;
    const [one, other] = sources;
    return [
      `${`${subject}, ${of}`.padEnd(42)} ${listed(group.map(({ model }) => model))}${because(why)}`,
      `${"".padEnd(42)} ours:   ${shown(ours)} (${one})`,
      `${"".padEnd(42)} theirs: ${shown(theirs)} (${other}${group.length > 1 ? ", for example" : ""})`,
    ];
  });
}

/** A decision that no difference needs. @param {import("./decided.mjs").Decision} decision */
export const decisionLine = ({ why, ...fields }) => `${JSON.stringify(fields)}${because(why)}`;

const keyOf = ({ subject, of, ours, theirs, why }) => JSON.stringify([subject, of, ours, theirs, why]);
const because = (why) => (why === undefined ? "" : ` (${why})`);
const shown = (value) => value ?? "not known";

function grouped(facts) {
  const groups = new Map();
  for (const fact of facts) groups.set(keyOf(fact), [...(groups.get(keyOf(fact)) ?? []), fact]);
  return [...groups.values()];
}

function listed(names) {
  const more = names.length - MOST;
  return `${names.slice(0, MOST).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
