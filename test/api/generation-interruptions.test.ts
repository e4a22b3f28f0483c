import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Cell } from '../../src/contract/outputs/generation.ts';
import { onEachEngine } from '../support/engines.ts';
import type { MadeEvaluation } from '../support/evaluations.ts';
import {
  ALLOW_LOOPBACK,
  finishedRun,
  type HeldApp,
  makeRunnable,
  outputsOf,
  startHeldApp,
} from '../support/generation.ts';
import { until } from '../support/until.ts';

/** With two variants, as many cells as one base is called for at once. */
const ROWS = 4;
const CELLS = 8;
const TEN_MINUTES = { 'retry-after': '600' } as const;

onEachEngine(
  (server) => {
    const owner = () => server().owner;

    /** A generation whose calls all wait for an answer. */
    async function startHeldRun(t: TestContext): Promise<{ made: MadeEvaluation; app: HeldApp }> {
      const app = await startHeldApp();
      t.after(() => app.close());
      const made = await makeRunnable(owner(), { rows: ROWS, parameters: [], uri: app.url });
      await owner().startGeneration({ parameters: made });
      await until('all calls are under way', async () => app.waiting() === CELLS);
      return { made, app };
    }

    async function untilAll(
      made: MadeEvaluation,
      status: Cell['status'],
    ): Promise<readonly Cell[]> {
      const query = { status, limit: 200 } as const;
      let cells: readonly Cell[] = [];
      await until(`all cells are ${status}`, async () => {
        cells = await owner().listGenerationCells({ parameters: made, query });
        return cells.length === CELLS;
      });
      return cells;
    }

    async function moveBases({ variants }: MadeEvaluation, { url: uri }: HeldApp): Promise<void> {
      for (const { id: variant_id } of variants) {
        const { base_id } = await owner().fetchVariant({ parameters: { variant_id } });
        await owner().updateBase({ parameters: { base_id }, body: { uri } });
      }
    }

    async function assertGivenUp(made: MadeEvaluation): Promise<void> {
      await untilAll(made, 'canceled');
      const { status, ended_at, total, done, failed, variants } = await owner().fetchGeneration({
        parameters: made,
      });
      assert.deepEqual([status, total, done, failed], ['canceled', CELLS, 0, 0]);
      assert.notEqual(ended_at, null);
      assert.deepEqual(
        variants.map(({ waiting }) => waiting),
        [0, 0],
      );
    }

    describe('cancelGeneration', () => {
      test('gives up a call that fails afterwards, even if a retry might succeed', async (t) => {
        const { made, app } = await startHeldRun(t);
        await owner().cancelGeneration({ parameters: made });
        app.fail();
        await assertGivenUp(made);
        assert.equal(app.requests().length, CELLS);
        app.release();
        await owner().retryGeneration({ parameters: made });
        assert.equal((await finishedRun(owner(), made)).done, CELLS);
      });

      test('gives up cells that wait for another attempt', async (t) => {
        const { made, app } = await startHeldRun(t);
        app.fail(TEN_MINUTES);
        const [cell] = await untilAll(made, 'waiting');
        assert.deepEqual([cell?.attempts, cell?.error?.code], [1, 'provider_error']);
        await owner().cancelGeneration({ parameters: made });
        await assertGivenUp(made);
        app.release();
        await owner().retryGeneration({ parameters: made });
        assert.equal((await finishedRun(owner(), made)).done, CELLS);
      });

      test('gives up paused calls that fail afterwards', async (t) => {
        const { made, app } = await startHeldRun(t);
        await owner().pauseGeneration({ parameters: made });
        await owner().cancelGeneration({ parameters: made });
        app.fail();
        await assertGivenUp(made);
      });

      test('gives up calls that are answered after the evaluation was closed', async (t) => {
        const { made, app } = await startHeldRun(t);
        await owner().cancelGeneration({ parameters: made });
        await owner().closeHumanEvaluation({ parameters: made });
        app.release();
        await assertGivenUp(made);
        assert.deepEqual((await outputsOf(owner(), made)).flat(), Array(CELLS).fill(undefined));
      });
    });

    describe('pauseGeneration', () => {
      test('keeps calls that fail afterwards until the generation is resumed', async (t) => {
        const { made, app } = await startHeldRun(t);
        await owner().pauseGeneration({ parameters: made });
        app.fail();
        const cells = await untilAll(made, 'waiting');
        const dueAt = Math.max(...cells.map((cell) => Date.parse(cell.next_attempt_at ?? '')));
        await until('the cells are due', async () => Date.now() > dueAt);
        const other = await startHeldRun(t);
        other.app.release();
        await finishedRun(owner(), other.made);
        assert.equal(app.requests().length, CELLS);
        app.release();
        await owner().resumeGeneration({ parameters: made });
        assert.equal((await finishedRun(owner(), made)).done, CELLS);
        assert.equal(app.requests().length, 2 * CELLS);
      });
    });

    describe('retryGeneration', () => {
      test('goes on with calls that were under way when the generation was canceled', async (t) => {
        const { made, app } = await startHeldRun(t);
        await owner().cancelGeneration({ parameters: made });
        const { status } = await owner().retryGeneration({ parameters: made });
        assert.equal(status, 'running');
        app.fail();
        await until('the calls are repeated', async () => app.waiting() === CELLS);
        app.release();
        assert.equal((await finishedRun(owner(), made)).done, CELLS);
      });

      test('calls a moved base at its new address, except for calls under way', async (t) => {
        const [app, moved] = [await startHeldApp(), await startHeldApp('moved')];
        t.after(() => Promise.all([app.close(), moved.close()]));
        moved.release();
        const made = await makeRunnable(owner(), { rows: 30, parameters: [], uri: app.url });
        await owner().startGeneration({ parameters: made });
        await until('the first calls are under way', async () => app.waiting() === CELLS);
        app.refuse();
        await until('the next calls are under way', async () => app.waiting() === CELLS);
        await until('the first calls have failed', async () => {
          return (await owner().fetchGeneration({ parameters: made })).failed === CELLS;
        });
        await moveBases(made, moved);
        await owner().retryGeneration({ parameters: made });
        // A worker that has begun a later generation has seen this change.
        const later = await startHeldRun(t);
        app.release();
        assert.equal((await finishedRun(owner(), made)).done, 60);
        const outputs = (await outputsOf(owner(), made)).flat();
        assert.equal(outputs.filter((output) => output === 'held').length, CELLS);
        assert.equal(outputs.filter((output) => output === 'moved').length, 60 - CELLS);
        later.app.release();
        await finishedRun(owner(), later.made);
      });
    });

    describe('a generation with more cells than are changed at once', () => {
      test('is canceled, retried and counted completely', async (t) => {
        const [rows, cells] = [301, 602];
        const app = await startHeldApp();
        t.after(() => app.close());
        const made = await makeRunnable(owner(), { rows, parameters: [], uri: app.url });
        const started = await owner().startGeneration({ parameters: made });
        assert.deepEqual([started.total, started.done], [cells, 0]);
        await until('calls are under way', async () => app.waiting() === CELLS);
        const canceled = await owner().cancelGeneration({ parameters: made });
        assert.deepEqual([canceled.status, canceled.total], ['canceled', cells]);
        // Claimed cells count as waiting until they are answered or returned.
        assert.ok(canceled.variants.reduce((sum, { waiting }) => sum + waiting, 0) < 100);
        app.release();
        await until('nothing waits', async () => {
          const { variants } = await owner().fetchGeneration({ parameters: made });
          return variants.every(({ waiting }) => waiting === 0);
        });
        const query = { status: 'waiting', limit: 200 } as const;
        const waiting = await owner().listGenerationCells({ parameters: made, query });
        assert.deepEqual(waiting, []);
        const again = await owner().retryGeneration({ parameters: made });
        assert.deepEqual([again.status, again.total], ['running', cells]);
        const { total, done } = await finishedRun(owner(), made);
        assert.deepEqual([total, done], [cells, cells]);
      });
    });

    describe('startGeneration', () => {
      test('takes no answer to a call of the previous generation', async (t) => {
        const { made, app } = await startHeldRun(t);
        await owner().cancelGeneration({ parameters: made });
        const other = await startHeldApp('of the new run');
        t.after(() => other.close());
        await moveBases(made, other);
        await owner().startGeneration({ parameters: made });
        await untilAll(made, 'running');
        app.release();
        other.release();
        assert.equal((await finishedRun(owner(), made)).done, CELLS);
        assert.deepEqual(
          (await outputsOf(owner(), made)).flat(),
          Array(CELLS).fill('of the new run'),
        );
      });
    });
  },
  { environment: ALLOW_LOOPBACK },
);
