import { setTimeout } from 'node:timers/promises';
import type { Client } from '../src/client/client.ts';
import { CONCURRENCY, DELAY_MS, planRun, startStub } from './generation-run.ts';
import type { ServingProcess } from './serving-process.ts';
import { clientOf, type Stage } from './stage.ts';

const CELLS = 10_000;
/** About as many as during the run. */
const QUIET_READS = 1_000;
const READ_EVERY_MS = 5;
/** A process that uses less processor time per second than this is at rest. */
const REST_SECONDS = 0.03;

export interface GenerationTimes {
  readonly seconds: number;
  /** As a multiple of the time that the calls take if they cost nothing but the stub's delay. */
  readonly againstIdeal: number;
  readonly service: Waits;
  /** The waits of the floor program, which does nothing else: the share of the machine. */
  readonly floor: Waits;
  readonly cpuSeconds: number;
}

interface Waits {
  readonly idleP99Ms: number;
  readonly busyP99Ms: number;
}

/**
 * A run of 10,000 cells against a chat endpoint that answers in 50 ms, while clients keep reading.
 */
export async function measureGeneration(stage: Stage): Promise<GenerationTimes> {
  const { client, service } = stage;
  const stub = await startStub();
  const { app_id } = await client.fetchBase({ parameters: { base_id: stage.baseId } });
  const plan = { appId: app_id, cells: CELLS, url: stub.url };
  const parameters = { evaluation_id: await planRun(client, plan) };
  const readers = [client, clientOf(stage.floor)];
  const quiet: number[][] = [[], []];
  const reads: number[][] = [[], []];
  const readOnce = async (times: number[][]) => {
    for (const [index, reader] of readers.entries()) {
      times[index]?.push(await timeRead(reader, stage.variantId));
    }
    await setTimeout(READ_EVERY_MS);
  };
  // Creating the evaluation may have started work in the background.
  await waitForRest(service);
  for (let count = 0; count < QUIET_READS; count += 1) await readOnce(quiet);
  const cpuSeconds = service.cpuSeconds();
  const { started_at } = await client.startGeneration({ parameters });
  let generation = await client.fetchGeneration({ parameters });
  while (generation.status === 'running') {
    await readOnce(reads);
    if ((reads[0]?.length ?? 0) % 20 === 0)
      generation = await client.fetchGeneration({ parameters });
  }
  const startedAt = Date.parse(started_at ?? '');
  const seconds = (Date.parse(generation.ended_at ?? '') - startedAt) / 1000;
  stub.stop();
  if (generation.done !== CELLS) throw new Error(`${generation.done} of ${CELLS} cells are done.`);
  return {
    seconds,
    againstIdeal: seconds / (((CELLS / CONCURRENCY) * DELAY_MS) / 1000),
    service: { idleP99Ms: p99(quiet[0]), busyP99Ms: p99(reads[0]) },
    floor: { idleP99Ms: p99(quiet[1]), busyP99Ms: p99(reads[1]) },
    cpuSeconds: service.cpuSeconds() - cpuSeconds,
  };
}

async function waitForRest({ cpuSeconds }: ServingProcess): Promise<void> {
  let before: number;
  do {
    before = cpuSeconds();
    await setTimeout(1_000);
  } while (cpuSeconds() - before > REST_SECONDS);
}

async function timeRead(client: Client, variantId: string): Promise<number> {
  const startedAt = performance.now();
  await client.fetchVariant({ parameters: { variant_id: variantId } });
  return performance.now() - startedAt;
}

function p99(values: readonly number[] = []): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}
