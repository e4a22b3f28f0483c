import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { studyIndex } from '../../src/storage/migrations/0007-study-index.ts';
import { writeOutputSizes } from '../../src/storage/results/study-rows.ts';
import { adHocStatement, statement } from '../../src/storage/statement.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { judgeTasks } from '../support/judge-tasks.ts';
import { scenarioIdsOf } from '../support/votes.ts';
import { startWatchedServer } from '../support/watched-server.ts';

const LIST_PLACES = statement(
  'SELECT id, position, first_variant, second_variant FROM judgements ORDER BY id',
  { id: 'text', position: 'integer?', firstVariant: 'integer?', secondVariant: 'integer?' },
);

const CLEAR_PLACES = statement(
  'UPDATE judgements SET position = NULL, first_variant = NULL, second_variant = NULL',
  {},
);

/** As a change of the evaluation type does with tasks that have only withdrawn judgements. */
const CLEAR_PAIRS = statement('UPDATE tasks SET first_variant = NULL, second_variant = NULL', {});

describe('the index of studies', () => {
  test('gives earlier judgements the same places as new ones', async (t) => {
    const { server, db } = await startWatchedServer(t);
    const { owner } = server;
    const rows = [{ question: 'a' }, { question: 'b' }];
    const made = await makeHumanEvaluation(owner, { variantCount: 3, rows });
    await fillOutputs(owner, made);
    await judgeTasks(owner, made, () => ({ outcome: 'tie' }));
    const [, scenario_id = ''] = await scenarioIdsOf(owner, made.evaluation_id);
    await owner.updateEvaluationScenario({
      parameters: { ...made, scenario_id },
      body: { vote: '1' },
    });

    const written = await db.query(LIST_PLACES, []);
    assert.equal(written.length, 7);
    assert.equal(written.filter(({ position }) => position === 0).length, 3);
    assert.equal(written.filter(({ firstVariant }) => firstVariant === null).length, 1);
    await db.transaction((tx) => tx.query(CLEAR_PLACES, []));
    const fill = adHocStatement(studyIndex.backfill?.update ?? assert.fail(), {});
    await db.transaction((tx) => tx.query(fill, []));
    assert.deepEqual(await db.query(LIST_PLACES, []), written);
  });

  test('is updated when a task is judged again with other variants', async (t) => {
    const { server, db } = await startWatchedServer(t);
    const made = await makeHumanEvaluation(server.owner, { rows: [{ question: 'a' }] });
    const [scenario_id = ''] = await scenarioIdsOf(server.owner, made.evaluation_id);
    const vote = (text: string) =>
      server.owner.updateEvaluationScenario({
        parameters: { ...made, scenario_id },
        body: { vote: text },
      });
    await vote('1');
    assert.equal((await db.query(LIST_PLACES, []))[0]?.firstVariant, 0);
    await db.transaction((tx) => tx.query(CLEAR_PAIRS, []));
    await vote('0');
    assert.equal((await db.query(LIST_PLACES, []))[0]?.firstVariant, null);
  });
});

const VACUUM = statement('VACUUM ANALYZE', {});

const MARK_JUDGED = statement(
  'UPDATE scenarios SET judgement_count = 1 RETURNING workspace_id, evaluation_id',
  { workspaceId: 'text', evaluationId: 'text' },
);

const FILL_OUTPUTS = statement(
  `INSERT INTO written_outputs (workspace_id, scenario_id, variant_position, place, output,
     written_by, written_at)
   SELECT s.workspace_id, s.id, v, v, 'text', s.id, 0 FROM scenarios s, generate_series(0, 199) v`,
  {},
);

const COUNT_SCANS = statement(
  "SELECT seq_scan AS scans FROM pg_stat_xact_user_tables WHERE relname = 'written_outputs'",
  { scans: 'integer' },
);

test('outputs are looked up by key, even if there were none a moment ago', async (t) => {
  const { server, db } = await startWatchedServer(t);
  await makeHumanEvaluation(server.owner, { rows: numberedRows(50) });
  await db.query(VACUUM, []);
  await db.transaction(async (tx) => {
    const [{ workspaceId, evaluationId } = assert.fail()] = await tx.query(MARK_JUDGED, []);
    const range = { evaluationId: evaluationId, firstPosition: 0, lastPosition: 49 };
    const write = () => writeOutputSizes(tx, workspaceId, range);
    const countScans = async () => (await tx.query(COUNT_SCANS, []))[0]?.scans ?? 0;
    for (let times = 0; times < 10; times += 1) assert.equal(await write(), '');
    await tx.query(FILL_OUTPUTS, []);
    const before = await countScans();
    assert.equal((await write()).trim().split(' ').length, 50 * 200 * 3);
    assert.ok((await countScans()) - before < 10, 'the whole table was read repeatedly');
  });
});
