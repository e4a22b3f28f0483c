import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { OWNER_KEY, startTestServer } from '../support/running-server.ts';

const run = promisify(execFile);

test('the example of the README deploys a variant', async () => {
  const server = await startTestServer({ engine: 'sqlite' });
  try {
    const example = join(import.meta.dirname, '../../examples/deploy-a-variant.ts');
    const { stdout } = await run(process.execPath, [example], {
      env: { ...process.env, JURYBOX_URL: server.url, JURYBOX_KEY: OWNER_KEY },
    });
    assert.equal(stdout.trim(), 'production runs concise, revision 1');
  } finally {
    await server.stop();
  }
});
