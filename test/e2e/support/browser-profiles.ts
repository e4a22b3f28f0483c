import type { BrowserContext, Page } from 'playwright-core';

/** A page in its own context, which tests use one after another. */
interface Profile {
  readonly context: BrowserContext;
  readonly page: Page;
}

export interface Profiles {
  /** A page that keeps nothing of earlier visits but cached files, which never change. */
  readonly take: () => Promise<Page>;
  /** Clears what tests left in the taken pages, so that they can be taken again. */
  readonly putBack: () => Promise<void>;
  /** Call this before the server is replaced: the next one sends other responses. */
  readonly clearCaches: () => Promise<void>;
}

/**
 * A page in a new context takes nearly three times the processor time of one that has shown the web UI
 * before, and a new page in a used context nearly twice: it loads, compiles and starts everything.
 */
export function makeProfiles(makeContext: () => Promise<BrowserContext>): Profiles {
  const free: Profile[] = [];
  const taken: Profile[] = [];
  return {
    take: async () => {
      const profile = free.pop() ?? (await makeProfile(await makeContext()));
      taken.push(profile);
      return profile.page;
    },
    putBack: async () => {
      const used = taken.splice(0);
      const reusable = await Promise.all(used.map(clearVisit));
      free.push(...used.filter((_, index) => reusable[index]));
    },
    clearCaches: async () => {
      await Promise.all(free.map(clearCache));
    },
  };
}

async function makeProfile(context: BrowserContext): Promise<Profile> {
  return { context, page: await context.newPage() };
}

async function clearCache({ context, page }: Profile): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
  await devtools.detach();
}

/** A path of the server that runs no script when it is opened. */
const SCRIPTLESS_PATH = '/service-worker.js';

/** Text, as it runs in the page and scripts/run-job.ts is checked without types of browsers. */
const CLEAR_STORAGE = `(async () => {
  localStorage.clear();
  sessionStorage.clear();
  const workers = await navigator.serviceWorker.getRegistrations();
  await Promise.all(workers.map((worker) => worker.unregister()));
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
})()`;

/** Returns whether the page can be reused: not if it was closed or its server is gone. */
async function clearVisit({ context, page }: Profile): Promise<boolean> {
  try {
    const others = context.pages().filter((other) => other !== page);
    await Promise.all(others.map((other) => other.close()));
    page.removeAllListeners();
    // A form with unsaved work asks before the page is left.
    page.on('dialog', (dialog) => dialog.accept());
    await page.unrouteAll();
    await context.setOffline(false);
    await page.evaluate(CLEAR_STORAGE);
    await page.goto(SCRIPTLESS_PATH);
    // Clears what the page wrote while it unloaded.
    await page.evaluate(CLEAR_STORAGE);
    await context.clearCookies();
    page.removeAllListeners();
    return true;
  } catch {
    await context.close();
    return false;
  }
}
