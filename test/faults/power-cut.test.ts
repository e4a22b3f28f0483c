import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import { rounds } from '../support/effort.ts';
import { figure } from '../support/figure.ts';
import { type LoopDisk, mountImage, mountLoopDisk } from '../support/loop-disk.ts';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import { startServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';
import { findFaults, type JournalEntry, readStored } from '../support/write-journal.ts';
import { keepWriting, makeTarget } from '../support/write-load.ts';

const DISK_BYTES = 64 * 1024 * 1024;
const CUTS = rounds({ short: 2, long: 5 });
const WRITERS = 8;
const MOST_WRITES = 150;
/** Half of the writes after which SQLite syncs for a checkpoint, even if DURABILITY is relaxed. */
const FEW_WRITES = 60;

describe('G2: a power cut', () => {
  test('loses no acknowledged write, from the first start on', async (t) => {
    const random = seededRandom('power cuts');
    let disk = mountLoopDisk(t, DISK_BYTES);
    const journal: JournalEntry[] = [];
    for (let cut = 1; cut <= CUTS && disk !== undefined; cut += 1) {
      await writeUntilCut(disk, { journal, random, durability: 'full', mostWrites: MOST_WRITES });
      disk = cutPower(t, disk, cut);
      assert.deepEqual(await faultsOn(disk, journal), []);
      assertSound(disk);
    }
    if (disk !== undefined) figure('G2', `${CUTS} cuts, ${journal.length} writes, 0 lost`);
  });

  test('loses writes that were not synced, which this test notices', async (t) => {
    const random = seededRandom('power cut without sync');
    const disk = mountLoopDisk(t, DISK_BYTES);
    if (disk === undefined) return;
    const journal: JournalEntry[] = [];
    // The app is synced, so only writes to it can be missing.
    const first = await startServerProcess({ dataDirectory: dataOf(disk) });
    const target = await makeTarget(first.owner, journal);
    await first.terminate();
    const load = { journal, random, target, mostWrites: FEW_WRITES };
    await writeUntilCut(disk, { ...load, durability: 'relaxed' });
    const faults = await faultsOn(cutPower(t, disk, 1), journal);
    assert.match(faults.join('\n'), /is lost/);
  });
});

interface Load {
  readonly journal: JournalEntry[];
  readonly random: SeededRandom;
  readonly durability: 'full' | 'relaxed';
  readonly mostWrites: number;
  /** Made first when absent. */
  readonly target?: Awaited<ReturnType<typeof makeTarget>>;
}

async function writeUntilCut(disk: LoopDisk, load: Load): Promise<void> {
  const { journal, random } = load;
  const environment = { DURABILITY: load.durability };
  const server = await startServerProcess({ dataDirectory: dataOf(disk), environment });
  const target = load.target ?? (await makeTarget(server.owner, journal));
  const writing = { client: () => server.owner, target, journal, random, isOver: () => false };
  const writers = Array.from({ length: WRITERS }, () => keepWriting(writing));
  const goal = journal.length + random.between(1, load.mostWrites);
  await until('enough was written', async () => journal.length >= goal);
  await server.kill();
  await Promise.all(writers);
}

/** Copies the image before the unmount, so what has not reached the disk by now never does. */
function cutPower(t: TestContext, disk: LoopDisk, cut: number): LoopDisk {
  const image = `${disk.image}.${cut}`;
  copyFileSync(disk.image, image);
  disk.unmount();
  return mountImage(t, image) ?? assert.fail('The disk cannot be mounted after the power cut.');
}

async function faultsOn(
  disk: LoopDisk,
  journal: readonly JournalEntry[],
): Promise<readonly string[]> {
  const server = await startServerProcess({ dataDirectory: dataOf(disk) });
  try {
    return findFaults(journal, await readStored(server.owner, journal));
  } finally {
    await server.kill();
  }
}

function assertSound(disk: LoopDisk): void {
  const database = new DatabaseSync(join(dataOf(disk), 'jurybox.db'));
  const [row] = database.prepare('PRAGMA integrity_check').all();
  database.close();
  assert.equal(row?.['integrity_check'], 'ok');
}

function dataOf(disk: LoopDisk): string {
  return join(disk.directory, 'data');
}
