// The service worker: keeps the page's own files, so that the page works without a network.

/** The files of a first verdict, those that are kept when they are first used, and a name that changes with all. Put in when the page is built. */
const { FILES, LATER, VERSION } = __BUILT__;

addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(VERSION)
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" }))))
      .then(() => skipWaiting()),
  );
});

addEventListener("activate", (event) => {
  const old = caches
    .keys()
    .then((names) =>
      Promise.all(names.filter((name) => name.startsWith("backscroll-") && name !== VERSION).map((name) => caches.delete(name))),
    );
  event.waitUntil(old.then(() => clients.claim()));
});

const [OWN, KEPT_LATER] = [[...FILES, ...LATER], LATER].map(
  (files) => new Set(files.map((file) => new URL(file, registration.scope).href)),
);

// The network first: a new version is seen at once. What is beside the page, such as the documents of the site, is none of its business.
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || !OWN.has(origin + pathname)) return;
  event.respondWith(
    fetch(request)
      .then((response) => (KEPT_LATER.has(origin + pathname) && response.ok ? keep(event, response) : response))
      .catch(async () => (await caches.match(request, { ignoreSearch: true })) ?? Response.error()),
  );
});

/** Keeps an answer beside the files of a first verdict, and returns it. */
function keep(event, response) {
  const copy = response.clone();
  event.waitUntil(caches.open(VERSION).then((cache) => cache.put(event.request, copy)));
  return response;
}
