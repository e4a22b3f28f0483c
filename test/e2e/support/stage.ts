import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import type { Browser, BrowserContext, BrowserContextOptions, Cookie, Page } from 'playwright-core';
import type { Client } from '../../../src/client/client.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../../support/reachable.ts';
import type { TestServer, TestServerOptions } from '../../support/running-server.ts';
import { makeProfiles, type Profiles } from './browser-profiles.ts';
import { launchChromium } from './chromium.ts';
import { startAtUsualPort } from './usual-port.ts';
import { watchPage } from './watch-page.ts';

interface Person {
  readonly email: string;
  readonly password: string;
}

interface VisitOptions {
  /** Viewport and colours apply to the page; any other setting gives the visit its own context. */
  readonly context?: BrowserContextOptions;
  /** 'alone' for a test that changes what cannot be reset: the page's clock or initial scripts. */
  readonly with?: 'others' | 'alone';
  readonly as?: Person;
  /** Faults that the page may have: the browser reports requests that a test makes fail. */
  readonly expected?: RegExp;
}

export interface Stage {
  readonly server: () => TestServer;
  /** Acts as the first owner. */
  readonly owner: () => Client;
  /** A page in its own browser context, signed out. */
  readonly openPage: (options?: VisitOptions) => Promise<Page>;
  /** The same, with the owner or another user signed in. */
  readonly signIn: (options?: VisitOptions) => Promise<Page>;
}

const SCREEN = { width: 1280, height: 800 };

let shared: Promise<Browser> | undefined;

/** One browser for all test files of a process; each page has its own context. */
function sharedBrowser(): Promise<Browser> {
  shared ??= launchChromium();
  return shared;
}

// At the top of the file, so that it belongs to the whole run and not to the suite in progress.
after(async () => {
  const browser = await shared;
  await browser?.close();
});

/** By the URL of the server, also those of earlier test files whose server had the same one. */
const profilesAt = new Map<string, Profiles>();

/** A server and a browser for the tests of one file. Every page is watched until its test ends. */
export function stage(options: Partial<TestServerOptions> = {}): Stage {
  let server: TestServer;
  let profiles: Profiles;
  const ownContexts: BrowserContext[] = [];
  const visits: (() => void)[] = [];
  const cookies = new Map<string, Promise<Cookie[]>>();
  before(async () => {
    server = await startAtUsualPort(options);
    profiles = profilesAt.get(server.url) ?? makeProfiles(() => makeContext(server.url));
    profilesAt.set(server.url, profiles);
  });
  afterEach(async () => {
    await Promise.all(ownContexts.splice(0).map((context) => context.close()));
    await profiles.putBack();
    for (const check of visits.splice(0)) check();
  });
  after(async () => {
    await profiles.clearCaches();
    await server.stop();
  });
  const takePage = async (settings: BrowserContextOptions, visit: VisitOptions) => {
    if (Object.keys(settings).length === 0 && visit.with !== 'alone') return profiles.take();
    const context = await makeContext(server.url, settings);
    ownContexts.push(context);
    return context.newPage();
  };
  const openPage = async (visit: VisitOptions = {}) => {
    const {
      viewport,
      colorScheme = 'light',
      reducedMotion = 'no-preference',
      ...others
    } = visit.context ?? {};
    const page = await takePage(others, visit);
    visits.push(watchPage(page, server.url, visit.expected));
    await page.setViewportSize(viewport ?? SCREEN);
    await page.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors: null });
    return page;
  };
  return {
    server: () => server,
    owner: () => server.owner,
    openPage,
    signIn: async (visit = {}) => {
      const page = await openPage(visit);
      const person = visit.as ?? { email: OWNER_EMAIL, password: OWNER_PASSWORD };
      // Sign-ins are rate-limited, so each user signs in once and their pages share the session.
      const session = cookies.get(person.email) ?? logIn(page, server.url, person);
      cookies.set(person.email, session);
      await page.context().addCookies(await session);
      return page;
    },
  };
}

async function makeContext(
  baseURL: string,
  settings: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const browser = await sharedBrowser();
  const context = await browser.newContext({
    baseURL,
    viewport: SCREEN,
    permissions: ['clipboard-read', 'clipboard-write'],
    ...settings,
  });
  // Ends a test that would hang; long enough for a busy machine.
  context.setDefaultTimeout(60_000);
  return context;
}

async function logIn(page: Page, origin: string, person: Person): Promise<Cookie[]> {
  const response = await page.request.post('/api/auth/login', {
    data: person,
    headers: { origin },
  });
  assert.equal(response.status(), 200);
  return page.context().cookies();
}
