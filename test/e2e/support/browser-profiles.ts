import type { BrowserContext, Page } from 'playwright-core';

/** A context of the browser that tests use one after another. */
interface Profile {
  readonly context: BrowserContext;
  /** An empty page of the same origin, which keeps the renderer of the context, and what it compiled, alive. */
  readonly keeper: Page;
}

export interface Profiles {
  /** One that knows of no earlier visit but for cached files, which never change. */
  readonly take: () => Promise<BrowserContext>;
  /** Forgets what the visits to all that were taken have left, so that they can be taken again. */
  readonly putBack: () => Promise<void>;
  /** To be called before the server is replaced: its answers are not those of the next one. */
  readonly forgetAnswers: () => Promise<void>;
}

/**
 * A page in a new context takes nearly three times the processor time of one in a context that has
 * shown the web UI before: it starts a process and compiles everything.
 */
export function makeProfiles(makeContext: () => Promise<BrowserContext>): Profiles {
  const free: Profile[] = [];
  const taken: Profile[] = [];
  return {
    take: async () => {
      const profile = free.pop() ?? (await makeProfile(await makeContext()));
      taken.push(profile);
      return profile.context;
    },
    putBack: async () => {
      const used = taken.splice(0);
      await Promise.all(used.map(forgetVisit));
      free.push(...used);
    },
    forgetAnswers: async () => {
      await Promise.all(free.map(clearCache));
    },
  };
}

async function makeProfile(context: BrowserContext): Promise<Profile> {
  const keeper = await context.newPage();
  await keeper.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await keeper.goto('/empty');
  return { context, keeper };
}

async function clearCache({ context, keeper }: Profile): Promise<void> {
  const devtools = await context.newCDPSession(keeper);
  await devtools.send('Network.clearBrowserCache');
  await devtools.detach();
}

/** As text: it runs in the page, and the runner of tests knows no types of browsers. */
const FORGET = `(async () => {
  localStorage.clear();
  const workers = await navigator.serviceWorker.getRegistrations();
  await Promise.all(workers.map((worker) => worker.unregister()));
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
})()`;

async function forgetVisit({ context, keeper }: Profile): Promise<void> {
  const pages = context.pages().filter((page) => page !== keeper);
  await Promise.all(pages.map((page) => page.close()));
  await context.setOffline(false);
  await context.clearCookies();
  await keeper.evaluate(FORGET);
}
