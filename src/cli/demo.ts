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

/** An installation separate from real ones, with sample data only. */
export interface DemoInstallation {
  readonly dataDir: string;
  /** The environment variables of its server. */
  readonly environment: Environment;
  readonly account: DemoAccount;
}

/** The demo always uses its own data directory and the embedded database. */
export function openDemo(dataDir: string | undefined, outer: Environment): DemoInstallation {
  const directory = `${resolve(dataDir ?? outer['DATA_DIR'] ?? './data')}-demo`;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const account = keepAccount(join(directory, 'demo-account.json'));
  const { DATABASE_URL: _database, DATABASE_READ_URL: _replica, ...rest } = outer;
  const environment = {
    ...rest,
    JURYBOX_OWNER_EMAIL: DEMO_EMAIL,
    JURYBOX_OWNER_PASSWORD: account.password,
    JURYBOX_API_KEY: account.apiKey,
  };
  return { dataDir: directory, environment, account };
}

/** Creates the account at the first start; later starts reuse it. */
function keepAccount(path: string): DemoAccount {
  const account: DemoAccount = {
    password: randomBytes(12).toString('base64url'),
    apiKey: randomBytes(32).toString('hex'),
  };
  try {
    writeFileSync(path, JSON.stringify(account), { mode: 0o600, flag: 'wx' });
    return account;
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!exists) throw error;
    return JSON.parse(readFileSync(path, 'utf8'));
  }
}

/** Creates the sample app if it is missing, and returns how to sign in. */
export async function fillDemo(
  { url, publicUrl = url }: { readonly url: string; readonly publicUrl: string | undefined },
  { account }: DemoInstallation,
): Promise<string> {
  // 0.0.0.0 and :: mean every interface and cannot be called.
  const baseUrl = url.replace(/\/\/(?:0\.0\.0\.0|\[::\]):/, '//127.0.0.1:');
  const client = createClient({ baseUrl, apiKey: account.apiKey });
  const apps = await client.listApps({ query: {} });
  if (!apps.some(({ app_name }) => app_name.startsWith(DEMO_PREFIX))) {
    await client.createSampleApp();
  }
  return `This is a demo with sample data. Sign in at ${publicUrl} as ${DEMO_EMAIL}, password ${account.password}`;
}
