/** In the scope of a worker; the types of pages are another library. */
declare const self: ServiceWorkerGlobalScope;
/** Addresses of the judge page's files, and a hash of them: written here by the build. */
declare const JUDGE_FILES: readonly string[];
declare const RELEASE: string;

/**
 * Shows the judge page without a connection. Only the page itself and files whose names carry a hash
 * are kept, never an answer of the API. A new release has other files and so another worker, which
 * replaces what the old one kept.
 */
const KEPT = `jurybox ${RELEASE}`;
/** Every page of the site is the same document. */
const PAGE = '/judge/offline';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((files) => files.addAll([PAGE, ...JUDGE_FILES]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter((name) => name !== KEPT).map(remove))),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => kept(PAGE)));
  else if (JUDGE_FILES.includes(pathname)) event.respondWith(kept(pathname));
});

async function kept(address: string): Promise<Response> {
  const files = await caches.open(KEPT);
  return (await files.match(address)) ?? fetch(address);
}

function remove(name: string): Promise<boolean> {
  return caches.delete(name);
}

export type {};
