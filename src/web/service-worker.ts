/** The `webworker` library types `self` as a worker of any kind. */
declare const self: ServiceWorkerGlobalScope;
/** Addresses of the judge page's files, and a hash of them, inserted by the build. */
declare const JUDGE_FILES: readonly string[];
declare const RELEASE: string;

/**
 * Serves the judge page offline. Caches only the page and files with a hash in their names, never
 * an answer of the API. A new release has other files and so another worker, which deletes the old
 * cache.
 */
const CACHE = `jurybox ${RELEASE}`;
/** Every page of the site is the same document. */
const PAGE = '/judge/offline';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((files) => files.addAll([PAGE, ...JUDGE_FILES]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map(remove))),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => cached(PAGE)));
  else if (JUDGE_FILES.includes(pathname)) event.respondWith(cached(pathname));
});

async function cached(address: string): Promise<Response> {
  const files = await caches.open(CACHE);
  return (await files.match(address)) ?? fetch(address);
}

function remove(name: string): Promise<boolean> {
  return caches.delete(name);
}

export type {};
