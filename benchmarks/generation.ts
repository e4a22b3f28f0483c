import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import type { Client } from '../src/client/client.ts';
import { planEvaluation } from './evaluation-fixtures.ts';
import { clientOf, PARAMETERS, type Stage } from './stage.ts';

const CELLS = 10_000;
const CONCURRENCY = 64;
const DELAY_MS = 50;
const QUIET_READS = 1_000;
const READ_EVERY_MS = 5;

export interface GenerationTimes {
  readonly seconds: number;
  /** Against so many calls at once that take no longer than the stub does. */
  readonly againstIdeal: number;
  readonly service: Waits;
  /** Of the floor program, which does nothing else: what the machine alone costs. */
  readonly floor: Waits;
  readonly residentMb: { readonly before: number; readonly after: number };
  readonly cpuSeconds: number;
}

interface Waits {
  readonly idleP99Ms: number;
  readonly busyP99Ms: number;
}

/** A run of 10,000 cells against a chat endpoint that answers in 50 ms, while others keep reading. */
export async function measureGeneration(stage: Stage): Promise<GenerationTimes> {
  const { client, service } = stage;
  const stub = await startStub();
  const parameters = { evaluation_id: await planRun(stage, stub.url) };
  const readers = [client, clientOf(stage.floor)];
  const quiet: number[][] = [[], []];
  const reads: number[][] = [[], []];
  const readOnce = async (times: number[][]) => {
    for (const [index, reader] of readers.entries()) {
      times[index]?.push(await timeRead(reader, stage.variantId));
    }
  };
  for (let count = 0; count < QUIET_READS; count += 1) await readOnce(quiet);
  const before = { mb: service.residentMb(), cpu: service.cpuSeconds() };
  const { started_at } = await client.startGeneration({ parameters });
  let generation = await client.fetchGeneration({ parameters });
  while (generation.status === 'running') {
    await readOnce(reads);
    await setTimeout(READ_EVERY_MS);
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
    residentMb: { before: before.mb, after: service.residentMb() },
    cpuSeconds: service.cpuSeconds() - before.cpu,
  };
}

async function planRun({ client, baseId }: Stage, url: string): Promise<string> {
  const { app_id } = await client.fetchBase({ parameters: { base_id: baseId } });
  const { workspace_id } = await client.fetchApp({ parameters: { app_id } });
  const body = await planEvaluation(client, { appId: app_id, rows: CELLS / 2 });
  const { id: provider_id } = await client.createProvider({
    body: { workspace_id, name: url, base_url: url, max_concurrent: CONCURRENCY },
  });
  for (const variant_id of body.variant_ids) {
    await client.updateVariantParameters({
      parameters: { variant_id },
      body: { parameters: { ...PARAMETERS, prompt_user: 'Question: {{question}}' } },
    });
  }
  const sources = body.variant_ids.map((variant_id) => ({
    variant_id,
    kind: 'provider' as const,
    provider_id,
  }));
  return (await client.createHumanEvaluation({ body: { ...body, sources } })).id;
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

async function startStub(): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, ['examples/chat-stub/server.ts'], {
    env: { PATH: process.env['PATH'], PORT: '0', DELAY_MS: String(DELAY_MS) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { url: String(line), stop: () => child.kill() };
}
