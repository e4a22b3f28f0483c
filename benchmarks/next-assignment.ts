import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Client, createClient } from '../src/client/client.ts';
import type { Engine } from '../src/storage/database.ts';
import { statement } from '../src/storage/statement.ts';
import { makeEvaluation, writeAllTasks } from './evaluation-fixtures.ts';
import type { Stage } from './stage.ts';

const ANNOTATORS = 50;
const OVERLAP = 3;
const TASKS_EACH = 12;
/** Between a task and the next: faster than anybody reads two answers. */
const THINKING_MS = 1_000;

const ANALYZE = statement('ANALYZE', {});

const WRITE_OUTPUTS = statement(
  `INSERT INTO written_outputs
     (workspace_id, scenario_id, variant_position, place, output, written_by, written_at)
   SELECT s.workspace_id, s.id, v.position, v.position, $2, v.variant_id, 0
   FROM scenarios s
   JOIN evaluation_variants v ON v.workspace_id = s.workspace_id
     AND v.evaluation_id = s.evaluation_id
   WHERE s.evaluation_id = $1`,
  {},
);

/** Every second task has all its judgements, the others have none. */
const MARK_TASKS = statement(
  `UPDATE tasks SET is_ready = 1, places_left = CASE WHEN rank % 2 = 0 THEN 0 ELSE $2 END,
     have = CASE WHEN rank % 2 = 0 THEN $2 ELSE 0 END
   WHERE queue_id IN (SELECT queue_id FROM human_evaluations WHERE id = $1)`,
  {},
);

const START = statement(
  `UPDATE human_evaluations SET status = 'EVALUATION_STARTED', judgements_per_task = $2
   WHERE id = $1`,
  {},
);

const ASSIGN_JUDGED = statement(
  `INSERT INTO assignments (workspace_id, id, evaluation_id, task_id, scenario_id, annotator_id,
     number, side, status, lease_until, texts_version, created_at)
   SELECT s.workspace_id, t.id, s.evaluation_id, t.id, s.id, $2, t.rank, 0, 'judged', 0, 1, 0
   FROM scenarios s JOIN tasks t ON t.workspace_id = s.workspace_id AND t.scenario_id = s.id
   WHERE s.evaluation_id = $1 AND t.rank % 2 = 0`,
  {},
);

export interface Latency {
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/**
 * How long fifty annotators, who judge half-judged tasks at the same time, wait for the next one.
 * One of them has judged all that is judged: walking past it must cost nothing.
 */
export async function measureNextAssignment(
  { client, service, openDatabase }: Stage,
  tasks: number,
): Promise<Latency> {
  const { app_id } = await client.createApp({ body: { app_name: `judged ${randomUUID()}` } });
  const { evaluationId } = await makeEvaluation(client, { appId: app_id, rows: tasks });
  const baseUrl = `http://127.0.0.1:${service.port}`;
  const guests = await invite(client, { evaluationId, baseUrl });
  const database = openDatabase();
  await prepare(database, { evaluationId, veteranId: guests[0]?.id ?? '' });
  await database.close();
  await setTimeout(100);
  const waits = await Promise.all(guests.map((guest) => judge(guest.client, evaluationId)));
  const sorted = waits.flat().sort((left, right) => left - right);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50Ms: at(0.5), p95Ms: at(0.95) };
}

interface Guest {
  readonly id: string;
  readonly client: Client;
}

async function invite(
  client: Client,
  { evaluationId, baseUrl }: { evaluationId: string; baseUrl: string },
): Promise<readonly Guest[]> {
  const { url } = await client.createAnnotatorInvitation({
    parameters: { evaluation_id: evaluationId },
    body: { max_uses: ANNOTATORS },
  });
  const token = url.split('token=')[1] ?? '';
  const guests: Guest[] = [];
  for (let count = 0; count < ANNOTATORS; count += 1) {
    const joined = await createClient({ baseUrl }).reply.exchangeInvitation({
      body: { token, username: `guest ${count}` },
    });
    const cookie = (joined.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    guests.push({ id: joined.body.profile.id, client: createClient({ baseUrl, headers }) });
  }
  return guests;
}

async function prepare(
  database: Engine,
  { evaluationId, veteranId }: { evaluationId: string; veteranId: string },
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(WRITE_OUTPUTS, [evaluationId, 'An answer of some length. '.repeat(20)]);
    await writeAllTasks(tx, evaluationId);
    await tx.query(MARK_TASKS, [evaluationId, OVERLAP]);
    await tx.query(START, [evaluationId, OVERLAP]);
    await tx.query(ASSIGN_JUDGED, [evaluationId, veteranId]);
  });
  // What PostgreSQL does by itself within a minute of so many changes.
  if (database.kind === 'postgres') await database.query(ANALYZE, []);
}

/** Takes and judges, at a pace of their own; returns how long each taking took. */
async function judge(client: Client, evaluationId: string): Promise<readonly number[]> {
  const waits: number[] = [];
  const parameters = { evaluation_id: evaluationId };
  for (let count = 0; count < TASKS_EACH; count += 1) {
    await setTimeout(Math.random() * 2 * THINKING_MS);
    const startedAt = performance.now();
    const { assignments } = await client.takeAssignments({ parameters });
    waits.push(performance.now() - startedAt);
    const [assignment] = assignments;
    if (assignment === undefined) throw new Error('There was no task left.');
    await client.submitJudgement({
      parameters: { assignment_id: assignment.id },
      body: { outcome: assignment.slots[0]?.slot_id ?? '' },
    });
  }
  return waits;
}
