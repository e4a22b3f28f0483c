import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import pg from 'pg';
import { startGenerateApp } from '../../examples/generate-app/server.ts';
import type { Client } from '../../src/client/client.ts';
import type { Output } from '../../src/contract/api.ts';
import { realSources } from '../../src/server/mount-service.ts';
import { makeForeigner, makeMember } from '../support/builders.ts';
import { createMigratedDatabase, dropDatabase } from '../support/databases.ts';
import { ONLY_LONG, rounds } from '../support/effort.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { type MadeEvaluation, makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { falseClock } from '../support/false-clock.ts';
import { figure } from '../support/figure.ts';
import { ALLOW_LOOPBACK, finishedRun, makeRunnable } from '../support/generation.ts';
import { cursorIn } from '../support/requests.ts';
import { runCommand } from '../support/run-command.ts';
import { startTestServer } from '../support/running-server.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { startServerProcess } from '../support/server-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { until } from '../support/until.ts';
import { findFaults, type JournalEntry, readStored } from '../support/write-journal.ts';
import { keepWriting, makeTarget } from '../support/write-load.ts';

/** A day off, ten years off, sixty times as fast, and over the end of 32-bit seconds. */
const TIMES = ['+1d', '-1d', '+0', '+0 x60', '@2038-01-19 03:14:06', '-3650d', '+8d', '+0'];

const ANNOTATORS = 5;
const OVERLAP = 3;
const SCENARIOS = rounds({ short: 40, long: 400 });
const WRITERS = 4;

const ENGINES = ['sqlite', 'postgres'] as const;

describe('clocks that are wrong', () => {
  for (const engine of ENGINES) {
    test(`G19: on ${engine} every task is judged exactly ${OVERLAP} times and no revision is lost while a clock leaps`, async (t) => {
      const random = seededRandom(`clocks on ${engine}`);
      const clock = falseClock();
      const place = await placeOn(engine, t);
      const servers = [await startServerProcess({ ...place, ...clock })];
      // A server with a wrong clock and one with the right clock write to the same rows.
      if (engine === 'postgres') servers.push(await startServerProcess(place));
      t.after(() => Promise.all(servers.map((server) => server.terminate())));
      const [wrong = assert.fail(), right = wrong] = servers;

      const journal: JournalEntry[] = [];
      const { client: writer, key } = await makeForeigner(wrong);
      const target = await makeTarget(writer, journal);
      const made = await makeHumanEvaluation(wrong.owner, {
        rows: numberedRows(SCENARIOS),
        settings: { judgements_per_task: OVERLAP },
      });
      await fillOutputs(wrong.owner, made);
      const annotators: Client[] = [];
      while (annotators.length < ANNOTATORS) {
        const server = annotators.length % 2 === 0 ? wrong : right;
        annotators.push((await makeMember(server, ['evaluator'])).client);
      }
      let isOver = false;
      let leaps = 0;
      let judged = 0;
      const leap = () => {
        judged += 1;
        const due = Math.floor((judged * TIMES.length) / (SCENARIOS * OVERLAP));
        if (due <= leaps) return;
        clock.set(TIMES[leaps] ?? '+0');
        leaps = due;
      };
      const writers = Array.from({ length: WRITERS }, (_, index) =>
        keepWriting({
          client: () => (index % 2 === 0 ? writer : right.client(key)),
          target,
          journal,
          random,
          isOver: () => isOver,
        }),
      );
      const judging = annotators.map((client) => judgeAll(client, made, leap));
      await Promise.all(judging).finally(() => {
        isOver = true;
      });
      await Promise.all(writers);

      assert.equal(leaps, TIMES.length);
      const judgements = await listAll(wrong.owner, made);
      const byScenario = Map.groupBy(judgements, ({ scenario_id }) => scenario_id);
      assert.equal(byScenario.size, SCENARIOS);
      for (const [scenario, ofScenario] of byScenario) {
        assert.equal(ofScenario.length, OVERLAP, scenario);
        assert.equal(
          new Set(ofScenario.map(({ annotator }) => annotator.id)).size,
          OVERLAP,
          scenario,
        );
      }
      assert.deepEqual(findFaults(journal, await readStored(writer, journal)), []);
      const writes = journal.length;
      figure(
        'G19',
        `${leaps} leaps on ${engine}, ${judged} judgements and ${writes} writes counted once`,
      );
    });
  }

  test('G19: on sqlite a clock that leaps ahead deletes nothing that retention keeps, until it has been ahead for a day', async () => {
    const clock = falseClock();
    const dataDirectory = temporaryDirectory();
    const at = async <Answer>(time: string, ask: (owner: Client) => Promise<Answer>) => {
      clock.set(time);
      const server = await startServerProcess({ dataDirectory, ...clock });
      await until('upkeep is done', async () => {
        const metrics = await server.owner.readMetrics();
        return /jurybox_upkeep_success_timestamp_seconds\{[^}]*expired/.test(metrics);
      });
      const answer = await ask(server.owner);
      await server.terminate();
      return answer;
    };
    const parameters = await at('+0', async (owner) => {
      const { evaluation_id } = await makeHumanEvaluation(owner);
      await owner.closeHumanEvaluation({ parameters: { evaluation_id } });
      const { default_workspace } = await ownOrganization(owner);
      await owner.updateRetention({
        parameters: { workspace_id: default_workspace },
        body: { audit_days: null, evaluation_days: 30 },
      });
      return { evaluation_id };
    });
    const look = (owner: Client) => owner.reply.fetchHumanEvaluation({ parameters });
    clock.set('+31d');
    const command = ['upkeep', 'now', '--data-dir', dataDirectory];
    const refused = await runCommand(command, { environment: clock.environment });
    assert.equal(refused.code, 4, refused.stderr);
    assert.match(refused.stderr, /^Nothing was removed: the clock is a day or more ahead/);
    assert.equal((await at('+31d', look)).status, 200, 'it was deleted by the command, or at once');
    assert.equal(
      (await at('+0', look)).status,
      200,
      'it was deleted when the clock was right again',
    );
    assert.equal((await at('+31d', look)).status, 200, 'it was deleted by the second leap');
    assert.equal(
      (await at('+45000m', look)).status,
      200,
      'it was deleted six hours after the leap',
    );
    assert.equal((await at('+46200m', look)).status, 404, 'it is kept for longer than asked for');
  });

  test('G19: sessions and runs end by the clock of the database, whatever the clock of the process', async (t) => {
    const clock = falseClock();
    clock.set('-1d');
    const app = await startGenerateApp();
    t.after(() => app.close());
    const { databaseUrl } = await placeOnPostgres(t);
    const environment = { ...clock.environment, ...ALLOW_LOOPBACK };
    const server = await startServerProcess({ databaseUrl, environment });
    t.after(() => server.terminate());
    const made = await makeRunnable(server.owner, { rows: 1, parameters: [], uri: app.url });
    await server.owner.startGeneration({ parameters: made });
    const { ended_at } = await finishedRun(server.owner, made);
    assert.ok(Date.parse(ended_at ?? '') > Date.now() - 60_000, `the run ended at ${ended_at}`);
    const { browser } = await makeMember(server, ['viewer']);
    assert.equal((await browser.reply.fetchProfile()).status, 200);
    await endSessions(databaseUrl);
    assert.equal((await browser.reply.fetchProfile()).status, 401);
  });

  test('G19: runs end by a clock that was set after their thread had started', async (t) => {
    let leapMs = 0;
    const app = await startGenerateApp();
    t.after(() => app.close());
    const { owner, stop } = await startTestServer({
      engine: 'sqlite',
      environment: ALLOW_LOOPBACK,
      sources: realSources(() => Date.now() + leapMs),
    });
    t.after(() => stop());
    const endOfRun = async () => {
      const made = await makeRunnable(owner, { rows: 1, parameters: [], uri: app.url });
      await owner.startGeneration({ parameters: made });
      return Date.parse((await finishedRun(owner, made)).ended_at ?? '');
    };
    assert.ok((await endOfRun()) <= Date.now());
    leapMs = 24 * 60 * 60 * 1000;
    await until('a run ends a day later', async () => (await endOfRun()) > Date.now());
  });

  test(
    'G19: sessions end by the clock of the database soon after the clock of the process was set back',
    ONLY_LONG,
    async (t) => {
      const clock = falseClock();
      const { databaseUrl } = await placeOnPostgres(t);
      const server = await startServerProcess({ databaseUrl, ...clock });
      t.after(() => server.terminate());
      const { browser } = await makeMember(server, ['viewer']);
      await endSessions(databaseUrl);
      clock.set('-1d');
      await until('the session has ended', async () => {
        return (await browser.reply.fetchProfile()).status === 401;
      });
    },
  );
});

/** Makes all sessions end a second ago, by the clock of the database. */
async function endSessions(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(
    "UPDATE credentials SET valid_until = EXTRACT(EPOCH FROM now()) * 1000 - 1000 WHERE kind = 'session'",
  );
  await client.end();
}

async function ownOrganization(owner: Client) {
  const { id } = await owner.fetchOwnOrganization();
  return owner.fetchOrganization({ parameters: { org_id: id } });
}

async function listAll(client: Client, { evaluation_id }: MadeEvaluation) {
  const listed: Output<'listJudgements'> = [];
  let cursor: string | undefined;
  do {
    const { body, headers } = await client.reply.listJudgements({
      parameters: { evaluation_id },
      query: { limit: 200, ...(cursor === undefined ? {} : { cursor }) },
    });
    listed.push(...body);
    cursor = cursorIn(headers);
  } while (cursor !== undefined);
  return listed;
}

/** Takes and judges one task after the other until there are none left. */
async function judgeAll(
  client: Client,
  { evaluation_id }: MadeEvaluation,
  onJudgement: () => void,
): Promise<void> {
  for (;;) {
    const { assignments } = await client.takeAssignments({
      parameters: { evaluation_id },
      body: { count: 2 },
    });
    if (assignments.length === 0) return;
    for (const { id, slots } of assignments) {
      const body = { outcome: slots[0]?.slot_id ?? '' };
      const reply = await client.reply.submitJudgement({ parameters: { assignment_id: id }, body });
      // A lease that the leap has ended may belong to another annotator by now.
      if (reply.status === 200) onJudgement();
      else assert.equal(reply.status, 409, JSON.stringify(reply.body));
    }
  }
}

type Place = { readonly dataDirectory: string } | { readonly databaseUrl: string };

async function placeOn(engine: (typeof ENGINES)[number], t: TestContext): Promise<Place> {
  return engine === 'sqlite' ? { dataDirectory: temporaryDirectory() } : placeOnPostgres(t);
}

async function placeOnPostgres(t: TestContext): Promise<{ readonly databaseUrl: string }> {
  const databaseUrl = await createMigratedDatabase();
  t.after(() => dropDatabase(databaseUrl));
  return { databaseUrl };
}
