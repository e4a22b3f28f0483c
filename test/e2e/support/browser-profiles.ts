import type { BrowserContext, Page } from 'playwright-core';

/** A context of the browser that the tests of one file use one after another. */
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
  readonly close: () => Promise<void>;
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
    close: async () => {
      await Promise.all([...free, ...taken].map(({ context }) => context.close()));
    },
  };
}

async function makeProfile(context: BrowserContext): Promise<Profile> {
  const keeper = await context.newPage();
  await keeper.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await keeper.goto('/empty');
  return { context, keeper };
}

async function forgetVisit({ context, keeper }: Profile): Promise<void> {
  const pages = context.pages().filter((page) => page !== keeper);
  await Promise.all(pages.map((page) => page.close()));
  await context.setOffline(false);
  await context.clearCookies();
  await keeper.evaluate(() => localStorage.clear());
}
