import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '../../src/client/client.ts';
import { expectProblem } from '../support/expect.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { OWNER_KEY } from '../support/reachable.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { startServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';
import { findFaults, type JournalEntry, readStored } from '../support/write-journal.ts';
import { keepWriting, makeTarget } from '../support/write-load.ts';

const RESTARTS = 3;
const WRITERS = 8;
const NO_REQUEST_HANGS_MS = 30_000;

test('G18: writes wait or fail cleanly while PostgreSQL has crashed, and the service heals by itself', async (t) => {
  const random = seededRandom('database restart');
  const postgres = await startPostgres();
  t.after(() => postgres.stop());
  const server = await startServerProcess({ databaseUrl: postgres.url });
  t.after(() => server.kill());
  const client = createClient({
    baseUrl: server.url,
    apiKey: OWNER_KEY,
    fetch: (input, init) =>
      fetch(input, { ...init, signal: AbortSignal.timeout(NO_REQUEST_HANGS_MS) }),
  });
  const isReady = async () => (await client.reply.checkReadiness()).status === 200;

  const journal: JournalEntry[] = [];
  const target = await makeTarget(client, journal);
  let isOver = false;
  let refused = 0;
  let silence: unknown;
  const load = {
    client: () => client,
    target,
    journal,
    random,
    isOver: () => isOver,
    onRefusal: (answer: Parameters<typeof expectProblem>[0]) => {
      expectProblem(answer, 'unavailable');
      assert.ok(answer.headers.has('retry-after'));
      refused += 1;
    },
    onSilence: (error: unknown) => {
      silence ??= error;
      isOver = true;
    },
  };
  const writers = Array.from({ length: WRITERS }, () => keepWriting(load));

  for (let round = 1; round <= RESTARTS && !isOver; round += 1) {
    await untilWritten(journal, 50);
    const refusedBefore = refused;
    await postgres.crash();
    await until('not ready', async () => !(await isReady()));
    await until('writes are refused', async () => refused > refusedBefore || isOver);
    await postgres.restart();
    await until('ready again', isReady);
  }
  if (!isOver) await untilWritten(journal, 50);
  isOver = true;
  await Promise.all(writers);
  assert.equal(silence, undefined);
  assert.deepEqual(findFaults(journal, await readStored(client, journal)), []);
  t.diagnostic(`${journal.length} writes, ${refused} refused with 503`);
});

/** Waits for this many more acknowledged writes. */
async function untilWritten(journal: readonly JournalEntry[], more: number): Promise<void> {
  const acknowledged = () =>
    journal.filter((entry) => ('id' in entry ? entry.id : entry.revision) !== undefined).length;
  const goal = acknowledged() + more;
  await until(`${more} more writes`, async () => acknowledged() >= goal);
}
