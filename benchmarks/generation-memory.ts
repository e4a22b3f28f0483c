import { setTimeout } from 'node:timers/promises';
import { planRun, startStub } from './generation-run.ts';
import { clientOf, startService } from './stage.ts';

const SIZES = [5_000, 20_000] as const;
/**
 * V8 keeps garbage while there is room, more in longer runs; only the memory in use is of interest.
 */
const SMALL_HEAP = { NODE_OPTIONS: '--max-old-space-size=64' };

export interface RunMemory {
  readonly cells: number;
  readonly idleMb: number;
  /** The most that the process ever used. */
  readonly peakMb: number;
}

/** Measures runs of different sizes, each in a new process. */
export async function measureRunMemory(
  environment: Readonly<Record<string, string>>,
): Promise<readonly RunMemory[]> {
  const measured: RunMemory[] = [];
  for (const cells of SIZES) measured.push(await measureOne(environment, cells));
  return measured;
}

async function measureOne(
  environment: Readonly<Record<string, string>>,
  cells: number,
): Promise<RunMemory> {
  const stub = await startStub();
  // Another process creates the evaluation, because that takes memory too.
  const planner = await startService(environment);
  const { app_id } = await clientOf(planner).createApp({ body: { app_name: `${cells} cells` } });
  const plan = { appId: app_id, cells, url: stub.url };
  const parameters = { evaluation_id: await planRun(clientOf(planner), plan) };
  await planner.stop('SIGTERM');
  const service = await startService({ ...environment, ...SMALL_HEAP });
  const client = clientOf(service);
  const idleMb = service.residentMb();
  await client.startGeneration({ parameters });
  while ((await client.fetchGeneration({ parameters })).status === 'running') {
    await setTimeout(500);
  }
  const { done } = await client.fetchGeneration({ parameters });
  if (done !== cells) throw new Error(`${done} of ${cells} cells are done.`);
  const peakMb = service.peakMb();
  await service.stop();
  stub.stop();
  return { cells, idleMb, peakMb };
}
