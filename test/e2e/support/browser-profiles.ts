import type { BrowserContext, Page } from 'playwright-core';

/** A page in a context of its own, which tests use one after another. */
interface Profile {
  readonly context: BrowserContext;
  readonly page: Page;
}

export interface Profiles {
  /** A page that knows of no earlier visit but for cached files, which never change. */
  readonly take: () => Promise<Page>;
  /** Forgets what the visits to all that were taken have left, so that they can be taken again. */
  readonly putBack: () => Promise<void>;
  /** To be called before the server is replaced: its answers are not those of the next one. */
  readonly forgetAnswers: () => Promise<void>;
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
      const forgotten = await Promise.all(used.map(forgetVisit));
      free.push(...used.filter((_, index) => forgotten[index]));
    },
    forgetAnswers: async () => {
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

/** Of the server's origin, and runs nothing when it is opened. */
const RESTING_PLACE = '/service-worker.js';

/** As text: it runs in the page, and the runner of tests knows no types of browsers. */
const FORGET = `(async () => {
  localStorage.clear();
  sessionStorage.clear();
  const workers = await navigator.serviceWorker.getRegistrations();
  await Promise.all(workers.map((worker) => worker.unregister()));
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
})()`;

/** Whether the page can be used again: one that was closed, or whose server is gone, cannot. */
async function forgetVisit({ context, page }: Profile): Promise<boolean> {
  try {
    const others = context.pages().filter((other) => other !== page);
    await Promise.all(others.map((other) => other.close()));
    page.removeAllListeners();
    // A form with unsaved work asks whether it may be left.
    page.on('dialog', (dialog) => dialog.accept());
    await page.unrouteAll();
    await context.setOffline(false);
    await page.evaluate(FORGET);
    await page.goto(RESTING_PLACE);
    // What the page wrote while it was left.
    await page.evaluate(FORGET);
    await context.clearCookies();
    page.removeAllListeners();
    return true;
  } catch {
    await context.close();
    return false;
  }
}
