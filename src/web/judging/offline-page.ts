/**
 * Installs the service worker that shows this page again without a connection. Browsers have none on
 * plain http and may refuse it; judging works without.
 */
export function keepPageOffline(): void {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (workers === undefined) return;
  // The type is that of a plain address; the page's policy asks for one of its own making.
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

/** The policy allows this one address. Browsers without trusted types take it as it is. */
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const WORKER =
  trustedTypes?.createPolicy('app', { createScriptURL: () => ADDRESS }).createScriptURL('') ??
  ADDRESS;
