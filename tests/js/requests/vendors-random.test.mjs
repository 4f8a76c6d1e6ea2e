// I6, readable: each target, and each of eight vendors, accepts every request of a random dialogue, whole, cut or summarised.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { objection } from "../../support/judges.mjs";
import { random } from "../../support/random.mjs";
import { FIRST_SEED, runs } from "../../support/runs.mjs";
import { TARGETS } from "../../support/targets.mjs";
import { held, randomDialogue, smallest } from "../../support/conversation/dialogues.mjs";
import { targetHosts, vendorHosts } from "../../support/conversation/vendor-models.mjs";

const HISTORIES = runs({ few: 15, all: 60 });

/** The choices of a request: the model and how it is asked. */
function requestOf(seed, { selections, models }) {
  const { pick, chance } = random(seed * 31 + 7);
  const { params, tools = {}, judging } = pick(models);
  const openCalls = pick([undefined, undefined, "close", "drop"]);
  return {
    params: { ...params, ...(chance(0.6) && tools) },
    options: { ...pick(selections), ...(openCalls && { openCalls }), ...(chance(0.2) && { cacheBreakpoints: true }) },
    judging,
  };
}

/** The refusal of the first body that is refused; null where there is none. */
async function refusalOf(dialogue, target, { params, options, judging }) {
  for (const body of await held(dialogue, target, params, options)) {
    const refusal = objection(target, body, judging);
    if (refusal !== null) return { refusal, body };
  }
  return null;
}

/** The error of a dialogue that could not be held. */
const thrown = (error) => ({ refusal: `threw ${error.code ?? error.stack}: ${error.message}` });

/** The rule and the words of a refusal, without places and names. */
const kindOf = ({ refusal }) => refusal.replaceAll(/\d+|`[^`]*`|'[^']*'/g, "#").slice(0, 60);

/** Tells the smallest dialogue that still shows a kind of fault. */
async function told(dialogue, request, fault, kind) {
  const least = await smallest(dialogue, async (given) => {
    const found = await fault(given);
    return found !== null && kindOf(found) === kind;
  });
  const { refusal, body } = await fault(least);
  return [refusal, JSON.stringify(request), JSON.stringify(least), JSON.stringify(body)].join("\n  ");
}

for (const [what, hosts] of [["targets", targetHosts()], ["vendors", vendorHosts()]]) {
  describe(`I6: every request is accepted by ${what}`, () => {
    for (const host of hosts) {
      test(`${host.name}: ${HISTORIES} dialogues`, async () => {
        // The first dialogue of each kind of refusal is made smaller; the others are counted.
        const faults = new Map();
        for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed += 1) {
          const request = requestOf(seed, host);
          const fault = (given) => refusalOf(given, host.target, request).catch(thrown);
          const dialogue = await randomDialogue(seed, [host.target, host.target, ...TARGETS]);
          const found = await fault(dialogue);
          if (found === null) continue;
          const kind = kindOf(found);
          const known = faults.get(kind);
          faults.set(kind, { seeds: [...(known?.seeds ?? []), seed], told: known?.told ?? (await told(dialogue, request, fault, kind)) });
        }
        const texts = [...faults].map(([kind, { seeds, told: text }]) => `${seeds.length} times ${kind}, SEED=${seeds.slice(0, 5)}\n${text}`);
        assert.equal(faults.size, 0, texts.join("\n\n"));
      });
    }
  });
}
