import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { makeApp, unique } from '../support/builders.ts';
import { expectProblem } from '../support/expect.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { until } from '../support/until.ts';

/** Too large for memory, so that it goes to a temporary file. */
const TEXT = 'x'.repeat(400 * 1024);

describe('a body that cannot be kept', () => {
  test('is refused with 503 while temporary files cannot be created, and accepted afterwards', async (t) => {
    const { server, temporary } = await startWithOwnTemporary(t);
    renameSync(temporary, `${temporary} elsewhere`);
    for (const reply of await sendBoth(server)) expectProblem(reply, 'unavailable');
    await until('the reason is logged', async () =>
      /ENOENT.*could not be kept in a temporary file/.test(server.stderr()),
    );
    mkdirSync(temporary);
    for (const { status } of await sendBoth(server)) assert.equal(status, 200);
  });

  test('is refused with 507 while the disk has no room for temporary files', async (t) => {
    const { server, temporary } = await startWithOwnTemporary(t);
    const options = ['-t', 'tmpfs', '-o', 'size=8m,nr_inodes=2', 'tmpfs', temporary];
    if (spawnSync('mount', options).status !== 0) {
      assert.ok(process.env['CI'] === undefined, 'nothing can be mounted here');
      return t.skip('only root may mount');
    }
    try {
      writeFileSync(join(temporary, 'the only one'), '');
      for (const reply of await sendBoth(server)) expectProblem(reply, 'read_only');
      spawnSync('mount', ['-o', 'remount,ro', temporary]);
      for (const reply of await sendBoth(server)) expectProblem(reply, 'unavailable');
    } finally {
      spawnSync('umount', [temporary]);
    }
  });
});

async function startWithOwnTemporary(t: TestContext) {
  const temporary = join(temporaryDirectory(), 'temporary');
  mkdirSync(temporary);
  const server = await startServerProcess({
    dataDirectory: temporaryDirectory(),
    environment: { TMPDIR: temporary, LOG_LEVEL: 'warn' },
  });
  t.after(() => server.kill());
  return { server, temporary };
}

/** Sends the same rows as a form with a file, and as JSON. */
async function sendBoth({ owner }: ServerProcess) {
  const { app_id } = await makeApp(owner);
  const file = new File([`text\n${TEXT}\n`], 'rows.csv');
  return [
    await owner.reply.uploadTestset({ body: { app_id, upload_type: 'CSV', file } }),
    await owner.reply.createTestset({
      parameters: { app_id },
      body: { name: unique('rows'), csvdata: [{ text: TEXT }] },
    }),
  ];
}
