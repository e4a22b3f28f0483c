import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { ALLOW_LOOPBACK, makeRunnable, startHeldApp } from '../support/generation.ts';
import { startWithHeldChanges } from '../support/held-changes.ts';
import { until } from '../support/until.ts';

test('a run that is reported as finished is counted whole, even if it finishes between two reads', async (t) => {
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

test('progress is never below zero, even if the evaluation is extended between two reads', async (t) => {
  const { server, hold, waiting, commit } = await startWithHeldChanges(t);
  const made = await makeHumanEvaluation(server.owner, { rows: numberedRows(2) });
  await hold('LOCK TABLE tasks IN ACCESS EXCLUSIVE MODE');
  const results = server.owner.fetchResults({ parameters: made });
  await waiting(1, 'judgements_have');
  await commit(
    'CREATE TEMP TABLE added AS SELECT * FROM scenarios',
    'UPDATE added SET id = gen_random_uuid(), position = position + 2',
    'INSERT INTO scenarios SELECT * FROM added',
    'UPDATE human_evaluations SET scenario_count = 4',
  );
  const { progress } = await results;
  assert.deepEqual([progress?.scenarios, progress?.scenarios_judged], [4, 0]);
});
