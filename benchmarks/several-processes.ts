import type { Client } from '../src/client/client.ts';
import { openPostgres } from '../src/storage/engines/postgres.ts';
import { startPgBouncer } from '../test/support/pgbouncer.ts';
import type { PostgresServer } from '../test/support/postgres-server.ts';
import { judgeNext } from './guests.ts';
import { median, sendLoad } from './load-job.ts';
import { type OpenTasks, openTasks } from './next-assignment.ts';
import { postgresCpuSeconds, type ServingProcess } from './serving-process.ts';
import { API_KEY, clientOf, PARAMETERS, startService } from './stage.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 6);
const CONNECTIONS = 32;
const TASKS = 20_000;

/** The figures of a round, with processor time of the service and of PostgreSQL. */
interface Round {
  readonly answered: number;
  readonly seconds: number;
  readonly serviceSeconds: number;
  readonly postgresSeconds: number;
}

type Workload = (processes: readonly ServingProcess[]) => Promise<number>;

/**
 * Compares one process of the service with two behind a pooler: reads, and tasks taken and judged.
 */
export async function measureSeveralProcesses(postgres: PostgresServer): Promise<void> {
  const cleanups: (() => unknown)[] = [];
  const context = { after: (end: () => unknown) => cleanups.push(end) } as Parameters<
    typeof startPgBouncer
  >[0];
  const pooledUrl = await startPgBouncer(context, postgres.url, 20);
  const direct = await startService({ DATABASE_URL: postgres.url });
  const pooled = [await startPooled(pooledUrl), await startPooled(pooledUrl)];
  const groups = {
    'one process': [direct],
    'one process behind PgBouncer': pooled.slice(0, 1),
    'two processes behind PgBouncer': pooled,
  };
  const client = clientOf(direct);
  const workloads = {
    'GET /api/variants/{id}': reading(await makeVariant(client)),
    'take a task and judge it': judging(await open(client, direct, postgres.url)),
  };
  for (const [name, workload] of Object.entries(workloads)) {
    const rounds = await takeTurns(groups, workload, postgres);
    for (const [group, measured] of rounds) say(`${name}, ${group}`, measured);
  }
  for (const service of [direct, ...pooled]) await service.stop();
  for (const end of cleanups) await end();
}

function startPooled(url: string): Promise<ServingProcess> {
  return startService({ DATABASE_URL: url, DATABASE_PREPARED: 'off' });
}

async function takeTurns(
  groups: Readonly<Record<string, readonly ServingProcess[]>>,
  workload: Workload,
  { directory }: PostgresServer,
): Promise<ReadonlyMap<string, readonly Round[]>> {
  const rounds = new Map<string, Round[]>();
  // One more round, to warm up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [group, processes] of Object.entries(groups)) {
      const measured = await measureRound(workload, processes, directory);
      if (round > 0) rounds.set(group, [...(rounds.get(group) ?? []), measured]);
    }
  }
  return rounds;
}

async function measureRound(
  workload: Workload,
  processes: readonly ServingProcess[],
  directory: string,
): Promise<Round> {
  const ofService = () => processes.reduce((sum, { cpuSeconds }) => sum + cpuSeconds(), 0);
  const before = { service: ofService(), postgres: postgresCpuSeconds(directory) };
  const startedAt = performance.now();
  const answered = await workload(processes);
  return {
    answered,
    seconds: (performance.now() - startedAt) / 1000,
    serviceSeconds: ofService() - before.service,
    postgresSeconds: postgresCpuSeconds(directory) - before.postgres,
  };
}

async function makeVariant(client: Client): Promise<string> {
  const { app_id } = await client.createApp({ body: { app_name: 'read by several' } });
  const { variant } = await client.createBase({
    body: { app_id, base_name: 'base', config_name: 'default', parameters: PARAMETERS },
  });
  return variant.variant_id;
}

function reading(variantId: string): Workload {
  const request = {
    method: 'GET',
    path: `/api/variants/${variantId}`,
    headers: { authorization: API_KEY },
  } as const;
  return async (processes) => {
    const loads = processes.map(({ port }) =>
      sendLoad({
        port,
        connections: CONNECTIONS / processes.length,
        until: { seconds: SECONDS },
        request,
      }),
    );
    return (await Promise.all(loads)).reduce((sum, { answered }) => sum + answered, 0);
  };
}

function open(client: Client, service: ServingProcess, url: string): Promise<OpenTasks> {
  const options = { url, durability: 'relaxed', preparedStatements: 'on', poolSize: 2 } as const;
  return openTasks({ client, service, openDatabase: () => openPostgres(options) }, TASKS);
}

/**
 * Each annotator uses one of the processes, without pauses; a task and its judgement count as one.
 */
function judging({ evaluationId, guests }: OpenTasks): Workload {
  return async (processes) => {
    const end = performance.now() + SECONDS * 1000;
    const counts = guests.slice(0, CONNECTIONS).map(async (guest, index) => {
      const { port = 0 } = processes[index % processes.length] ?? {};
      const client = guest.at(`http://127.0.0.1:${port}`);
      let count = 0;
      while (performance.now() < end) {
        await judgeNext(client, evaluationId);
        count += 1;
      }
      return count;
    });
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  };
}

function say(name: string, rounds: readonly Round[]): void {
  const middle = (of: (round: Round) => number) => median(rounds.map(of)).toFixed(2);
  console.log(
    `  ${name.padEnd(60)} ${middle(({ answered, seconds }) => answered / seconds)} a second · ms of processor each: service ${middle(({ serviceSeconds, answered }) => (1000 * serviceSeconds) / answered)}, PostgreSQL ${middle(({ postgresSeconds, answered }) => (1000 * postgresSeconds) / answered)}`,
  );
}
