import { setTimeout } from 'node:timers/promises';
import type { Client } from '../src/client/client.ts';
import { fillWithJudgements } from './evaluation-fixtures.ts';
import { median } from './load-job.ts';
import type { Stage } from './stage.ts';
import { timed } from './timing.ts';

const EVALUATIONS = 100;
const VARIANTS = 50;
const LARGE = 10_000;
const SMALL = 100;
const READS = 20;

export interface ListTime {
  readonly name: string;
  /** From sending the request to its answer, on this machine. */
  readonly medianMs: number;
  readonly fastestMs: number;
  /** Of the serving process. */
  readonly cpuMs: number;
  /** Of PostgreSQL; 0 for the embedded database. */
  readonly databaseCpuMs: number;
}

/** How long the lists of a full workspace take, one request each. */
export async function measureLists(stage: Stage): Promise<readonly ListTime[]> {
  const { client, service } = stage;
  const { appId, evaluationId } = await fill(stage);
  const { workspace_id } = await client.fetchApp({ parameters: { app_id: appId } });
  const times: ListTime[] = [];
  for (const [name, read] of Object.entries(readsOf(client, { workspace_id, evaluationId }))) {
    await read();
    const waits: number[] = [];
    const before = [service.cpuSeconds(), stage.databaseCpuSeconds()] as const;
    while (waits.length < READS) waits.push(await timed(read));
    const cpuMs = ((service.cpuSeconds() - before[0]) * 1000) / READS;
    const databaseCpuMs = ((stage.databaseCpuSeconds() - before[1]) * 1000) / READS;
    const [medianMs, fastestMs] = [median(waits), Math.min(...waits)];
    times.push({ name, medianMs, fastestMs, cpuMs, databaseCpuMs });
  }
  return times;
}

interface Scope {
  readonly workspace_id: string | null;
  /** The evaluation with the most scenarios. */
  readonly evaluationId: string;
}

function readsOf(
  client: Client,
  { workspace_id, evaluationId: evaluation_id }: Scope,
): Readonly<Record<string, () => Promise<unknown>>> {
  const query = workspace_id === null ? {} : { workspace_id };
  const parameters = { evaluation_id };
  return {
    listEvaluationOverviews: () => client.listEvaluationOverviews({ query }),
    fetchHome: () => client.fetchHome({ query }),
    listDestinations: () => client.listDestinations({ query }),
    listEvaluationIssues: () => client.listEvaluationIssues({ parameters }),
    listScenarioTallies: () => client.listScenarioTallies({ parameters }),
  };
}

/** Creates an app with many variants and with one large and many small evaluations, all judged. */
async function fill(stage: Stage): Promise<{ appId: string; evaluationId: string }> {
  const { client } = stage;
  const { app_id } = await client.createApp({ body: { app_name: 'full lists' } });
  const variants: string[] = [];
  while (variants.length < VARIANTS) {
    const base_name = `base ${variants.length}`;
    const { variant } = await client.createBase({ body: { app_id, base_name } });
    variants.push(variant.variant_id);
  }
  const evaluationIds: string[] = [];
  const testsets = { large: await makeRows(client, app_id, LARGE), small: '' };
  testsets.small = await makeRows(client, app_id, SMALL);
  for (let index = 0; index < EVALUATIONS; index += 1) {
    const { id } = await client.createHumanEvaluation({
      body: {
        app_id,
        variant_ids: [0, 1].map((step) => variants[(index + step) % VARIANTS] ?? ''),
        evaluation_type: 'human_a_b_testing',
        inputs: ['question'],
        testset_id: index === 0 ? testsets.large : testsets.small,
        status: 'EVALUATION_INITIALIZED',
      },
    });
    evaluationIds.push(id);
  }
  const database = stage.openDatabase();
  try {
    for (const id of evaluationIds)
      await fillWithJudgements(database, id, { perTask: 1, annotators: 10 });
  } finally {
    await database.close();
  }
  // Filling blocked this thread; gives it time to notice connections that the server has closed.
  await setTimeout(1_000);
  return { appId: app_id, evaluationId: evaluationIds[0] ?? '' };
}

async function makeRows(client: Client, app_id: string, count: number): Promise<string> {
  const csvdata = Array.from({ length: count }, (_, index) => ({
    question: `Why is row ${index}?`,
  }));
  const body = { name: `${count} rows`, csvdata };
  return (await client.createTestset({ parameters: { app_id }, body })).id;
}
