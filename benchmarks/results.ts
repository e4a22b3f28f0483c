import { setTimeout } from 'node:timers/promises';
import type { Client } from '../src/client/client.ts';
import { fillWithJudgements, makeEvaluation } from './evaluation-fixtures.ts';
import { median } from './load-job.ts';
import { clientOf, type Stage } from './stage.ts';
import { readUntil, timed, timeRead } from './timing.ts';

/** All ten pairs of five variants on each scenario. */
const EVALUATION = { rows: 5_000, variants: 5, judgementsPerTask: 2 } as const;
const ANNOTATORS = 20;
const READS = 30;
const STARTS = 5;
const CHANGES = 5;
/** From `ready` until a process is at rest. */
const REST_MS = 3_000;
/** Until the threads of a process have ended. */
const IDLE_MS = 70_000;

export interface ResultsTimes {
  /** The counts alone, after a change. */
  readonly countsMs: number;
  /** The first results of processes that have just started. */
  readonly firstMs: readonly number[];
  /** The first results of another evaluation, in a process that has computed some before. */
  readonly laterMs: number;
  /** After one more judgement. */
  readonly changedMs: readonly number[];
  /** The same while other requests are served. */
  readonly busyMs: readonly number[];
  readonly seriesMs: number;
  /** Without any change. */
  readonly unchangedMs: number;
  /** The slowest small read while results were computed, and otherwise. */
  readonly longestWaitMs: number;
  readonly usualWaitMs: number;
  /** Of a process that started on 200,000 judgements, before its first request. */
  readonly idleMb: number;
  /** After it has computed results and its threads have ended. */
  readonly idleAfterwardsMb: number;
}

/** Measures results of 100,000 judgements by 20 annotators over 5 variants. */
export async function measureResults(stage: Stage): Promise<ResultsTimes> {
  const judgedId = await makeJudgedEvaluation(stage, 'judged');
  const otherId = await makeJudgedEvaluation(stage, 'judged, too');
  const firstMs: number[] = [];
  while (firstMs.length < STARTS) {
    const restarted = clientOf(await stage.restart());
    firstMs.push(
      await timed(() => restarted.fetchResults({ parameters: { evaluation_id: judgedId } })),
    );
  }
  const service = await stage.restart();
  const client = clientOf(service);
  await setTimeout(REST_MS);
  const idleMb = service.residentMb();
  await client.fetchResults({ parameters: { evaluation_id: judgedId } });
  const parameters = { evaluation_id: otherId };
  const read = () => timed(() => client.fetchResults({ parameters }));
  const readCounts = () =>
    timed(() => client.fetchResults({ parameters, query: { statistics: false } }));
  const laterMs = await read();
  const reading = { client, variantId: stage.variantId };
  const waits: number[] = [];
  const whileReading = async (work: () => Promise<number>) => {
    const working = work();
    waits.push(...(await readUntil(reading, working)));
    return working;
  };
  const counted: number[] = [];
  const afterChange = async (position: number, work: () => Promise<number>) => {
    await voteOnScenario(client, otherId, position);
    counted.push(await readCounts());
    return work();
  };
  const changedMs: number[] = [];
  const busyMs: number[] = [];
  while (changedMs.length < CHANGES) changedMs.push(await afterChange(changedMs.length, read));
  while (busyMs.length < CHANGES) {
    busyMs.push(await afterChange(CHANGES + busyMs.length, () => whileReading(read)));
  }
  const seriesMs = await whileReading(() => timed(() => client.fetchResultsSeries({ parameters })));
  const quiet: number[] = [];
  while (quiet.length < waits.length) quiet.push(await timeRead(reading));
  const unchanged: number[] = [];
  while (unchanged.length < READS) unchanged.push(await read());
  await setTimeout(IDLE_MS);
  return {
    countsMs: median(counted),
    firstMs,
    laterMs,
    changedMs,
    busyMs,
    seriesMs,
    unchangedMs: median(unchanged),
    longestWaitMs: Math.max(...waits),
    usualWaitMs: Math.max(...quiet),
    idleMb,
    idleAfterwardsMb: service.residentMb(),
  };
}

/** Creates an evaluation with 100,000 judgements, and returns its id. */
export async function makeJudgedEvaluation(
  stage: Pick<Stage, 'client' | 'openDatabase'>,
  app_name: string,
): Promise<string> {
  const { client } = stage;
  const { app_id } = await client.createApp({ body: { app_name } });
  const { evaluationId } = await makeEvaluation(client, { appId: app_id, ...EVALUATION });
  const database = stage.openDatabase();
  await fillWithJudgements(database, evaluationId, {
    perTask: EVALUATION.judgementsPerTask,
    annotators: ANNOTATORS,
  });
  await database.close();
  // Gives the client time to notice connections that the server has closed meanwhile.
  await setTimeout(100);
  return evaluationId;
}

/** Votes on a whole scenario, which no annotator has done yet. */
async function voteOnScenario(
  client: Client,
  evaluation_id: string,
  position: number,
): Promise<void> {
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
