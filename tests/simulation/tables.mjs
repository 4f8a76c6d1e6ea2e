// The four tables of the stores in SQL, with transactions. `statements.mjs` says what each statement does with them.

export class Tables {
  isMade = false;
  /** The revision and the time of each thread. */
  threads = new Map();
  /** The rows of each thread, in the order of their key: number, kind, part. */
  entries = new Map();
  checkpoints = new Map();
  /** The results, in the order of their numbers. */
  results = [];
  /** The functions that undo the changes of the open transaction. */
  #undo = null;
  #whenCommitted = [];

  /** Runs work, and undoes its changes when it throws. */
  transaction(work) {
    this.begin();
    try {
      const value = work();
      this.commit();
      return value;
    } catch (error) {
      this.rollBack();
      throw error;
    }
  }

  begin() {
    if (this.#undo !== null) throw new Error("cannot start a transaction within a transaction");
    this.#undo = [];
  }

  commit() {
    if (this.#undo === null) throw new Error("cannot commit: no transaction is active");
    this.#undo = null;
    for (const work of this.#whenCommitted.splice(0)) work();
  }

  /** Does something when the open transaction is committed. */
  whenCommitted(work) {
    this.#whenCommitted.push(work);
  }

  rollBack() {
    if (this.#undo === null) throw new Error("cannot rollback: no transaction is active");
    for (const undo of this.#undo.reverse()) undo();
    this.#undo = null;
    this.#whenCommitted = [];
  }

  get isOpen() {
    return this.#undo !== null;
  }

  /** Puts a row into a table, or removes it when it is undefined. */
  put(table, key, row) {
    const before = this[table].get(key);
    this.#undo?.push(() => (before === undefined ? this[table].delete(key) : this[table].set(key, before)));
    if (row === undefined) this[table].delete(key);
    else this[table].set(key, row);
  }

  entriesOf(thread) {
    return this.entries.get(thread) ?? [];
  }

  /** Adds a row of an entry. Returns false if its key is taken. */
  addEntry(row) {
    const rows = this.entriesOf(row.thread);
    if (rows.some((one) => compare(one, row) === 0)) return false;
    this.put("entries", row.thread, [...rows, row].sort(compare));
    return true;
  }

  /** Removes rows of a thread's entries. */
  removeEntries(thread, isGone) {
    this.put("entries", thread, this.entriesOf(thread).filter((row) => !isGone(row)));
  }

  setResults(results) {
    const before = this.results;
    this.#undo?.push(() => void (this.results = before));
    this.results = results;
  }
}

function compare(one, other) {
  return one.number - other.number || one.kind - other.kind || one.part - other.part;
}
