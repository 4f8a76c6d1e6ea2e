// The document that a reload must not lose, in this browser's own database: one for each tab.

const [DATABASE, STORE, TAB] = ["backscroll-page", "page", "backscroll-tab"];
/** Documents of tabs that were closed long ago. */
const MOST_TABS = 20;

/** Claims a name for as long as the page is open; false if another tab has it, as after a tab was copied. */
const claimed = (name) =>
  new Promise((resolve) => {
    const hold = (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise(() => undefined);
    };
    navigator.locks.request(`${TAB} ${name}`, { ifAvailable: true }, hold).catch(() => resolve(true));
  });

/** The name of this tab's document. */
async function tabName() {
  try {
    const known = sessionStorage.getItem(TAB);
    if (known !== null && (await claimed(known))) return known;
    const name = `${Date.now()}-${crypto.randomUUID().slice(0, 8)}`;
    sessionStorage.setItem(TAB, name);
    await claimed(name);
    return name;
  } catch {
    return "tab";
  }
}

const KEY = tabName();

function opened() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function run(mode, work) {
  const database = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** Resolves with false where the browser keeps nothing, as in some private windows. */
export const keep = async (state) => {
  const key = await KEY;
  return run("readwrite", (store) => store.put(state, key)).then(
    () => true,
    () => false,
  );
};

/** Deletes what was kept of this tab. */
export async function drop() {
  const key = await KEY;
  await run("readwrite", (store) => store.delete(key)).catch(() => undefined);
}

/** The state that was kept last; null without any. Documents of older tabs go. */
export async function kept() {
  const key = await KEY;
  try {
    const names = await run("readonly", (store) => store.getAllKeys());
    const old = names
      .filter((name) => name !== key)
      .sort()
      .slice(0, -MOST_TABS);
    if (old.length > 0) await run("readwrite", (store) => old.map((name) => store.delete(name)).at(-1));
    return (await run("readonly", (store) => store.get(key))) ?? null;
  } catch {
    return null;
  }
}
