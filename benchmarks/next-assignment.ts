import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Client } from '../src/client/client.ts';
import type { Engine } from '../src/storage/database.ts';
import { statement } from '../src/storage/statement.ts';
import { makeEvaluation, WORKSPACE, writeAllTasks } from './evaluation-fixtures.ts';
import { type Guest, joinAsGuests } from './guests.ts';
import type { Stage } from './stage.ts';
import { timed } from './timing.ts';

const ANNOTATORS = 50;
const OVERLAP = 3;
const TASKS_EACH = 12;
/** Average pause between two tasks: less than people need to read two outputs. */
const THINKING_MS = 1_000;

/** One statement each: on a full database a single one would exceed the statement timeout. */
const ANALYZE = ['tasks', 'scenarios', 'assignments'].map((table) =>
  statement(`ANALYZE ${table}`, {}),
);

const WRITE_OUTPUTS = statement(
  `INSERT INTO written_outputs
     (workspace_id, scenario_id, variant_position, place, output, written_by, written_at)
   SELECT s.workspace_id, s.id, v.position, v.position, $2, v.variant_id, 0
   FROM scenarios s
   JOIN evaluation_variants v ON v.workspace_id = s.workspace_id
     AND v.evaluation_id = s.evaluation_id
   WHERE s.evaluation_id = $1 AND s.workspace_id = ${WORKSPACE}`,
  {},
);

/** Every second task has all its judgements; the others have none. */
const MARK_TASKS = statement(
  `UPDATE tasks SET is_ready = 1, places_left = CASE WHEN rank % 2 = 0 THEN 0 ELSE $2 END,
     have = CASE WHEN rank % 2 = 0 THEN $2 ELSE 0 END
   WHERE queue_id IN (SELECT queue_id FROM human_evaluations WHERE id = $1)
     AND workspace_id = ${WORKSPACE}`,
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
   WHERE s.evaluation_id = $1 AND s.workspace_id = ${WORKSPACE} AND t.rank % 2 = 0`,
  {},
);

export interface Latency {
  readonly p50Ms: number;
  readonly p95Ms: number;
}

export interface JudgingTimes extends Latency {
  /** From a judgement to its answer. */
  readonly saving: Latency;
}

/**
 * How long fifty annotators wait for the next task while they judge at the same time. Half of the
 * tasks are already judged, all by one of them: skipping those must cost nothing.
 */
export async function measureNextAssignment(
  stage: JudgedStage,
  tasks: number,
): Promise<JudgingTimes> {
  return judgeTasks(await openTasks(stage, tasks));
}

export const JUDGED = ANNOTATORS * TASKS_EACH;

/** Each annotator takes and judges a few tasks, `JUDGED` in all. */
export async function judgeTasks({ evaluationId, guests }: OpenTasks): Promise<JudgingTimes> {
  const waits = await Promise.all(guests.map((guest) => judge(guest.client, evaluationId)));
  return {
    ...latencyOf(waits.flatMap(({ taking }) => taking)),
    saving: latencyOf(waits.flatMap(({ saving }) => saving)),
  };
}

type JudgedStage = Pick<Stage, 'client' | 'service' | 'openDatabase'>;

export interface OpenTasks {
  readonly evaluationId: string;
  readonly guests: readonly Guest[];
}

/** Creates an evaluation with half of its tasks judged, and its fifty annotators. */
export async function openTasks(
  { client, service, openDatabase }: JudgedStage,
  tasks: number,
): Promise<OpenTasks> {
  const { app_id } = await client.createApp({ body: { app_name: `judged ${randomUUID()}` } });
  const { evaluationId } = await makeEvaluation(client, { appId: app_id, rows: tasks });
  const baseUrl = `http://127.0.0.1:${service.port}`;
  const guests = await invite(client, { evaluationId, baseUrl });
  const database = openDatabase();
  await prepare(database, { evaluationId, veteranId: guests[0]?.id ?? '' });
  await database.close();
  await setTimeout(100);
  return { evaluationId, guests };
}

function latencyOf(waits: readonly number[]): Latency {
  const sorted = waits.toSorted((left, right) => left - right);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50Ms: at(0.5), p95Ms: at(0.95) };
}

async function invite(
  client: Client,
  { evaluationId, baseUrl }: { evaluationId: string; baseUrl: string },
): Promise<readonly Guest[]> {
  const { url } = await client.createAnnotatorInvitation({
    parameters: { evaluation_id: evaluationId },
    body: { max_uses: ANNOTATORS },
  });
  return joinAsGuests({ baseUrl, url }, ANNOTATORS);
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
  // PostgreSQL does this itself within a minute of so many changes.
  if (database.kind !== 'postgres') return;
  for (const analyze of ANALYZE) await database.query(analyze, []);
}

interface Waits {
  readonly taking: readonly number[];
  readonly saving: readonly number[];
}

/** Takes and judges tasks with pauses; returns how long each request took. */
async function judge(client: Client, evaluationId: string): Promise<Waits> {
  const taking: number[] = [];
  const saving: number[] = [];
  const parameters = { evaluation_id: evaluationId };
  while (saving.length < TASKS_EACH) {
    await setTimeout(Math.random() * 2 * THINKING_MS);
    const startedAt = performance.now();
    const { assignments } = await client.takeAssignments({ parameters });
    taking.push(performance.now() - startedAt);
    const [assignment] = assignments;
    if (assignment === undefined) throw new Error('No task is left.');
    const body = { outcome: assignment.slots[0]?.slot_id ?? '' };
    const judgement = { parameters: { assignment_id: assignment.id }, body };
    saving.push(await timed(() => client.submitJudgement(judgement)));
  }
  return { taking, saving };
}
