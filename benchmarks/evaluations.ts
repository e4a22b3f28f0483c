import type { Client } from '../src/client/client.ts';
import {
  type CreatedEvaluation,
  type EvaluationPlan,
  makeEvaluation,
  planEvaluation,
} from './evaluation-fixtures.ts';
import { median } from './load-job.ts';
import type { Stage } from './stage.ts';
import { readUntil, timed, timeRead } from './timing.ts';

const LISTED = 100;
const READS = 30;

export interface LargeEvaluation extends CreatedEvaluation {
  /** The slowest small read while the evaluation was created. */
  readonly longestWaitMs: number;
  /** The slowest of as many reads with nothing else running. */
  readonly usualWaitMs: number;
}

/** Creates an evaluation while another client keeps reading a variant. */
export async function createLarge(
  stage: Stage,
  size: Pick<EvaluationPlan, 'rows' | 'variants'>,
): Promise<LargeEvaluation> {
  const { client } = stage;
  const { app_id } = await client.createApp({ body: { app_name: `${size.rows} rows` } });
  const body = await planEvaluation(client, { appId: app_id, ...size });
  const startedAt = performance.now();
  const creating = client.createHumanEvaluation({ body }).then(({ id }) => ({
    evaluationId: id,
    ms: performance.now() - startedAt,
  }));
  const waits = await readUntil(stage, creating);
  const quiet: number[] = [];
  while (quiet.length < waits.length) quiet.push(await timeRead(stage));
  return {
    ...(await creating),
    longestWaitMs: Math.max(...waits),
    usualWaitMs: Math.max(...quiet),
  };
}

/** Milliseconds to list a hundred evaluations of one app, and the size of the answer. */
export async function listHundred({ client }: Stage): Promise<{ ms: number; bytes: number }> {
  const { app_id } = await client.createApp({ body: { app_name: 'listed evaluations' } });
  await makeMany(client, app_id);
  const times: number[] = [];
  let bytes = 0;
  while (times.length < READS) {
    const ms = await timed(async () => {
      const evaluations = await client.listHumanEvaluations({ query: { app_id } });
      if (evaluations.length !== LISTED) throw new Error(`${evaluations.length} were listed.`);
      bytes = Buffer.byteLength(JSON.stringify(evaluations));
    });
    times.push(ms);
  }
  return { ms: median(times), bytes };
}

async function makeMany(client: Client, appId: string): Promise<void> {
  for (let count = 0; count < LISTED; count += 1) await makeEvaluation(client, { appId, rows: 1 });
}
