import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Db } from '../../src/storage/database.ts';
import { studyIndex } from '../../src/storage/migrations/0007-study-index.ts';
import { COLUMN_TYPES } from '../../src/storage/migrations/migration.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import { statement } from '../../src/storage/statement.ts';
import { createDatabase } from '../support/databases.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { makeHumanEvaluation } from '../support/evaluations.ts';
import { judgeTasks } from '../support/judge-tasks.ts';
import { startTestServer } from '../support/running-server.ts';
import { scenarioIdsOf } from '../support/votes.ts';

const LIST_PLACES = statement(
  'SELECT id, position, first_variant, second_variant FROM judgements ORDER BY id',
  { id: 'text', position: 'integer?', first_variant: 'integer?', second_variant: 'integer?' },
);

const FORGET_PLACES = statement(
  'UPDATE judgements SET position = NULL, first_variant = NULL, second_variant = NULL',
  {},
);

describe('the index of studies', () => {
  test('gives judgements from before it the places that new ones are written with', async (t) => {
    const databaseUrl = await createDatabase();
    const server = await startTestServer({ engine: 'postgres', databaseUrl });
    t.after(server.stop);
    const storage = await openStorage({
      dataDirectory: '',
      databaseUrl,
      durability: 'full',
      preparedStatements: 'on',
      poolSize: 2,
      minimumFreeBytes: 0,
      onLost: () => undefined,
    });
    t.after(storage.close);
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

    const db = new Db(storage.engine);
    const written = await db.query(LIST_PLACES, []);
    assert.equal(written.length, 7);
    assert.equal(written.filter(({ position }) => position === 0).length, 3);
    assert.equal(written.filter(({ first_variant }) => first_variant === null).length, 1);
    await db.transaction((tx) => tx.query(FORGET_PLACES, []));
    const statements = studyIndex.statements(COLUMN_TYPES.postgres, 'postgres');
    const fill = statements.find((sql) => sql.startsWith('UPDATE')) ?? assert.fail();
    await storage.engine.script([fill]);
    assert.deepEqual(await db.query(LIST_PLACES, []), written);
  });
});
