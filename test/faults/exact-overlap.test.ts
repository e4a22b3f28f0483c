import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { type Client, createClient } from '../../src/client/client.ts';
import type { Output } from '../../src/contract/api.ts';
import { makeForeigner } from '../support/builders.ts';
import { createMigratedDatabase } from '../support/databases.ts';
import { rounds } from '../support/effort.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { figure } from '../support/figure.ts';
import { enter, makeLink } from '../support/guests.ts';
import { type LossyProxy, startLossyProxy } from '../support/lossy-proxy.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const ANNOTATORS = 17;
const OVERLAP = 3;
const ABANDONED_PERCENT = 20;
const LOST_PERCENT = 10;
/** The pause of annotators who wait for leases of others to run out. */
const PAUSE_MS = 50;

/** One evaluation in each of three workspaces; a long run has a thousand tasks. */
const EVALUATIONS = [
  { wish: { variantCount: 2 }, scenarios: rounds({ short: 100, long: 400 }), tasksEach: 1 },
  { wish: { variantCount: 3 }, scenarios: rounds({ short: 25, long: 100 }), tasksEach: 3 },
  {
    wish: { type: 'single_model_test', variantCount: 3 },
    scenarios: rounds({ short: 25, long: 100 }),
    tasksEach: 3,
  },
] as const;

type Assignment = Output<'takeAssignments'>['assignments'][number];

describe('two servers on one PostgreSQL, with annotators who leave and responses that get lost', () => {
  const random = seededRandom('exact overlap');
  const happens = (percent: number) => random.between(1, 100) <= percent;
  let databaseUrl = '';
  let servers: ServerProcess[] = [];
  let proxies: LossyProxy[] = [];
  before(async () => {
    databaseUrl = await createMigratedDatabase();
    const environment = { LEASE_SECONDS: '1' };
    servers = [
      await startServerProcess({ databaseUrl, environment }),
      await startServerProcess({ databaseUrl, environment }),
    ];
    proxies = await Promise.all(
      servers.map(({ url }) => startLossyProxy(url, () => happens(LOST_PERCENT))),
    );
  });
  after(async () => {
    await Promise.all(proxies.map((proxy) => proxy.close()));
    await Promise.all(servers.map((server) => server.kill()));
  });

  test('G8, G9: every task ends with exactly three judgements by three annotators, in three workspaces at once', async () => {
    // When one evaluation fails, the others must stop too, or the test would never end.
    const failure = new AbortController();
    await Promise.all(EVALUATIONS.map((one) => judgeEvaluation(one, failure)));
    assert.ok(proxies.every((proxy) => proxy.lost() > 0));
    const lost = proxies.reduce((sum, proxy) => sum + proxy.lost(), 0);
    figure('G8', `${lost} answers lost on the way, every judgement counted once`);
    const tasks = EVALUATIONS.reduce((sum, one) => sum + one.scenarios * one.tasksEach, 0);
    figure('G9', `${tasks} tasks judged exactly ${OVERLAP} times`);
  });

  async function judgeEvaluation(
    { wish, scenarios, tasksEach }: (typeof EVALUATIONS)[number],
    failure: AbortController,
  ): Promise<void> {
    const [server] = servers;
    assert.ok(server);
    const { client: owner } = await makeForeigner(server);
    const made = await makeHumanEvaluation(owner, {
      ...wish,
      rows: numberedRows(scenarios),
      settings: { judgements_per_task: OVERLAP },
    });
    await fillOutputs(owner, made);
    const { evaluation_id } = made;
    const link = await makeLink(owner, { evaluationId: evaluation_id, max_uses: ANNOTATORS });
    const cookies: string[] = [];
    for (let index = 0; index < ANNOTATORS; index += 1) {
      cookies.push((await enter(server, link)).cookie);
    }
    const isOver = async () =>
      failure.signal.aborted ||
      (await owner.fetchHumanEvaluation({ parameters: made })).status === 'EVALUATION_FINISHED';
    const acknowledged = new Map<string, string>();
    await Promise.all(
      cookies.map(async (cookie, index) => {
        const { url } = proxies[index % proxies.length] ?? server;
        const headers = { cookie, 'sec-fetch-site': 'same-origin' };
        await annotate(createClient({ baseUrl: url, headers }), {
          evaluation_id,
          isOver,
          acknowledge: (assignment, note) => acknowledged.set(assignment.id, note),
        }).catch((error: unknown) => {
          failure.abort();
          throw error;
        });
      }),
    );

    const tasks = scenarios * tasksEach;
    const stored = await storedJudgements(databaseUrl, evaluation_id);
    assert.equal(stored.length, tasks * OVERLAP);
    const annotatorsOf = Map.groupBy(stored, ({ task_id }) => task_id);
    assert.equal(annotatorsOf.size, tasks);
    for (const [task, judgements] of annotatorsOf) {
      assert.equal(new Set(judgements.map(({ annotator_id }) => annotator_id)).size, OVERLAP, task);
      assert.ok(judgements.every(({ places_left, have }) => places_left === 0 && have === OVERLAP));
    }
    assert.deepEqual(
      new Map(stored.map(({ assignment_id, note }) => [assignment_id, note])),
      acknowledged,
    );
    if (tasksEach > 1) return;
    const sides = await handedSides(databaseUrl, evaluation_id);
    assert.ok(sides.length > ANNOTATORS / 2 && sides.every(({ ahead }) => Math.abs(ahead) <= 8));
  }

  /** Judges until everything is judged; sometimes leaves until the lease has run out. */
  async function annotate(
    client: Client,
    work: {
      evaluation_id: string;
      isOver: () => Promise<boolean>;
      acknowledge: (assignment: Assignment, note: string) => void;
    },
  ): Promise<void> {
    const parameters = { evaluation_id: work.evaluation_id };
    for (;;) {
      const { assignments } = await retry(() =>
        client.takeAssignments({ parameters, body: { count: 2 } }),
      );
      if (assignments.length === 0) {
        if (await work.isOver()) return;
        await setTimeout(PAUSE_MS);
      }
      for (const assignment of assignments) {
        if (happens(ABANDONED_PERCENT)) await leave(assignment);
        const note = `${random.between(0, 1_000_000)}`;
        const verdict =
          assignment.slots.length === 1
            ? { score: random.between(0, 100) }
            : { outcome: random.pick(['tie', ...assignment.slots.map(({ slot_id }) => slot_id)]) };
        const reply = await retry(() =>
          client.reply.submitJudgement({
            parameters: { assignment_id: assignment.id },
            body: { ...verdict, note },
          }),
        );
        if (reply.status === 200) work.acknowledge(assignment, note);
        else assert.equal(reply.status, 409, JSON.stringify(reply.body));
      }
    }
  }

  /** Waits until the lease has expired; another annotator may hold the task then. */
  async function leave({ lease_expires_at }: Assignment): Promise<void> {
    await setTimeout(Math.max(1, Date.parse(lease_expires_at ?? '') - Date.now() + 1));
  }
});

/** Repeats the call until there is a response, as a client does whose connection breaks. */
async function retry<Reply>(call: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
}

/** How much more often each annotator was handed one side than the other. */
async function handedSides(
  databaseUrl: string,
  evaluationId: string,
): Promise<readonly { readonly ahead: number }[]> {
  return query(
    databaseUrl,
    `SELECT CAST(SUM(2 * side - 1) AS integer) AS ahead FROM assignments
     WHERE evaluation_id = $1 GROUP BY annotator_id`,
    evaluationId,
  );
}

interface StoredJudgement {
  readonly task_id: string;
  readonly annotator_id: string;
  readonly assignment_id: string;
  readonly note: string;
  readonly places_left: number;
  readonly have: number;
}

async function storedJudgements(
  databaseUrl: string,
  evaluationId: string,
): Promise<readonly StoredJudgement[]> {
  return query(
    databaseUrl,
    `SELECT j.task_id, j.annotator_id, a.id AS assignment_id, j.note, t.places_left, t.have
     FROM judgements j
     JOIN tasks t ON t.workspace_id = j.workspace_id AND t.id = j.task_id
     LEFT JOIN assignments a ON a.workspace_id = j.workspace_id AND a.task_id = j.task_id
       AND a.annotator_id = j.annotator_id
     WHERE j.evaluation_id = $1 AND j.counts = 1`,
    evaluationId,
  );
}

/** Reads past the service, whose answers must match what is stored. */
async function query<Row extends pg.QueryResultRow>(
  databaseUrl: string,
  sql: string,
  evaluationId: string,
): Promise<readonly Row[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    return (await client.query<Row>(sql, [evaluationId])).rows;
  } finally {
    await client.end();
  }
}
