// The members of the SDKs' unions that the sources do not name.

import { declaredTypes, fieldsOf, kindsOf } from "../lib/declarations.mjs";
import { LEFT } from "./left.mjs";
import { UNIONS } from "./unions.mjs";
import { isNamed, wordsIn } from "./words.mjs";

/** @typedef {{ provider: string, union: string, kind: string }} Member */

/**
 * Compares the unions with the sources.
 *
 * @param {readonly import("./unions.mjs").Union[]} [unions]
 * @param {readonly import("./left.mjs").Left[]} [left]
 * @returns {{ unknown: Member[], left: (Member & { why: string })[], needless: (Member & { why: string })[], count: number }} `unknown`: no
 *   row names them. `left`: no row names them, for a reason. `needless`: a reason is given for them, but a row names them, or the union does
 *   not have them. `count`: all members
 */
export function compareMembers(unions = UNIONS, left = LEFT) {
  const { checker, types } = declaredTypes(Object.fromEntries(unions.map(({ type }, index) => [index, type])));
  const members = unions.flatMap(({ provider, union, isFields = false, as = (kind) => kind, rows }, index) => {
    const words = wordsIn(rows);
    const kinds = (isFields ? fieldsOf : kindsOf)(types[index], checker).map(as);
    if (kinds.length === 0) throw new Error(`${provider}: ${union} has no members: is the type right?`);
    return [...new Set(kinds)].map((kind) => ({ provider, union, kind, isNamed: isNamed(kind, words) }));
  });
  const reasons = left.flatMap(({ unions, why, kinds }) => unions.flatMap((of) => kinds.split(/\s+/).map((kind) => ({ of, kind, why }))));
  const isOf =
    ({ provider, union, kind }) =>
    (reason) =>
      reason.of === `${provider}: ${union}` && reason.kind === kind;
  const unnamed = members.filter((member) => !member.isNamed).map(({ provider, union, kind }) => ({ provider, union, kind }));
  const split = (of) => ({ provider: of.slice(0, of.indexOf(":")), union: of.slice(of.indexOf(":") + 2) });
  return {
    unknown: unnamed.filter((member) => !reasons.some(isOf(member))),
    left: unnamed.flatMap((member) =>
      reasons
        .filter(isOf(member))
        .slice(0, 1)
        .map(({ why }) => ({ ...member, why })),
    ),
    needless: reasons
      .map(({ of, kind, why }) => ({ ...split(of), kind, why }))
      .filter(
        (reason) =>
          !unnamed.some((member) => member.provider === reason.provider && member.union === reason.union && member.kind === reason.kind),
      ),
    count: members.length,
  };
}
