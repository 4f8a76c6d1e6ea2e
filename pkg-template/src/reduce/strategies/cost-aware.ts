// Reduces when that costs less than carrying on: neither at each request, which loses the provider's cache, nor only when the window is
// full.
//
// The size of a reduction is an economic order quantity. Carrying M tokens more than the floor costs `a * M / 2` for each request, where
// `a` is the price of cached input. A cut makes the provider read P tokens at `b` more than that, once in `M / growth` requests. The sum
// is smallest at `sqrt(2 * b * P * growth / a)`.
//
// A schedule that knows the future would also remove a large result right after the first request with it, when hardly anything follows
// it. This strategy does not: in trials, a reduction after each large request lowered the bill at the same floor, and lost at least as
// much recall as a lower floor does at that bill.

import { count, invalid, picked, string } from "../../input/check.js";
import { renamed } from "../../input/former-names.js";
import { POLICY_OPTIONS, isByAge } from "../../input/options.js";
import { priceOf, pricesOf } from "../../cost/prices.js";
import type { CostAwareOptions, CostOptions, Reducer } from "../../types/index.js";
import { JUMP, areEnough, climb, limitsOf, summariesOf } from "./ladder.js";
import { ownDraft } from "../own-draft.js";
import { SUMMARY_NAMES } from "../summary.js";
import { policiesOf } from "./policies.js";
import { shareOrTokens, tokensIn } from "./share.js";

const NAMES = ["model", "prices", "by", "reduceTo", "keepTurns", "systemPrompt"];

/** Tokens that a reduction leaves by default. */
const KEPT = 40_000;

/**
 * Shares of `reduceTo` that the provider reads without its cache after a reduction by need and by age. The rest is before the first
 * change, is new, or was removed beyond the goal. `npm run compare -- bill` measures them (0.6 to 0.9 by need, up to 0.4 by age), and the
 * bills at other shares. In its coding runs, the bill by need is nearly the same between 0.6 and 1.3; a larger share cuts later and recalls more.
 */
const REWRITTEN = { need: 0.9, age: 0.3 };

/**
 * Reduces to `reduceTo` by the steps of `fitBudget`, at the moment that makes the bill smallest. Carrying a token costs the price of
 * cached input at each request. After a reduction, the provider reads a part of the kept tokens again, at the price of written input. The
 * sum of both costs is smallest if a reduction comes after this many added tokens:
 *
 *     sqrt(2 * (cacheWrite - cachedInput) * rewritten * growth / cachedInput)
 *
 * `rewritten` is 0.9 of `reduceTo`, and 0.3 of it with `by: "age"`. `growth` is measured: the average number of tokens that each request
 * adds. A full window is always reduced. With `cacheTtl`, a reduction comes after half as many tokens if the cache has expired.
 *
 * Use it if the window is much larger than what the model needs. `reduceTo` decides how much the model remembers, so choose it for the
 * task and not for the bill.
 *
 * @throws ConversationError `invalid-argument` when no price of the model is known and `prices` has none, and for other values out of range.
 * @example
 * const conversation = new ConversationManager({ tokenLimit: 1_000_000, reduce: costAware({ model: "claude-sonnet-5-5", reduceTo: 60_000 }) });
 */
export function costAware(options: CostAwareOptions): Reducer {
  const given = picked("options", renamed("options", options, { keepTokens: "reduceTo" }), [...NAMES, ...SUMMARY_NAMES, ...POLICY_OPTIONS]);
  const model = string("options.model", given.model);
  const reduceTo = shareOrTokens("options.reduceTo", given.reduceTo ?? KEPT, JUMP);
  const keepTurns = count("options.keepTurns", given.keepTurns ?? 1, 1);
  const price = priceOf(model, null, pricesOf({ prices: given.prices } as CostOptions));
  if (price === null) throw invalid(`No price of the model \`${model}\` is known: give it as \`options.prices\`.`);
  const { input, cachedInput = input, cacheWrite = input } = price;
  const rest = { keepTurns, byAge: isByAge(given.by) };
  const rewritten = rest.byAge ? REWRITTEN.age : REWRITTEN.need;
  const summaries = summariesOf(given);
  const policies = policiesOf(given);
  const kept = (room: number) => Math.floor(tokensIn(room, reduceTo, JUMP));

  return {
    name: "cost-aware",
    isDue({ tokens, room, growth, left = 0, isCold }) {
      const floor = kept(room);
      // Without a price of cached input, carrying costs nothing, and only a full window is reduced.
      const added =
        cachedInput === 0 ? Infinity : Math.sqrt((2 * Math.max(0, cacheWrite - cachedInput) * floor * rewritten * growth) / cachedInput);
      // Protected messages may take more than `reduceTo`: then each request would be reduced.
      return tokens > Math.min(room, Math.max(floor, left) + (isCold ? added / 2 : added));
    },
    reduce(context) {
      const goal = (target: number, tokens: number) => (tokens > kept(target) ? { hold: target, jump: kept(target) } : null);
      const limits = limitsOf(context, goal, rest);
      if (limits === null) return false;
      const draft = ownDraft(context);
      return areEnough(policies, draft, limits) ? draft.isEdited : climb(context, limits, summaries);
    },
  };
}
