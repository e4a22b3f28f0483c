import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES } from '../support/engine-names.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { makeRawDatabase } from '../support/raw-database.ts';
import { startServerProcess } from '../support/server-process.ts';
import { takeTasks } from '../support/take-tasks.ts';

for (const engine of ENGINES) {
  test(`a lease taken while its texts changed is replaced by one that can be judged, on ${engine}`, async (t) => {
    const database = await makeRawDatabase(engine);
    const server = await startServerProcess(database.place);
    t.after(() => server.kill());
    const { owner } = server;
    const made = await makeHumanEvaluation(owner, { rows: numberedRows(1) });
    await fillOutputs(owner, made);
    assert.equal((await takeTasks(owner, made)).length, 1);
    // The state after a claim that began before the change was committed and ended after it.
    await database.run('UPDATE assignments SET texts_version = texts_version - 1');
    const [task] = await takeTasks(owner, made);
    assert.ok(task);
    const parameters = { assignment_id: task.id };
    const reply = await owner.reply.submitJudgement({ parameters, body: { outcome: 'tie' } });
    assert.equal(reply.status, 200);
    assert.equal((await takeTasks(owner, made)).length, 0);
  });
}
