import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import { makeApp, unique } from '../support/builders.ts';
import { expectProblem } from '../support/expect.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { startServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';
import { findFaults, type JournalEntry, readStored } from '../support/write-journal.ts';
import { keepWriting, makeTarget } from '../support/write-load.ts';

const MIB = 1024 * 1024;
const DISK = '80m';
const MARK_BYTES = 20 * MIB;
const FILLS = 3;

describe('G4: a full disk', () => {
  test('below the mark refuses writes, serves reads and heals', async (t) => {
    const disk = mountSmallDisk(t);
    if (disk === undefined) return;
    const server = await startServerProcess({
      dataDirectory: disk.directory,
      environment: { DISK_FREE_MIN: String(MARK_BYTES) },
    });
    t.after(() => server.kill());
    const { app_id } = await makeApp(server.owner);
    disk.fill(MARK_BYTES / 2);
    await until('writes are refused', async () => (await tryToWrite(server.owner)) === 507);
    expectProblem(await write(server.owner), 'read_only');
    assert.equal((await server.owner.fetchApp({ parameters: { app_id } })).app_id, app_id);
    const readiness = await server.owner.reply.checkReadiness();
    assert.equal(readiness.status, 503);
    assert.equal(readiness.body.checks.disk, 'failed');
    disk.free();
    await until('writes work again', async () => (await tryToWrite(server.owner)) === 200);
    assert.equal((await server.owner.reply.checkReadiness()).status, 200);
  });

  test('without a mark is noticed by the engine, and loses nothing', async (t) => {
    const disk = mountSmallDisk(t);
    if (disk === undefined) return;
    const random = seededRandom('disk full');
    const server = await startServerProcess({ dataDirectory: disk.directory });
    t.after(() => server.kill());
    const journal: JournalEntry[] = [];
    const target = await makeTarget(server.owner, journal);
    for (let fill = 1; fill <= FILLS; fill += 1) {
      disk.fill(0);
      let refused = 0;
      const load = {
        client: () => server.owner,
        target,
        journal,
        random,
        isOver: () => refused >= 20,
        onRefusal: (answer: Parameters<typeof expectProblem>[0]) => {
          expectProblem(answer, 'read_only');
          refused += 1;
        },
        onSilence: (error: unknown) => {
          throw error;
        },
      };
      await Promise.all(Array.from({ length: 8 }, () => keepWriting(load)));
      assert.equal((await server.owner.reply.listApps()).status, 200);
      disk.free();
      await until(
        'writes work again',
        async () => (await tryToWrite(server.owner, journal)) === 200,
      );
      assert.deepEqual(findFaults(journal, await readStored(server.owner, journal)), []);
    }
    await server.kill();
    const again = await startServerProcess({ dataDirectory: disk.directory });
    assert.deepEqual(findFaults(journal, await readStored(again.owner, journal)), []);
    await again.kill();
  });
});

function write(client: Client) {
  return client.reply.createApp({ body: { app_name: unique('app') } });
}

async function tryToWrite(client: Client, journal: JournalEntry[] = []): Promise<number> {
  const name = unique('app');
  const { status, body } = await client.reply.createApp({ body: { app_name: name } });
  journal.push({ kind: 'app', name, id: status === 200 ? body.app_id : undefined });
  return status;
}

interface SmallDisk {
  readonly directory: string;
  /** Takes all space but so many bytes. */
  readonly fill: (leaveBytes: number) => void;
  readonly free: () => void;
}

/** A disk of its own in memory. Only root may mount: elsewhere the test says so, and CI fails. */
function mountSmallDisk(t: TestContext): SmallDisk | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'jurybox-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', directory]);
  if (mounted.status !== 0) {
    rmdirSync(directory);
    const why = `a small disk could not be mounted: ${mounted.error?.message ?? mounted.stderr.toString()}`;
    assert.ok(process.env['CI'] === undefined, why);
    t.skip(why);
    return undefined;
  }
  t.after(() => {
    spawnSync('umount', ['-l', directory]);
    rmdirSync(directory);
  });
  const filler = join(directory, 'filler');
  return {
    directory,
    fill: (leaveBytes) => {
      const { bavail, bsize } = statfsSync(directory);
      writeFileSync(filler, Buffer.alloc(Math.max(bavail * bsize - leaveBytes, 0)));
    },
    free: () => rmSync(filler, { force: true }),
  };
}
