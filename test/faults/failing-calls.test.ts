import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copyMigratedFile } from '../support/copy-migrated-file.ts';
import { rounds } from '../support/effort.ts';
import { failCalls, withFailingCalls } from '../support/failing-calls.ts';
import { figure } from '../support/figure.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { until } from '../support/until.ts';
import { findFaults, type JournalEntry, readStored } from '../support/write-journal.ts';
import { keepWriting, makeTarget } from '../support/write-load.ts';

const ROUNDS = rounds({ short: 4, long: 100 });
const WRITERS = 4;
/** Responses and lost responses of a round. */
const ATTEMPTS = 200;

/** System calls of the server process; `rw/*` includes those on its connections. */
const CALLS = ['posix/io/rw/pwrite', 'posix/io/rw/pread', 'posix/io/sync/*', 'posix/io/rw/*'];
const PROBABILITIES = [0.001, 0.01, 0.05];

test(`G20: no write succeeds that is not stored in ${ROUNDS} rounds of failing reads, writes and syncs, and the service heals`, async (t) => {
  const random = seededRandom('failing calls');
  const dataDirectory = temporaryDirectory();
  copyMigratedFile(dataDirectory);
  const journal: JournalEntry[] = [];
  let refused = 0;
  let silent = 0;
  let ended = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await startServerProcess({ dataDirectory, within: withFailingCalls() });
    t.after(() => server.kill());
    assert.deepEqual(findFaults(journal, await readStored(server.owner, journal)), []);
    const target = await makeTarget(server.owner, journal);
    const calls = CALLS[round % CALLS.length] ?? '';
    const end = failCalls(server.pid, calls, random.pick(PROBABILITIES));
    const before = journal.length;
    const load = {
      client: () => server.owner,
      target,
      journal,
      random,
      isOver: () => journal.length - before >= ATTEMPTS,
      onRefusal: ({ status, body }: { status: number; body: unknown }) => {
        assert.ok([503, 507].includes(status), `${calls}: ${status} ${JSON.stringify(body)}`);
        refused += 1;
      },
      onSilence: (error: unknown) => {
        if (!(error instanceof TypeError)) throw error;
        silent += 1;
      },
    };
    await Promise.all(Array.from({ length: WRITERS }, () => keepWriting(load)));
    const exit = await Promise.race([server.exited, heal(server, end)]);
    if (exit === undefined) {
      assert.deepEqual(findFaults(journal, await readStored(server.owner, journal)), []);
      await server.kill();
    } else {
      // Node aborts when it can no longer wake its own threads; a supervisor starts it again.
      assert.equal(exit.signal, 'SIGABRT', server.stderr());
      ended += 1;
    }
  }
  const server = await startServerProcess({ dataDirectory });
  t.after(() => server.kill());
  assert.deepEqual(findFaults(journal, await readStored(server.owner, journal)), []);
  assert.ok(refused + silent > 0, 'No call failed.');
  figure(
    'G20',
    `${ROUNDS} rounds of failing calls: ${refused} refusals and ${silent} lost answers, ${ended} ended processes among ${journal.length} writes, 0 lost, 0 doubled`,
  );
});

/** Ends the faults and waits until the service is ready again. */
async function heal(server: ServerProcess, endFaults: () => void): Promise<undefined> {
  endFaults();
  await until('the service is ready again', async () => {
    const reply = await server.owner.reply.checkReadiness().catch(() => undefined);
    return reply?.status === 200;
  });
}
