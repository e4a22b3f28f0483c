import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { removeExpired } from '../../src/jobs/upkeep.ts';
import { removeUnpublishedEvaluation } from '../../src/operations/evaluations/parts/remove-unpublished-evaluation.ts';
import { removeUnpublished } from '../../src/operations/testsets/parts/remove-unpublished.ts';
import { RowStage } from '../../src/operations/testsets/parts/row-stage.ts';
import { Db, findRow } from '../../src/storage/database.ts';
import { statement } from '../../src/storage/statement.ts';
import { makeApp } from '../support/builders.ts';
import { ENGINES } from '../support/engine-names.ts';
import { makeHumanEvaluation } from '../support/evaluations.ts';
import { expectProblem } from '../support/expect.ts';
import { openTestEngine } from '../support/open-engine.ts';
import { HOUR_MS } from '../support/requests.ts';
import { makeTestset, rowsOf, upload } from '../support/testsets.ts';
import { type Cleanup, startWatchedServer } from '../support/watched-server.ts';

const COUNT = statement(
  `SELECT (SELECT COUNT(*) FROM testset_rows) AS row_total,
     (SELECT COUNT(*) FROM testset_revisions) AS revision_total`,
  { rowTotal: 'integer', revisionTotal: 'integer' },
);

const LIST_REVISIONS = statement(
  'SELECT workspace_id, id AS revision_id FROM testset_revisions ORDER BY row_count DESC',
  { workspaceId: 'text', revisionId: 'text' },
);

for (const engine of ENGINES) {
  describe(`staged rows on ${engine}`, () => {
    test('are gone when they are discarded, even if they are many', async (t) => {
      const db = await openDb(t, engine);
      const stage = await openStage(db, 0);
      for (let index = 0; index < 2_345; index += 1) await stage.add({ index });
      await stage.finish();
      assert.deepEqual(await totals(db), [2_345, 1]);
      await stage.discard();
      assert.deepEqual(await totals(db), [0, 0]);
    });

    test('are dropped when the list starts again', async (t) => {
      const db = await openDb(t, engine);
      const stage = await openStage(db, 0);
      const other = await openStage(db, 0);
      for (let index = 0; index < 1_200; index += 1) await stage.add({ index });
      await stage.restart();
      await stage.add({ other: 'column' });
      await other.add({ other: 'column' });
      const [again, fresh] = [await stage.finish(), await other.finish()];
      assert.deepEqual([again.rowCount, again.columns], [1, ['other']]);
      assert.equal(again.rowsHash, fresh.rowsHash);
      assert.deepEqual(await totals(db), [2, 2]);
    });

    test('of an unfinished import are removed after an hour, not before', async (t) => {
      const db = await openDb(t, engine);
      const now = Date.now();
      for (const startedAt of [now - 2 * HOUR_MS, now - HOUR_MS, now - HOUR_MS / 2]) {
        const stage = await openStage(db, startedAt);
        for (let index = 0; index < 700; index += 1) await stage.add({ index });
        await stage.finish();
      }
      await removeExpired(db, now);
      assert.deepEqual(await totals(db), [700, 1]);
    });
  });
}

describe('the rows of a test set', () => {
  test('are removed after it is deleted or its import failed, and no others', async (t) => {
    const { server, db } = await startWatchedServer(t);
    const { owner } = server;
    const csvdata = Array.from({ length: 1_500 }, (_, index) => ({ index }));
    const kept = await makeTestset(owner, { csvdata });
    const deleted = await makeTestset(owner, { csvdata });
    const ofDeletedApp = await makeTestset(owner, { csvdata });
    const { name } = deleted;
    await owner.updateTestset({ parameters: deleted, body: { name, csvdata: [{ a: 1 }] } });
    await owner.deleteTestsets({ body: { testset_ids: [deleted.testset_id] } });
    await owner.deleteApp({ parameters: ofDeletedApp });
    const text = `a\n${'x\n'.repeat(2_000)}"broken`;
    const { app_id } = await makeApp(owner);
    expectProblem(await upload(owner, text, { app_id }), 'invalid_import');
    // Equal rows make no revision, and so leave none behind.
    await owner.updateTestset({ parameters: kept, body: { name: kept.name, csvdata } });

    await removeExpired(db, Date.now());
    assert.deepEqual(await totals(db), [1_500, 1]);
    assert.deepEqual(await rowsOf(owner, kept.testset_id), csvdata);
  });
});

describe('published rows', () => {
  test('stay complete when their publication was believed to have failed', async (t) => {
    const { server, db } = await startWatchedServer(t);
    const { owner } = server;
    const csvdata = Array.from({ length: 600 }, (_, index) => ({ index }));
    const { testset_id } = await makeTestset(owner, { csvdata });
    const made = await makeHumanEvaluation(owner);
    const [revision] = await db.query(LIST_REVISIONS, []);
    assert.ok(revision);
    await removeUnpublished(db, revision);
    assert.deepEqual(await rowsOf(owner, testset_id), csvdata);

    const scenarios = await owner.listEvaluationScenarios({ parameters: made });
    const { workspaceId } = revision;
    await removeUnpublishedEvaluation(db, { workspaceId, evaluationId: made.evaluation_id });
    assert.deepEqual(await owner.listEvaluationScenarios({ parameters: made }), scenarios);
  });
});

async function openDb(t: Cleanup, name: (typeof ENGINES)[number]): Promise<Db> {
  const { engine, close } = await openTestEngine(name);
  t.after(close);
  return new Db(engine);
}

function openStage(db: Db, now: number): Promise<RowStage> {
  const [workspaceId, revisionId, userId] = [randomUUID(), randomUUID(), randomUUID()];
  return RowStage.open(db, { workspaceId, revisionId, userId, now });
}

async function totals(db: Db): Promise<[rows: number, revisions: number]> {
  const row = await findRow(db, COUNT, []);
  return [row?.rowTotal ?? -1, row?.revisionTotal ?? -1];
}
