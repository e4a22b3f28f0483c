import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import type { Browser, BrowserContext, BrowserContextOptions, Cookie, Page } from 'playwright-core';
import type { Client } from '../../../src/client/client.ts';
import {
  OWNER_EMAIL,
  OWNER_PASSWORD,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '../../support/running-server.ts';
import { makeProfiles } from './browser-profiles.ts';
import { launchChromium } from './chromium.ts';
import { watchPage } from './watch-page.ts';

interface Person {
  readonly email: string;
  readonly password: string;
}

interface VisitOptions {
  /** With settings of its own, a visit has a context of its own. */
  readonly context?: BrowserContextOptions;
  readonly as?: Person;
  /** What the page may complain about: a request that is made to fail is reported by the browser. */
  readonly expected?: RegExp;
}

export interface Stage {
  readonly server: () => TestServer;
  /** Acts as the first owner. */
  readonly owner: () => Client;
  /** A page of a browser of its own, where nobody is signed in. */
  readonly openPage: (options?: VisitOptions) => Promise<Page>;
  /** The same with the owner, or somebody else, signed in. */
  readonly signIn: (options?: VisitOptions) => Promise<Page>;
}

let shared: Promise<Browser> | undefined;

/** One browser for all test files of a process; each page has a context of its own. */
function sharedBrowser(): Promise<Browser> {
  shared ??= launchChromium();
  return shared;
}

// At the top of the file, so that it belongs to the whole run and not to the suite in progress.
after(async () => {
  const browser = await shared;
  await browser?.close();
});

/** A server and a browser for the tests of one file. Every page is watched until its test ends. */
export function stage(options: Partial<TestServerOptions> = {}): Stage {
  let server: TestServer;
  let browser: Browser;
  const makeContext = async (settings: BrowserContextOptions = {}) => {
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 1280, height: 800 },
      permissions: ['clipboard-read', 'clipboard-write'],
      ...settings,
    });
    // Only there to end a test that would hang, on a machine that is busy with others too.
    context.setDefaultTimeout(60_000);
    return context;
  };
  const profiles = makeProfiles(makeContext);
  const own: BrowserContext[] = [];
  const visits: (() => void)[] = [];
  const cookies = new Map<string, Promise<Cookie[]>>();
  before(async () => {
    server = await startTestServer({ engine: 'sqlite', ...options });
    browser = await sharedBrowser();
  });
  afterEach(async () => {
    await Promise.all(own.splice(0).map((context) => context.close()));
    await profiles.putBack();
    for (const check of visits.splice(0)) check();
  });
  after(async () => {
    await profiles.close();
    await server.stop();
  });
  const openPage = async ({ context: settings, expected }: VisitOptions = {}) => {
    const context = settings === undefined ? await profiles.take() : await makeContext(settings);
    if (settings !== undefined) own.push(context);
    const page = await context.newPage();
    visits.push(watchPage(page, server.url, expected));
    return page;
  };
  return {
    server: () => server,
    owner: () => server.owner,
    openPage,
    signIn: async (visit = {}) => {
      const page = await openPage(visit);
      const person = visit.as ?? { email: OWNER_EMAIL, password: OWNER_PASSWORD };
      // Signing in is limited, so everybody does it once; their browsers share the session.
      const session = cookies.get(person.email) ?? logIn(page, server.url, person);
      cookies.set(person.email, session);
      await page.context().addCookies(await session);
      return page;
    },
  };
}

async function logIn(page: Page, origin: string, person: Person): Promise<Cookie[]> {
  const answer = await page.request.post('/api/auth/login', { data: person, headers: { origin } });
  assert.equal(answer.status(), 200);
  return page.context().cookies();
}
