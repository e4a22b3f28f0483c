import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import { makeApp, unique } from '../support/builders.ts';
import { copyMigratedFile } from '../support/copy-migrated-file.ts';
import { makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { expectProblem } from '../support/expect.ts';
import { enter, type MadeGuest, makeLink } from '../support/guests.ts';
import { outputTable, outputTexts, sendOutputs } from '../support/output-files.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { startServerProcess } from '../support/server-process.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { until } from '../support/until.ts';
import { findFaults, type JournalEntry, readStored } from '../support/write-journal.ts';
import { keepWriting, makeTarget } from '../support/write-load.ts';

const MIB = 1024 * 1024;
const DISK_BYTES = 80 * MIB;
const DISK_FREE_MIN_BYTES = 20 * MIB;
const FILLS = 3;
const TASKS = 120;
const GUESTS = 4;

describe('G4: a full disk', () => {
  test('with less free space than DISK_FREE_MIN refuses writes, serves reads and heals', async (t) => {
    const disk = mountSmallDisk(t, DISK_BYTES);
    if (disk === undefined) return;
    copyMigratedFile(disk.directory);
    const server = await startServerProcess({
      dataDirectory: disk.directory,
      environment: { DISK_FREE_MIN: String(DISK_FREE_MIN_BYTES) },
    });
    t.after(() => server.kill());
    const { app_id } = await makeApp(server.owner);
    disk.fill(DISK_FREE_MIN_BYTES / 2);
    await until('writes are refused', async () => (await tryToWrite(server.owner)) === 507);
    expectProblem(await write(server.owner), 'read_only');
    assert.equal((await server.owner.fetchApp({ parameters: { app_id } })).app_id, app_id);
    const readiness = await server.owner.reply.checkReadiness();
    assert.equal(readiness.status, 503);
    assert.equal(readiness.body.checks.disk, 'failed');
    disk.free();
    await until('writes work again', async () => (await tryToWrite(server.owner)) === 200);
    assert.equal((await server.owner.reply.checkReadiness()).status, 200);
  });

  test('without DISK_FREE_MIN is noticed by the engine, and loses nothing', async (t) => {
    const disk = mountSmallDisk(t, DISK_BYTES);
    if (disk === undefined) return;
    copyMigratedFile(disk.directory);
    const random = seededRandom('disk full');
    const server = await startServerProcess({ dataDirectory: disk.directory });
    t.after(() => server.kill());
    const journal: JournalEntry[] = [];
    const target = await makeTarget(server.owner, journal);
    for (let fill = 1; fill <= FILLS; fill += 1) {
      disk.fill(0);
      let refused = 0;
      const load = {
        client: () => server.owner,
        target,
        journal,
        random,
        isOver: () => refused >= 20,
        onRefusal: (answer: Parameters<typeof expectProblem>[0]) => {
          expectProblem(answer, 'read_only');
          refused += 1;
        },
        onSilence: (error: unknown) => {
          throw error;
        },
      };
      await Promise.all(Array.from({ length: 8 }, () => keepWriting(load)));
      assert.equal((await server.owner.reply.listApps()).status, 200);
      disk.free();
      await until(
        'writes work again',
        async () => (await tryToWrite(server.owner, journal)) === 200,
      );
      assert.deepEqual(findFaults(journal, await readStored(server.owner, journal)), []);
    }
    await server.kill();
    const again = await startServerProcess({ dataDirectory: disk.directory });
    assert.deepEqual(findFaults(journal, await readStored(again.owner, journal)), []);
    await again.kill();
  });

  test('in the middle of judging refuses judgements, and loses none that it acknowledged', async (t) => {
    const disk = mountSmallDisk(t, DISK_BYTES);
    if (disk === undefined) return;
    copyMigratedFile(disk.directory);
    const server = await startServerProcess({ dataDirectory: disk.directory });
    t.after(() => server.kill());
    const made = await makeHumanEvaluation(server.owner, { rows: numberedRows(TASKS) });
    const content = outputTable(made, outputTexts(TASKS, 'text'));
    await sendOutputs(server.owner, made, { content });
    const { evaluation_id } = made;
    const link = await makeLink(server.owner, { evaluationId: evaluation_id, max_uses: GUESTS });
    const acknowledged = new Set<string>();
    let refused = 0;
    const judge = async ({ browser }: MadeGuest) => {
      for (;;) {
        const handout = await browser.reply.takeAssignments({ parameters: { evaluation_id } });
        const [task] = handout.status === 200 ? handout.body.assignments : [];
        if (handout.status === 200 && task === undefined) return;
        const reply = task === undefined ? handout : await submit(browser, task.id);
        if (reply.status === 200 && task !== undefined) {
          acknowledged.add(task.id);
          if (acknowledged.size === TASKS / 4) disk.fill(0);
          continue;
        }
        expectProblem(reply, 'read_only');
        refused += 1;
        if (refused === 20) disk.free();
      }
    };
    const guests = await Promise.all(Array.from({ length: GUESTS }, () => enter(server, link)));
    await Promise.all(guests.map(judge));
    assert.ok(refused >= 20, `${refused} were refused`);
    assert.equal(acknowledged.size, TASKS);
    await server.kill();
    const again = await startServerProcess({ dataDirectory: disk.directory });
    t.after(() => again.kill());
    const { progress } = await again.owner.fetchResults({ parameters: { evaluation_id } });
    assert.equal(progress?.judgements_have, TASKS);
  });
});

function submit(browser: Client, assignment_id: string) {
  const body = { outcome: 'tie' };
  return browser.reply.submitJudgement({ parameters: { assignment_id }, body });
}

function write(client: Client) {
  return client.reply.createApp({ body: { app_name: unique('app') } });
}

async function tryToWrite(client: Client, journal: JournalEntry[] = []): Promise<number> {
  const name = unique('app');
  const { status, body } = await client.reply.createApp({ body: { app_name: name } });
  journal.push({ kind: 'app', name, id: status === 200 ? body.app_id : undefined });
  return status;
}
