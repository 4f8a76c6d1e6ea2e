// The service worker: keeps the page's own files, so that the page works without a network.

/** The files, and a name that changes with them. Put in when the page is built. */
const { FILES, VERSION } = __BUILT__;

addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(VERSION)
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" }))))
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

const OWN = new Set(FILES.map((file) => new URL(file, registration.scope).href));

// The network first: a new version is seen at once. What is beside the page, such as the documents of the site, is none of its business.
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || !OWN.has(origin + pathname)) return;
  event.respondWith(fetch(request).catch(async () => (await caches.match(request, { ignoreSearch: true })) ?? Response.error()));
});
