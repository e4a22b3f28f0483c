import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type Client, createClient } from '../src/client/client.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { planEvaluation } from './evaluation-fixtures.ts';
import { API_KEY, clientOf, makeDirectory, startService } from './stage.ts';

const SIZES = [10_000, 50_000] as const;

/** About as long as a model's answer to a question. */
const TEXT = 'It depends on what you compare it with. '.repeat(5);

interface Measurement {
  readonly engine: string;
  readonly outputs: number;
  readonly totalMs: number;
  /** The slowest small write and read during the import, and the slowest without it. */
  readonly longestWriteMs: number;
  readonly longestReadMs: number;
  readonly quietWriteMs: number;
  readonly quietReadMs: number;
  readonly idleMb: number;
  readonly peakMb: number;
}

/** Imports outputs of two variants while one client keeps writing and another keeps reading. */
async function measure(
  engine: string,
  environment: Readonly<Record<string, string>>,
  rows: number,
): Promise<Measurement> {
  const planner = await startService(environment);
  const { app_id } = await clientOf(planner).createApp({ body: { app_name: `${rows} rows` } });
  const plan = await planEvaluation(clientOf(planner), { appId: app_id, rows });
  const { id } = await clientOf(planner).createHumanEvaluation({ body: plan });
  await planner.stop('SIGTERM');

  const service = await startService(environment);
  const client = clientOf(service);
  const sender = await startSender({ port: service.port, id, rows, variantIds: plan.variant_ids });
  const write = writer(client, app_id);
  const read = () => client.fetchApp({ parameters: { app_id } });
  const quietWrites = await timesUntil(write, afterMs(2_000));
  const quietReads = await timesUntil(read, afterMs(2_000));
  const idleMb = service.residentMb();

  const importing = sender.send();
  const [writes, reads] = await Promise.all([
    timesUntil(write, importing),
    timesUntil(read, importing),
  ]);
  const { outputs, totalMs } = await importing;
  const peakMb = service.peakMb();
  await service.stop();
  return {
    engine,
    outputs,
    totalMs: Math.round(totalMs),
    longestWriteMs: Math.round(Math.max(...writes)),
    longestReadMs: Math.round(Math.max(...reads)),
    quietWriteMs: Math.round(Math.max(...quietWrites)),
    quietReadMs: Math.round(Math.max(...quietReads)),
    idleMb: Math.round(idleMb),
    peakMb: Math.round(peakMb),
  };
}

interface ImportJob {
  readonly port: number;
  readonly id: string;
  readonly rows: number;
  readonly variantIds: readonly string[];
}

interface ImportResult {
  readonly outputs: number;
  readonly totalMs: number;
}

/** Sends the file from another thread, because encoding the request would delay our own reads. */
async function startSender(job: ImportJob): Promise<{ send: () => Promise<ImportResult> }> {
  const worker = new Worker(new URL(import.meta.url), { workerData: job });
  await once(worker, 'message');
  return {
    send: async () => {
      worker.postMessage('send');
      const [sent] = await once(worker, 'message');
      return sent;
    },
  };
}

async function sendFile({ port, id, rows, variantIds }: ImportJob): Promise<ImportResult> {
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: API_KEY });
  const file = new File([csvText(variantIds, rows)], 'outputs.csv');
  parentPort?.postMessage('ready');
  if (parentPort !== null) await once(parentPort, 'message');
  const startedAt = performance.now();
  const parameters = { evaluation_id: id };
  const { outputs } = await client.importOutputs({ parameters, body: { file } });
  return { outputs, totalMs: performance.now() - startedAt };
}

function csvText(variantIds: readonly string[], rows: number): string {
  const lines = Array.from({ length: rows }, (_, row) =>
    variantIds.map((_id, variant) => `"${row} ${variant} ${TEXT}"`).join(','),
  );
  return [variantIds.join(','), ...lines].join('\n');
}

function writer(client: Client, app_id: string): () => Promise<unknown> {
  let count = 0;
  return () => {
    count += 1;
    return client.renameApp({ parameters: { app_id }, body: { app_name: `${app_id} ${count}` } });
  };
}

/** Repeats something until something else is done; returns how long it took each time. */
async function timesUntil(
  work: () => Promise<unknown>,
  done: Promise<unknown>,
): Promise<readonly number[]> {
  let isDone = false;
  const finished = done.finally(() => {
    isDone = true;
  });
  const times: number[] = [];
  while (!isDone) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  await finished;
  return times;
}

function afterMs(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function measureAll(): Promise<void> {
  const measurements: Measurement[] = [];
  for (const rows of SIZES) {
    const directory = makeDirectory();
    measurements.push(await measure('sqlite', { DATA_DIR: directory }, rows));
    rmSync(directory, { recursive: true, force: true });
  }
  const postgres = await startPostgres();
  try {
    for (const rows of SIZES) {
      measurements.push(await measure('postgres', { DATABASE_URL: postgres.url }, rows));
    }
  } finally {
    await postgres.stop();
  }
  console.table(measurements);
}

if (isMainThread) await measureAll();
else parentPort?.postMessage(await sendFile(workerData));
