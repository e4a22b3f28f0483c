import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALLOW_LOOPBACK, makeRunnable, startHeldApp } from '../support/generation.ts';
import { startWithHeldChanges } from '../support/held-changes.ts';
import { until } from '../support/until.ts';

test('a run that is said to have ended is counted whole, though it ended between two reads', async (t) => {
  const app = await startHeldApp();
  const { server, hold, waiting, commit } = await startWithHeldChanges(t, ALLOW_LOOPBACK);
  t.after(() => app.close());
  const made = await makeRunnable(server.owner, { rows: 2, parameters: [], uri: app.url });
  await server.owner.startGeneration({ parameters: made });
  await until('calls are under way', async () => app.waiting() === 4);

  await hold('LOCK TABLE generation_runs IN ACCESS EXCLUSIVE MODE');
  const readers = Array.from({ length: 8 }, () =>
    server.owner.fetchGeneration({ parameters: made }),
  );
  // On both connections for reading.
  await waiting(2, 'reuse, started_by');
  await commit(
    'UPDATE generation_counts SET done = total',
    "UPDATE generation_runs SET status = 'finished', ended_at = started_at",
  );
  for (const { status, total, done } of await Promise.all(readers)) {
    assert.deepEqual([status, total, done], ['finished', 4, 4]);
  }
});
