// What a reload must not lose, in this browser's own database.

const [DATABASE, STORE, KEY] = ["backscroll-page", "page", "document"];

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
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** Resolves with false where the browser keeps nothing, as in some private windows. */
export const keep = (state) =>
  run("readwrite", (store) => store.put(state, KEY)).then(
    () => true,
    () => false,
  );

/** The state that was kept last; null without any. */
export const kept = () =>
  run("readonly", (store) => store.get(KEY)).then(
    (state) => state ?? null,
    () => null,
  );
