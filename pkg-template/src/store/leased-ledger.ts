// A ledger whose claims end by themselves when their process does: each is a lease, which its holder renews.

import { isObject } from "../input/check.js";
import { alreadyResumed, guarded, named } from "../suspend/ledger.js";
import type { CheckpointLedger, RecordedResult } from "../index.js";
import { randomName } from "./revision.js";

/** The operations of a ledger in a database. Each is atomic. `owner` identifies one claim. */
export interface LedgerOperations {
  /** Claims a checkpoint that is free, or whose lease has ended. */
  claim(id: string, owner: string, lease: number): Promise<Claim>;
  /** Renews the lease. False if the claim now has another owner. */
  renew(id: string, owner: string, lease: number): Promise<boolean>;
  /** Marks the checkpoint as resumed, and removes its results. False if the claim now has another owner. */
  commit(id: string, owner: string): Promise<boolean>;
  release(id: string, owner: string): Promise<void>;
  consumed(id: string): Promise<boolean>;
  /** Stores a result. False, and nothing is stored, if the claim now has another owner. */
  record(id: string, owner: string, result: string): Promise<boolean>;
  recorded(id: string): Promise<string[]>;
}

export type Claim = "claimed" | "held" | "consumed";

/**
 * Options of the ledger of a store.
 *
 * @example
 * const options: LeaseOptions = { lease: 60_000 };
 */
export interface LeaseOptions {
  /**
   * Milliseconds after which a claim expires if its process has died, cannot reach the store, or is blocked; at least 1,000. Default
   * 30,000. A process renews its claim regularly, and before each tool, so a tool may take longer. If a tool blocks its thread for longer
   * than this, another process may run it, too: give it an idempotency key.
   */
  lease?: number;
}

const LEASE = 30_000;
/** The most times that a claim is renewed before a tool, because the answer came late. */
const MOST_RENEWALS = 3;

export function leasedLedger(operations: LedgerOperations, lease = LEASE): CheckpointLedger {
  /** The claims of this ledger. */
  const held = new Map<string, { readonly owner: string; readonly timer: ReturnType<typeof setInterval> }>();
  const letGo = (id: string): string => {
    const claim = held.get(id);
    clearInterval(claim?.timer);
    held.delete(id);
    return claim?.owner ?? "";
  };
  const lost = (id: string) => alreadyResumed(id, "was claimed by another process, because this one did not renew its claim in time");
  return guarded({
    consumed: (id: string) => operations.consumed(named(id)),
    async claim(id: string) {
      const owner = randomName();
      const claim = await operations.claim(named(id), owner, lease);
      if (claim !== "claimed") throw claim === "consumed" ? alreadyResumed(id) : alreadyResumed(id, "is being resumed already");
      held.set(id, { owner, timer: renewing(() => operations.renew(id, owner, lease), lease / 3) });
    },
    async renew(id: string) {
      const { owner } = held.get(named(id)) ?? {};
      for (let renewals = 1; ; renewals += 1) {
        const asked = performance.now();
        if (owner === undefined || !(await operations.renew(id, owner, lease))) throw lost(id);
        // The lease began before the answer came. On a slow network, or in a process that was stopped meanwhile, it may have ended by now.
        if (performance.now() - asked < lease / 2) return;
        if (renewals === MOST_RENEWALS) throw lost(id);
      }
    },
    async commit(id: string) {
      // The claim is let go only when the store has the commit: until then it is renewed.
      const isCommitted = await operations.commit(named(id), held.get(id)?.owner ?? "");
      letGo(id);
      if (!isCommitted) throw lost(id);
    },
    async release(id: string) {
      const owner = letGo(named(id));
      if (owner !== "") await operations.release(id, owner);
    },
    async record(id: string, result: RecordedResult) {
      const { owner } = held.get(named(id)) ?? {};
      if (owner === undefined || !(await operations.record(id, owner, JSON.stringify(result)))) throw lost(id);
    },
    async recorded(id: string) {
      return (await operations.recorded(named(id))).map((text) => JSON.parse(text) as RecordedResult);
    },
  });
}

/** Renews a claim until it is lost. A failed renewal is tried again at the next interval. */
function renewing(renew: () => Promise<boolean>, every: number): ReturnType<typeof setInterval> {
  const timer = setInterval(() => {
    renew().then(
      (isHeld) => {
        if (!isHeld) clearInterval(timer);
      },
      () => undefined,
    );
  }, every);
  // It keeps no process of Node alive.
  if (isObject(timer) && typeof timer.unref === "function") timer.unref();
  return timer;
}
