import { setTimeout } from 'node:timers/promises';
import { planRun, startStub } from './generation-run.ts';
import { clientOf, startService } from './stage.ts';

const SIZES = [5_000, 20_000] as const;
/**
 * V8 lets garbage lie while there is room, the longer the run the more: what counts is what is needed.
 */
const LITTLE_ROOM = { NODE_OPTIONS: '--max-old-space-size=64' };

export interface RunMemory {
  readonly cells: number;
  readonly idleMb: number;
  /** The most that the process ever had. */
  readonly peakMb: number;
}

/** Runs of different sizes, each in a process that was started for it. */
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
  // Making the evaluation takes memory of its own, so another process has done that.
  const planner = await startService(environment);
  const { app_id } = await clientOf(planner).createApp({ body: { app_name: `${cells} cells` } });
  const plan = { appId: app_id, cells, url: stub.url };
  const parameters = { evaluation_id: await planRun(clientOf(planner), plan) };
  await planner.stop('SIGTERM');
  const service = await startService({ ...environment, ...LITTLE_ROOM });
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
