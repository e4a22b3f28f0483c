import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createClient } from '../client/client.ts';
import { DEMO_PREFIX } from '../contract/judging/sample-apps.ts';

const DEMO_EMAIL = 'demo@jurybox.local';

type Environment = Readonly<Record<string, string | undefined>>;

interface DemoAccount {
  readonly password: string;
  readonly apiKey: string;
}

/** An installation beside the others: nothing in it is real, and nothing real is in it. */
export interface DemoInstallation {
  readonly dataDir: string;
  /** The variables it is started with. */
  readonly environment: Environment;
  readonly account: DemoAccount;
}

/** The demo keeps its own data directory and the embedded database, whatever others are set up. */
export function openDemo(dataDir: string | undefined, given: Environment): DemoInstallation {
  const directory = `${resolve(dataDir ?? given['DATA_DIR'] ?? './data')}-demo`;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const account = keepAccount(join(directory, 'demo-account.json'));
  const { DATABASE_URL: _database, DATABASE_READ_URL: _replica, ...rest } = given;
  const environment = {
    ...rest,
    JURYBOX_OWNER_EMAIL: DEMO_EMAIL,
    JURYBOX_OWNER_PASSWORD: account.password,
    JURYBOX_API_KEY: account.apiKey,
  };
  return { dataDir: directory, environment, account };
}

/** The account of the first start is used by those after it. */
function keepAccount(path: string): DemoAccount {
  const made: DemoAccount = {
    password: randomBytes(12).toString('base64url'),
    apiKey: randomBytes(32).toString('hex'),
  };
  try {
    writeFileSync(path, JSON.stringify(made), { mode: 0o600, flag: 'wx' });
    return made;
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!isThere) throw error;
    return JSON.parse(readFileSync(path, 'utf8'));
  }
}

/** Fills a demo that has no demo app, and returns how to enter it. */
export async function fillDemo(
  { url, publicUrl = url }: { readonly url: string; readonly publicUrl: string | undefined },
  { account }: DemoInstallation,
): Promise<string> {
  // 0.0.0.0 and :: stand for every interface and cannot be called.
  const baseUrl = url.replace(/\/\/(?:0\.0\.0\.0|\[::\]):/, '//127.0.0.1:');
  const client = createClient({ baseUrl, apiKey: account.apiKey });
  const apps = await client.listApps({ query: {} });
  if (!apps.some(({ app_name }) => app_name.startsWith(DEMO_PREFIX))) {
    await client.createSampleApp();
  }
  return `This is a demo with sample data. Sign in at ${publicUrl} as ${DEMO_EMAIL}, password ${account.password}`;
}
