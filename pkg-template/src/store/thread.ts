// A conversation that is saved in a store.

import { callable, isOurs, picked } from "../input/check.js";
import type { Message, PersistOptions, Store, StoredEntry, Thread } from "../index.js";
import type { Frame, KeyedMessage, StorableSettings, StoreHost } from "../types/store.js";
import { type ReadThread, changeOf, keysOf, readThread, snapshotOf } from "./frame.js";
import { AutoSave } from "./auto-save.js";
import { conflict, corrupt } from "./conflict.js";
import { answeredTwice } from "./answered-twice.js";
import { type Change, type EntryData, entryText } from "./entry-text.js";
import { promotedTwice, settledSince } from "./promoted-twice.js";
import { MOST_CONFLICTS, isSnapshotDue } from "./limits.js";
import { revisionAfter } from "./revision.js";

const NOTHING: ReadThread = { revision: "", frame: {}, messages: new Map(), tip: null, sizes: [0, 0] };

/** See `ConversationManager.persist`. */
export async function persist(store: Store, host: StoreHost, threadId: string, options: unknown): Promise<Thread> {
  const given = picked("options", options ?? {}, ["autoSave", "merge", "onMerge", "onError"]) as PersistOptions;
  for (const name of ["onMerge", "onError"] as const) if (given[name] !== undefined) callable(`options.${name}`, given[name]);
  const release = host.hold(threadId);
  try {
    const stored = await store.load(threadId);
    const thread = new StoredConversation(store, host, threadId, given, release);
    if (stored !== null) thread.takeOver(readThread(threadId, stored));
    if (given.autoSave !== false) thread.follow();
    return thread;
  } catch (error) {
    release();
    throw error;
  }
}

/** An entry that the store has not acknowledged. */
interface Unsent {
  readonly entry: StoredEntry;
  readonly checksum: string;
  readonly messages: readonly KeyedMessage[];
  /** The state after the entry. */
  readonly frame: Frame;
  readonly settings: StorableSettings;
}

class StoredConversation implements Thread {
  readonly threadId: string;
  readonly #store: Store;
  readonly #host: StoreHost;
  readonly #options: PersistOptions;
  readonly #auto: AutoSave;
  revision: string | null = null;
  error: unknown = null;
  /** The checksum of the entry of the revision; null if it has none. */
  #tip: string | null = null;
  /** The frame of the revision. */
  #frame: Frame = {};
  /** False while the next entry must hold everything. */
  #continues = true;
  /** The first key that no message of the store has. */
  #nextKey = 0;
  /** The ids of all messages that the store has or had. */
  #ids = new Set<string>();
  #settings: StorableSettings = { systemPrompt: null, tokenLimit: null, reserveTokens: "auto" };
  #unsent: Unsent | null = null;
  /** The sizes of the snapshot and of the entries since. */
  #sizes: [snapshot: number, entries: number] = [0, 0];
  /** One thing at a time is done with the store. */
  #last: Promise<unknown> = Promise.resolve();
  /** Releases the conversation; null after `close`. */
  #release: (() => void) | null;

  constructor(store: Store, host: StoreHost, threadId: string, options: PersistOptions, release: () => void) {
    this.#store = store;
    this.#release = release;
    this.#host = host;
    this.threadId = threadId;
    this.#options = options;
    this.#auto = new AutoSave(() => this.save(), options.onError);
    host.continueJournal([], 0);
  }

  get [Symbol.toStringTag](): string {
    return "Thread";
  }

  /** Begins to save each change. */
  follow(): void {
    this.#auto.follow((listener) => this.#host.conversation.subscribe(listener));
    this.#auto.changed();
  }

  save(): Promise<void> {
    return this.#alone(() => this.#save(false));
  }

  compact(): Promise<void> {
    return this.#alone(() => this.#save(true));
  }

  refresh(): Promise<void> {
    return this.#alone(() => this.#merge());
  }

  async close(): Promise<void> {
    this.#auto.end();
    await this.#alone(async () => {
      await this.#save(false);
      this.#beginAnew();
      this.#release?.();
      this.#release = null;
    });
  }

  /** Makes the next entry hold everything. */
  #beginAnew(): void {
    this.#host.continueJournal([], 0);
    this.#continues = false;
    this.#nextKey = 0;
  }

  /** Runs work after all earlier work has ended, even if that failed. */
  #alone(work: () => Promise<void>): Promise<void> {
    const done = this.#last
      .then(() => (this.#release === null ? this.#reopened(work) : work()))
      .then(
        () => void (this.error = null),
        (error: unknown) => {
          this.error = error;
          throw error;
        },
      );
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Runs work of a closed thread, unless the conversation is now saved elsewhere: both would use the same journal. */
  async #reopened(work: () => Promise<void>): Promise<void> {
    const release = this.#host.hold(this.threadId);
    try {
      await work();
    } finally {
      release();
      this.#unsent = null;
      this.#beginAnew();
    }
  }

  async #save(isCompact: boolean): Promise<void> {
    for (let conflicts = 0; ; ) {
      try {
        const sent = this.#unsent;
        if (sent !== null) await this.#send(sent);
        // The unsent entry may be older than this call.
        const next = this.#next();
        if (next !== null) await this.#send(next);
        break;
      } catch (error) {
        if (!isOurs(error) || error.code !== "store-conflict" || this.#options.merge === false) throw error;
        conflicts += 1;
        if (conflicts > MOST_CONFLICTS) throw error;
        await this.#merge();
      }
    }
    if (this.revision === null) return;
    if (isCompact) await this.#snapshot();
    // All is stored: the next save tries again to put a snapshot in the place of the entries.
    else if (isSnapshotDue(this.#sizes)) await this.#snapshot().catch((error: unknown) => this.#options.onError?.(error));
  }

  /** The entry of what is new; null if nothing is. */
  #next(): Unsent | null {
    if (this.revision === null && this.#isEmpty()) return null;
    const { added, frame } = this.#host.journal(false);
    const change = changeOf(this.#continues ? this.#frame : {}, frame);
    if (change === null) return null;
    return this.#entry(added, frame, change);
  }

  #entry(messages: readonly KeyedMessage[], frame: Frame, change: Change): Unsent {
    const data: EntryData = { ...(!this.#continues && { whole: true }), ...(messages.length > 0 && { messages }), ...change };
    const revision = revisionAfter(this.revision);
    const { text, checksum } = entryText(this.threadId, revision, this.#tip, data);
    this.#unsent = {
      entry: { revision, data: text },
      checksum,
      messages,
      frame,
      settings: settingsOf(this.#host),
    };
    return this.#unsent;
  }

  /** True if the conversation holds only its options. A thread is stored with its first message. */
  #isEmpty(): boolean {
    const { transcript, pending } = this.#host.conversation;
    return transcript.every(({ message }) => message.role === "system") && pending.length === 0;
  }

  async #send({ entry, checksum, messages, frame, settings }: Unsent): Promise<void> {
    await this.#store.append(this.threadId, this.revision, entry);
    this.revision = entry.revision;
    this.#tip = checksum;
    this.#frame = frame;
    this.#settings = settings;
    this.#continues = true;
    for (const [key, { id }] of messages) {
      this.#ids.add(id);
      this.#nextKey = Math.max(this.#nextKey, key + 1);
    }
    this.#sizes[1] += entry.data.length;
    this.#unsent = null;
  }

  /** Replaces the entries by a snapshot. Before, saves what changed meanwhile as an entry. */
  async #snapshot(): Promise<void> {
    const { added, frame } = this.#host.journal(true);
    const change = changeOf(this.#frame, frame);
    if (change !== null) {
      await this.#send(
        this.#entry(
          added.filter(([key]) => key >= this.#nextKey),
          frame,
          change,
        ),
      );
    }
    const revision = this.revision as string;
    const { text: data } = entryText(this.threadId, revision, this.#tip, { messages: added, set: frame });
    await this.#store.snapshot(this.threadId, { revision, data });
    this.#sizes = [data.length, 0];
  }

  /** Takes over what the store has. */
  async #merge(): Promise<void> {
    const stored = await this.#store.load(this.threadId);
    if (stored === null) {
      if (this.revision !== null) throw conflict(this.threadId, this.revision, "it was deleted");
      return;
    }
    if (stored.revision === this.revision) return;
    if (stored.revision === this.#unsent?.entry.revision) {
      // It was stored, and the answer was lost.
      return void (await this.#send(this.#unsent));
    }
    const { theirs, mine } = this.takeOver(readThread(this.threadId, stored));
    if (theirs.length + mine.length > 0) this.#options.onMerge?.({ theirs, mine });
  }

  /** Takes over the stored thread, and adds after it what the conversation had beyond the last revision. */
  takeOver(stored: ReadThread): { theirs: string[]; mine: string[] } {
    const { conversation } = this.#host;
    const own = this.#own(stored);
    const base = this.#settings;
    const now = settingsOf(this.#host);
    this.#host.become(this.#snapshotOf(stored));
    this.#settings = settingsOf(this.#host);
    this.#continues = this.#host.continueJournal(keysOf(stored.frame), nextKey(stored));
    this.#nextKey = this.#continues ? nextKey(stored) : 0;
    const known = this.#ids;
    this.#ids = new Set([...stored.messages.values()].map(({ id }) => id));
    this.#frame = stored.frame;
    this.revision = stored.revision;
    this.#tip = stored.tip;
    this.#sizes = [...stored.sizes];
    this.#unsent = null;
    // A suspension is registered while its message is the newest of the assistant. Another writer may have suspended, or answered, its calls.
    let left = own.suspensions;
    const register = () => void (left = left.filter((suspension) => !this.#host.suspend(suspension)));
    register();
    for (const message of own.messages) {
      this.#host.append(message);
      register();
    }
    for (const id of own.settled) conversation.withdraw(id);
    for (const { source, name, content } of own.pending)
      conversation.enqueue({ source, content, ...(typeof name === "string" && { name }) });
    keepSettings(conversation, base, now);
    return { theirs: [...this.#ids].filter((id) => !known.has(id)), mine: own.messages.map(({ id }) => id) };
  }

  #snapshotOf(stored: ReadThread): string {
    try {
      return snapshotOf(stored);
    } catch (cause) {
      throw corrupt(this.threadId, `${stored.revision}: ${(cause as Error).message}`, cause);
    }
  }

  /**
   * Returns the messages, pending messages and suspensions that are newer than the last revision and missing in the stored thread, and the
   * numbers of the pending messages that are no longer pending.
   */
  #own(stored: ReadThread) {
    const theirs = new Set([...stored.messages.values()].map(({ id }) => id));
    const isNew = ({ id, role }: Message) => role !== "system" && !this.#ids.has(id) && !theirs.has(id);
    const { conversation } = this.#host;
    const { frame } = this.#host.journal(false);
    // No entry holds the messages that this call returned with the frame.
    this.#beginAnew();
    const before = this.revision === null ? NOTHING.frame : this.#frame;
    const lastId = (before.pending as { lastId?: number } | undefined)?.lastId ?? 0;
    const mine = conversation.transcript.map(({ message }) => message).filter(isNew);
    const added = ([...stored.messages.values()] as Message[]).filter(({ id }) => !this.#ids.has(id));
    const twice = new Set([...promotedTwice(before, [frame, stored.frame], mine, added), ...answeredTwice(mine, added)]);
    const seen = new Set([...suspensionsOf(before), ...suspensionsOf(stored.frame)].map(({ checkpointId }) => checkpointId));
    return {
      messages: mine.filter(({ id }) => !twice.has(id)),
      pending: conversation.pending.filter(({ id }) => id > lastId),
      settled: settledSince(before, frame),
      suspensions: suspensionsOf(frame).filter(({ checkpointId }) => !seen.has(checkpointId)),
    };
  }
}

function suspensionsOf(frame: Frame): readonly { readonly checkpointId: string }[] {
  return (frame.suspensions as readonly { readonly checkpointId: string }[] | undefined) ?? [];
}

function nextKey({ messages }: ReadThread): number {
  let next = 0;
  for (const key of messages.keys()) next = Math.max(next, key + 1);
  return next;
}

function settingsOf({ conversation: { systemPrompt, tokenLimit, reserveTokens } }: StoreHost): StorableSettings {
  return { systemPrompt, tokenLimit, reserveTokens };
}

/** Restores the settings that the program changed since the last revision. */
function keepSettings(conversation: StorableSettings, base: StorableSettings, now: StorableSettings): void {
  if (now.systemPrompt !== base.systemPrompt && now.systemPrompt !== conversation.systemPrompt)
    conversation.systemPrompt = now.systemPrompt;
  const isOther = (name: "tokenLimit" | "reserveTokens") => now[name] !== base[name];
  if (!isOther("tokenLimit") && !isOther("reserveTokens")) return;
  const { tokenLimit, reserveTokens } = now;
  conversation.tokenLimit = null;
  conversation.reserveTokens = reserveTokens;
  conversation.tokenLimit = tokenLimit;
}
