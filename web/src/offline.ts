// Keeps the book for times without a network: everything is stored when the page is first opened.

const worker = self as unknown as ServiceWorkerGlobalScope;
declare const FILES: string[];
declare const VERSION: string;
const STORE = `nasvet-${VERSION}`;

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(STORE).then((store) => store.addAll(FILES)).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name.startsWith("nasvet-") && name !== STORE));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  const kept = caches.open(STORE).then((store) => store.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((found) => found ?? fetch(event.request)));
});
