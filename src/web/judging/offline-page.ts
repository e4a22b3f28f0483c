/**
 * Installs the service worker that serves this page without a connection. Browsers have none on
 * plain HTTP and may refuse it; judging works without.
 */
export function keepPageOffline(): void {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (workers === undefined) return;
  // The type asks for a string; the page's Content Security Policy asks for a TrustedScriptURL.
  const url = WORKER as string;
  workers.register(url, { scope: '/judge/' }).catch(() => undefined);
}

interface TrustedTypes {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ) => { readonly createScriptURL: (url: string) => unknown };
}

const ADDRESS = '/service-worker.js';

/** The policy allows this one URL. Browsers without trusted types take the string. */
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const WORKER =
  trustedTypes?.createPolicy('app', { createScriptURL: () => ADDRESS }).createScriptURL('') ??
  ADDRESS;
