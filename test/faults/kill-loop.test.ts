import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { copyMigratedFile } from '../support/copy-migrated-file.ts';
import { rounds } from '../support/effort.ts';
import { figure } from '../support/figure.ts';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import {
  findFaults,
  type JournalEntry,
  readStored,
  type Stored,
} from '../support/write-journal.ts';
import { keepWriting, makeTarget } from '../support/write-load.ts';

const ROUNDS = rounds({ short: 5, long: 20 });
const WRITERS = 16;
const LEAST_ACKNOWLEDGED = ROUNDS * 100;

test(`G1: at least ${ROUNDS} times kill -9 lose no acknowledged write and double none`, async () => {
  const random = seededRandom('kill loop');
  const dataDirectory = temporaryDirectory();
  copyMigratedFile(dataDirectory);
  const journal: JournalEntry[] = [];
  const acknowledged = () => journal.filter(isAcknowledged).length;
  // A busy machine acknowledges less in a round, so it needs more rounds.
  let kills = 0;
  for (; kills < ROUNDS || acknowledged() < LEAST_ACKNOWLEDGED; kills += 1) {
    const server = await startServerProcess({ dataDirectory });
    await assertNothingWrong(server, journal);
    await writeUntilKilled(server, { journal, random });
  }
  const server = await startServerProcess({ dataDirectory });
  await assertNothingWrong(server, journal);
  await server.kill();
  assertSound(join(dataDirectory, 'jurybox.db'));
  figure('G1', `${kills} kills, ${acknowledged()} acknowledged writes, 0 lost, 0 doubled`);
});

test('G1: the comparison finds a lost, a doubled and a misnumbered write', () => {
  const variantId = 'v';
  const journal: JournalEntry[] = [
    { kind: 'app', name: 'a', id: 'app 1' },
    { kind: 'variant', name: 'b', appId: 'app 1', id: variantId },
    { kind: 'revision', variantId, marker: 'm1', revision: 1 },
    { kind: 'revision', variantId, marker: 'm2', revision: undefined },
  ];
  const stored: Stored = {
    apps: [{ id: 'app 1', name: 'a' }],
    variants: [{ id: variantId, name: 'b' }],
    revisions: [{ variantId, revision: 1, marker: 'm1' }],
  };
  assert.deepEqual(findFaults(journal, stored), []);

  const forged: JournalEntry[] = [
    { kind: 'app', name: 'never', id: 'x' },
    { kind: 'variant', name: 'never', appId: 'app 1', id: 'x' },
    { kind: 'revision', variantId, marker: 'never', revision: 2 },
  ];
  for (const entry of forged) {
    assert.match(findFaults([...journal, entry], stored).join(), /never.* is lost/);
  }
  const again = { variantId, revision: 2, marker: 'm1' };
  const doubled = { ...stored, revisions: [...stored.revisions, again] };
  assert.match(findFaults(journal, doubled).join(), /m1 exists twice/);
  const gap = { ...stored, revisions: [...stored.revisions, { ...again, revision: 3 }] };
  assert.match(findFaults(journal, gap).join(), /revisions of v are 1, 3/);
  const unexpected = { ...stored, apps: [...stored.apps, { id: 'y', name: 'z' }] };
  assert.match(findFaults(journal, unexpected).join(), /no client asked for app "z"/);
});

async function writeUntilKilled(
  server: ServerProcess,
  { journal, random }: { journal: JournalEntry[]; random: SeededRandom },
): Promise<void> {
  const target = await makeTarget(server.owner, journal);
  const load = { client: () => server.owner, target, journal, random, isOver: () => false };
  const writers = Array.from({ length: WRITERS }, () => keepWriting(load));
  await setTimeout(random.between(20, 800));
  await server.kill();
  await Promise.all(writers);
}

async function assertNothingWrong(
  { owner }: ServerProcess,
  journal: readonly JournalEntry[],
): Promise<void> {
  const readiness = await owner.reply.checkReadiness();
  assert.equal(readiness.status, 200);
  assert.deepEqual(findFaults(journal, await readStored(owner, journal)), []);
}

function isAcknowledged(entry: JournalEntry): boolean {
  return entry.kind === 'revision' ? entry.revision !== undefined : entry.id !== undefined;
}

function assertSound(path: string): void {
  const database = new DatabaseSync(path);
  assert.deepEqual(
    database
      .prepare('PRAGMA integrity_check')
      .all()
      .map((row) => ({ ...row })),
    [{ integrity_check: 'ok' }],
  );
  assert.deepEqual(database.prepare('PRAGMA foreign_key_check').all(), []);
  database.close();
}
