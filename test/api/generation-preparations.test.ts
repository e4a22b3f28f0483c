import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rounds } from '../support/effort.ts';
import { onEachEngine } from '../support/engines.ts';
import type { MadeEvaluation } from '../support/evaluations.ts';
import { expectProblem } from '../support/expect.ts';
import { ALLOW_LOOPBACK, finishedRun, makeRunnable, startHeldApp } from '../support/generation.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { until } from '../support/until.ts';

/** Preparing so many takes several transactions, with other requests between them. */
const ROWS = 3_000;
const FEW_ROWS = 600;
const RACES = rounds({ short: 5, long: 12 });

onEachEngine(
  (server, engine) => {
    const owner = () => server().owner;

    async function fetchRun(made: MadeEvaluation) {
      return owner().fetchGeneration({ parameters: made });
    }

    /** Starts generations until one is canceled during its preparation; returns both replies. */
    async function cancelPreparing(made: MadeEvaluation) {
      for (;;) {
        const starting = owner().reply.startGeneration({ parameters: made });
        await until('the generation has begun', async () => {
          return ['preparing', 'running'].includes((await fetchRun(made)).status);
        });
        const canceled = await owner().cancelGeneration({ parameters: made });
        const started = await starting;
        if (started.status !== 202) return { started, canceled };
      }
    }

    describe('cancelGeneration', () => {
      test('ends the preparation of a generation, and leaves nothing of it', async (t) => {
        const app = await startHeldApp();
        t.after(() => app.close());
        const made = await makeRunnable(owner(), { rows: ROWS, parameters: [], uri: app.url });
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

      test('ends a generation once, before, at or after the end of its preparation', async (t) => {
        const random = seededRandom(`canceled while it begins, ${engine}`);
        const app = await startHeldApp();
        t.after(() => app.close());
        const uri = app.url;
        const made = await makeRunnable(owner(), { rows: FEW_ROWS, parameters: [], uri });
        for (let race = 0; race < RACES; race += 1) {
          const starting = owner().reply.startGeneration({ parameters: made });
          await until('the generation has begun', async () => {
            return ['preparing', 'running'].includes((await fetchRun(made)).status);
          });
          for (let times = random.between(0, 12); times > 0; times -= 1) await fetchRun(made);
          await owner().cancelGeneration({ parameters: made });
          const started = await starting;
          const { status, total, variants } = await fetchRun(made);
          const left = variants.map(({ waiting }) => waiting);
          // Calls under way still wait for their answer.
          if (started.status === 202) assert.equal(total, 2 * FEW_ROWS);
          else assert.deepEqual([total, left], [0, [0, 0]]);
          assert.equal(status, 'canceled');
          const waiting = { parameters: made, query: { status: 'waiting' } } as const;
          assert.deepEqual(await owner().listGenerationCells(waiting), []);
        }
        app.release();
        await owner().startGeneration({ parameters: made });
        assert.equal((await finishedRun(owner(), made)).done, 2 * FEW_ROWS);
      });

      test('stays canceled when a call of the previous generation is answered', async (t) => {
        const app = await startHeldApp();
        t.after(() => app.close());
        const made = await makeRunnable(owner(), { rows: ROWS, parameters: [], uri: app.url });
        await owner().startGeneration({ parameters: made });
        await until('calls are under way', async () => app.waiting() > 0);
        await owner().cancelGeneration({ parameters: made });
        await cancelPreparing(made);
        app.release();
        const other = await makeRunnable(owner(), { rows: 2, parameters: [], uri: app.url });
        await owner().startGeneration({ parameters: other });
        await finishedRun(owner(), other);
        assert.equal((await fetchRun(made)).status, 'canceled');
      });
    });
  },
  { environment: ALLOW_LOOPBACK },
);
