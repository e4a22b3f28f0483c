import { setTimeout } from 'node:timers/promises';
import type { Client } from '../src/client/client.ts';
import {
  type EvaluationPlan,
  fillWithJudgements,
  type MadeEvaluation,
  makeEvaluation,
  planEvaluation,
} from './evaluation-fixtures.ts';
import { median } from './load-job.ts';
import { clientOf, type Stage } from './stage.ts';

/** All ten pairs of five variants on each scenario. */
const STUDY = { rows: 5_000, variants: 5, judgementsPerTask: 2 } as const;
const ANNOTATORS = 20;
const LISTED = 100;
const READS = 30;

export interface LargeEvaluation extends MadeEvaluation {
  /** The slowest small read while the evaluation was made. */
  readonly longestWaitMs: number;
  /** The slowest of as many reads without anything beside them. */
  readonly usualWaitMs: number;
}

/** Creates an evaluation while somebody else keeps reading a variant. */
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

/** Reads one after the other until something is done; returns how long each took. */
async function readUntil(stage: Stage, done: Promise<unknown>): Promise<number[]> {
  let isDone = false;
  const noted = done.finally(() => {
    isDone = true;
  });
  const waits: number[] = [];
  while (!isDone) waits.push(await timeRead(stage));
  await noted;
  return waits;
}

async function timeRead({ client, variantId }: Stage): Promise<number> {
  return timed(() => client.fetchVariant({ parameters: { variant_id: variantId } }));
}

export interface ResultsTimes {
  /** The counts alone, after a change. */
  readonly countsMs: number;
  /** The first results of this process, in which nothing of the evaluation is known yet. */
  readonly firstMs: number;
  /** The first of another evaluation, while somebody else keeps reading. */
  readonly disturbedMs: number;
  /** After one judgement more. */
  readonly changedMs: number;
  readonly seriesMs: number;
  /** When nothing has changed. */
  readonly unchangedMs: number;
  /** The slowest small read while results were computed, and without that. */
  readonly longestWaitMs: number;
  readonly usualWaitMs: number;
  /** The first of a process that found the database full when it started, so long after its start. */
  readonly afterStart: readonly { readonly waitedMs: number; readonly ms: number }[];
}

/** From `ready` to the question. */
const WAITS_AFTER_START_MS = [0, 1_000, 3_000, 10_000];

/**
 * Results of 100,000 judgements by 20 people over 5 variants: the first without anybody else, all
 * others while somebody keeps reading.
 */
export async function measureResults(stage: Stage): Promise<ResultsTimes> {
  const { client } = stage;
  const first = await makeStudy(stage, 'judged');
  const evaluationId = await makeStudy(stage, 'judged, too');
  const firstMs = await timed(() => client.fetchResults({ parameters: { evaluation_id: first } }));
  const parameters = { evaluation_id: evaluationId };
  const read = () => timed(() => client.fetchResults({ parameters }));
  const readCounts = () =>
    timed(() => client.fetchResults({ parameters, query: { statistics: false } }));
  const waits: number[] = [];
  const disturbed = async (work: () => Promise<number>) => {
    const working = work();
    waits.push(...(await readUntil(stage, working)));
    return working;
  };
  const counted: number[] = [await readCounts()];
  const disturbedMs = await disturbed(read);
  const changed: number[] = [];
  while (changed.length < 5) {
    await judgeAnew(client, evaluationId, changed.length);
    counted.push(await readCounts());
    changed.push(await disturbed(read));
  }
  const seriesMs = await disturbed(() => timed(() => client.fetchResultsSeries({ parameters })));
  const quiet: number[] = [];
  while (quiet.length < waits.length) quiet.push(await timeRead(stage));
  const unchanged: number[] = [];
  while (unchanged.length < READS) unchanged.push(await read());
  return {
    countsMs: median(counted),
    firstMs,
    disturbedMs,
    changedMs: median(changed),
    seriesMs,
    unchangedMs: median(unchanged),
    longestWaitMs: Math.max(...waits),
    usualWaitMs: Math.max(...quiet),
    afterStart: await measureAfterStart(stage, first),
  };
}

async function measureAfterStart(
  stage: Stage,
  evaluation_id: string,
): Promise<ResultsTimes['afterStart']> {
  const times: { waitedMs: number; ms: number }[] = [];
  for (const waitedMs of WAITS_AFTER_START_MS) {
    const client = clientOf(await stage.restart());
    await setTimeout(waitedMs);
    const ms = await timed(() => client.fetchResults({ parameters: { evaluation_id } }));
    times.push({ waitedMs, ms });
  }
  return times;
}

async function makeStudy(stage: Stage, app_name: string): Promise<string> {
  const { client } = stage;
  const { app_id } = await client.createApp({ body: { app_name } });
  const { evaluationId } = await makeEvaluation(client, { appId: app_id, ...STUDY });
  const database = stage.openDatabase();
  await fillWithJudgements(database, evaluationId, {
    perTask: STUDY.judgementsPerTask,
    annotators: ANNOTATORS,
  });
  await database.close();
  // Meanwhile idle connections were closed, which is to be noticed before the next request.
  await setTimeout(100);
  return evaluationId;
}

/** A vote on a scenario as a whole, which nobody has given yet. */
async function judgeAnew(client: Client, evaluation_id: string, position: number): Promise<void> {
  const scenarios = await client.listEvaluationScenarios({
    parameters: { evaluation_id },
    query: { limit: position + 1 },
  });
  const scenario_id = scenarios[position]?.id ?? '';
  await client.updateEvaluationScenario({
    parameters: { evaluation_id, scenario_id, evaluation_type: 'human_a_b_testing' },
    body: { vote: '1' },
  });
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
  for (let made = 0; made < LISTED; made += 1) await makeEvaluation(client, { appId, rows: 1 });
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}
