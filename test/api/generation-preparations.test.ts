import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rounds } from '../support/effort.ts';
import { onEachEngine } from '../support/engines.ts';
import type { MadeEvaluation } from '../support/evaluations.ts';
import { expectProblem } from '../support/expect.ts';
import { ALLOW_LOOPBACK, finishedRun, makeRunnable, startHeldApp } from '../support/generation.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { until } from '../support/until.ts';

/** Takes several transactions to prepare, with turns for other requests between them. */
const ROWS = 3_000;
const FEW_ROWS = 600;
const RACES = rounds({ short: 5, long: 12 });

onEachEngine(
  (server, engine) => {
    const owner = () => server().owner;

    async function fetchRun(made: MadeEvaluation) {
      return owner().fetchGeneration({ parameters: made });
    }

    /** Starts a run again until it was canceled while it was being prepared; returns the start. */
    async function cancelPreparing(made: MadeEvaluation) {
      for (;;) {
        const starting = owner().reply.startGeneration({ parameters: made });
        await until('the run is there', async () => {
          return ['preparing', 'running'].includes((await fetchRun(made)).status);
        });
        const canceled = await owner().cancelGeneration({ parameters: made });
        const started = await starting;
        if (started.status !== 202) return { started, canceled };
      }
    }

    describe('cancelGeneration', () => {
      test('ends the preparation of a run and leaves nothing of it', async (t) => {
        const held = await startHeldApp();
        t.after(() => held.close());
        const made = await makeRunnable(owner(), { rows: ROWS, parameters: [], uri: held.url });
        const { started, canceled } = await cancelPreparing(made);
        expectProblem(started, 'generation_running');
        assert.deepEqual([canceled.status, canceled.total], ['canceled', 0]);
        assert.notEqual(canceled.ended_at, null);
        const cells = await owner().listGenerationCells({ parameters: made });
        assert.deepEqual(cells, []);
        const again = await owner().startGeneration({ parameters: made });
        assert.deepEqual([again.status, again.total], ['running', 2 * ROWS]);
        await owner().cancelGeneration({ parameters: made });
      });

      test('ends a run once, whether it comes before, with or after the end of its preparation', async (t) => {
        const random = seededRandom(`canceled while it begins, ${engine}`);
        const held = await startHeldApp();
        t.after(() => held.close());
        const uri = held.url;
        const made = await makeRunnable(owner(), { rows: FEW_ROWS, parameters: [], uri });
        for (let race = 0; race < RACES; race += 1) {
          const starting = owner().reply.startGeneration({ parameters: made });
          await until('the run is there', async () => {
            return ['preparing', 'running'].includes((await fetchRun(made)).status);
          });
          for (let times = random.between(0, 12); times > 0; times -= 1) await fetchRun(made);
          await owner().cancelGeneration({ parameters: made });
          const started = await starting;
          const { status, total, variants } = await fetchRun(made);
          const left = variants.map(({ waiting }) => waiting);
          // Calls that were begun are still taken: they wait for their answer.
          if (started.status === 202) assert.equal(total, 2 * FEW_ROWS);
          else assert.deepEqual([total, left], [0, [0, 0]]);
          assert.equal(status, 'canceled');
          const waiting = { parameters: made, query: { status: 'waiting' } } as const;
          assert.deepEqual(await owner().listGenerationCells(waiting), []);
        }
        held.release();
        await owner().startGeneration({ parameters: made });
        assert.equal((await finishedRun(owner(), made)).done, 2 * FEW_ROWS);
      });

      test('stays canceled when a call of the run before is answered', async (t) => {
        const held = await startHeldApp();
        t.after(() => held.close());
        const made = await makeRunnable(owner(), { rows: ROWS, parameters: [], uri: held.url });
        await owner().startGeneration({ parameters: made });
        await until('calls are under way', async () => held.waiting() > 0);
        await owner().cancelGeneration({ parameters: made });
        await cancelPreparing(made);
        held.release();
        const other = await makeRunnable(owner(), { rows: 2, parameters: [], uri: held.url });
        await owner().startGeneration({ parameters: other });
        await finishedRun(owner(), other);
        assert.equal((await fetchRun(made)).status, 'canceled');
      });
    });
  },
  { environment: ALLOW_LOOPBACK },
);
