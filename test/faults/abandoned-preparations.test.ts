import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { startGenerateApp } from '../../examples/generate-app/server.ts';
import { createMigratedDatabase } from '../support/databases.ts';
import { ENGINES } from '../support/engine-names.ts';
import { expectProblem } from '../support/expect.ts';
import { ALLOW_LOOPBACK, finishedRun, makeRunnable } from '../support/generation.ts';
import { startPostgresRelay } from '../support/postgres-relay.ts';
import { makeRawDatabase } from '../support/raw-database.ts';
import { startTestServer } from '../support/running-server.ts';
import { startServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

const TEN_MINUTES_MS = 600_000;

describe('a run that is being prepared', () => {
  /** Starts a run on a server that writes its cells slowly and whose clock is ten minutes late. */
  async function startSlowly(t: TestContext) {
    const databaseUrl = await createMigratedDatabase();
    const app = await startGenerateApp();
    const relay = await startPostgresRelay(databaseUrl, { lateMs: 50 });
    const options = { engine: 'postgres', environment: ALLOW_LOOPBACK } as const;
    const other = await startTestServer({ ...options, databaseUrl });
    const preparing = await startTestServer({
      ...options,
      databaseUrl: relay.url,
      sources: { ...realSources(), clock: () => Date.now() - TEN_MINUTES_MS },
    });
    t.after(async () => {
      await Promise.all([preparing.stop(), other.stop()]);
      await Promise.all([relay.close(), app.close()]);
    });
    const { owner } = other;
    const made = await makeRunnable(owner, { rows: 1_000, parameters: [], uri: app.url });
    const started = preparing.owner.reply.startGeneration({ parameters: made });
    await until('it is being prepared', async () => {
      return (await owner.fetchGeneration({ parameters: made })).status === 'preparing';
    });
    return { owner, made, started };
  }

  test('is not taken from a process that still prepares it, even if it seems to have begun long ago', async (t) => {
    const { owner, made, started } = await startSlowly(t);
    const second = await owner.reply.startGeneration({ parameters: made });
    expectProblem(second, 'generation_running');
    assert.equal((await started).status, 202);
    await owner.cancelGeneration({ parameters: made });
  });

  test('is paused when its evaluation was closed meanwhile', async (t) => {
    const { owner, made, started } = await startSlowly(t);
    await owner.closeHumanEvaluation({ parameters: made });
    assert.equal((await started).status, 202);
    assert.equal((await owner.fetchGeneration({ parameters: made })).status, 'paused');
  });

  for (const engine of ENGINES) {
    test(`is canceled once its process is gone, and can be started again, on ${engine}`, async (t) => {
      const database = await makeRawDatabase(engine);
      const app = await startGenerateApp();
      const options = { ...database.place, environment: ALLOW_LOOPBACK };
      const first = await startServerProcess(options);
      t.after(() => Promise.all([first.kill(), app.close()]));
      const made = await makeRunnable(first.owner, { rows: 2, parameters: [], uri: app.url });
      await first.owner.startGeneration({ parameters: made });
      await finishedRun(first.owner, made);
      await first.kill();
      // The state left by a process that ended while it prepared the run, ten minutes ago.
      await database.run(
        `UPDATE generation_runs SET status = 'preparing', ended_at = NULL,
           resumed_at = resumed_at - ${TEN_MINUTES_MS}`,
      );
      await database.run("UPDATE generation_cells SET status = 'waiting'");
      await database.run('DELETE FROM written_outputs');
      const second = await startServerProcess(options);
      t.after(() => second.kill());
      await until('it is canceled', async () => {
        const { status } = await second.owner.fetchGeneration({ parameters: made });
        return status === 'canceled';
      });
      await second.owner.startGeneration({ parameters: made });
      assert.equal((await finishedRun(second.owner, made)).done, 4);
    });
  }
});

function realSources() {
  return {
    newId: () => crypto.randomUUID(),
    newRequestId: () => crypto.randomUUID(),
    newToken: () => crypto.randomUUID(),
  };
}
