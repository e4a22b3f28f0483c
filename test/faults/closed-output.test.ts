import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { freePort } from '../support/postgres-server.ts';
import { PROGRAM } from '../support/program.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { until } from '../support/until.ts';

test('a service keeps serving when its standard output is closed', async (t) => {
  const port = await freePort();
  const args = ['--disable-proto=delete', PROGRAM, 'serve', '--data-dir', temporaryDirectory()];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], PORT: String(port), DISK_FREE_MIN: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  t.after(() => child.kill('SIGKILL'));
  child.stdout.destroy();
  const isLive = async () =>
    child.exitCode !== null || (await fetch(`http://127.0.0.1:${port}/livez`)).ok;
  await until('it serves', () => isLive().catch(() => false));
  // The service prints that it is ready once it listens; that write could end it.
  for (let attempt = 0; attempt < 50; attempt += 1) assert.equal(await isLive(), true);
  assert.equal(child.exitCode, null);
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
});
