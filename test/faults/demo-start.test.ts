import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { createClient } from '../../src/client/client.ts';
import { PROGRAM } from '../support/program.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

test('serve --demo fills its own installation once, on any host, and prints how to sign in', async (t) => {
  const dataDirectory = join(temporaryDirectory(), 'data');
  const first = await startDemo(t, dataDirectory);
  const names = await appNames(first);
  assert.equal(names.length, 1);
  assert.match(names[0] ?? '', /^Demo: /);
  await first.stop();
  const again = await startDemo(t, dataDirectory, {
    HOST: '0.0.0.0',
    PUBLIC_URL: 'http://localhost:4600',
    TRUSTED_PROXIES: 'uniquelocal',
    DATABASE_READ_URL: 'postgres://nowhere.invalid/y',
  });
  assert.equal(again.password, first.password);
  assert.deepEqual(await appNames(again), names);
  assert.equal(existsSync(dataDirectory), false, 'the given data directory was touched');
});

interface RunningDemo {
  readonly url: string;
  /** The address that the demo prints for signing in. */
  readonly origin: string;
  readonly email: string;
  readonly password: string;
  readonly stop: () => Promise<unknown>;
}

async function startDemo(
  t: TestContext,
  dataDirectory: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningDemo> {
  const args = ['--disable-proto=delete', PROGRAM, 'serve', '--demo', '--data-dir', dataDirectory];
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, args, {
    // The demo does not use a configured database.
    env: {
      PATH,
      HOME,
      PORT: '0',
      DISK_FREE_MIN: '0',
      DATABASE_URL: 'postgres://nowhere.invalid/x',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  for await (const line of createInterface(child.stdout)) {
    const [, address] = /^ready (\S+)/.exec(line) ?? [];
    if (address === undefined) continue;
    const url = address.replace('0.0.0.0', '127.0.0.1');
    const [, origin = '', email = '', password = ''] =
      /Sign in at (\S+) as (\S+), password (\S+)/.exec(stderr) ?? [];
    return {
      url,
      origin,
      email,
      password,
      stop: () => (child.kill('SIGKILL'), once(child, 'exit')),
    };
  }
  throw new Error(`The demo did not start: ${stderr}`);
}

/** Signs in with the printed credentials. */
async function appNames({ url, origin, email, password }: RunningDemo): Promise<string[]> {
  const { headers, status } = await createClient({
    baseUrl: url,
    headers: { origin },
  }).reply.logIn({ body: { email, password } });
  assert.equal(status, 200);
  const cookie = headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
  const apps = await createClient({ baseUrl: url, headers: { cookie } }).listApps({ query: {} });
  return apps.map(({ app_name }) => app_name);
}
