import pg from 'pg';
import { type Client, createClient } from '../src/client/client.ts';
import { distributeDatabase } from '../src/jobs/operating/distribute.ts';
import { sessionHash } from '../src/operations/tokens.ts';
import { CITUS_URL, createClusterDatabase, joinCluster } from '../test/support/citus-cluster.ts';
import { dropDatabaseAt } from '../test/support/create-database.ts';
import { fillOutputs } from '../test/support/evaluation-outputs.ts';
import { makeHumanEvaluation, numberedRows } from '../test/support/evaluations.ts';
import type { PostgresServer } from '../test/support/postgres-server.ts';
import { judgeNext } from './guests.ts';
import { median, sendLoad } from './load-job.ts';
import type { ServingProcess } from './serving-process.ts';
import { API_KEY, clientOf, PARAMETERS, startService } from './stage.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 6);
const CONNECTIONS = 16;
const SCENARIOS = 300;

/** Returns how often it was done per second. */
type Workload = () => Promise<number>;

/**
 * Compares one PostgreSQL with the cluster at TEST_CITUS_URL, with credentials that name their
 * workspace and with those of earlier versions, which do not: reads, and tasks taken and judged.
 */
export async function measureCluster(postgres: PostgresServer): Promise<void> {
  if (CITUS_URL === undefined) throw new Error('Name the coordinator in TEST_CITUS_URL.');
  await joinCluster(CITUS_URL);
  const databaseUrl = await createClusterDatabase(CITUS_URL);
  await distributeDatabase({ databaseUrl, dataDirectory: '' });
  const plain = await startService({ DATABASE_URL: postgres.url });
  const spread = await startService({ DATABASE_URL: databaseUrl });
  const workloads: Readonly<Record<string, Workload>> = {
    ...(await workloadsAt('one PostgreSQL', plain, postgres.url)),
    ...(await workloadsAt('cluster', spread, databaseUrl)),
  };
  for (const [name, speeds] of await takeTurns(workloads)) {
    const [least, most] = [Math.min(...speeds), Math.max(...speeds)].map((speed) =>
      speed.toFixed(1),
    );
    console.log(`  ${name.padEnd(62)} ${median(speeds).toFixed(1)} a second (${least} to ${most})`);
  }
  for (const service of [plain, spread]) await service.stop();
  await dropDatabaseAt(CITUS_URL, databaseUrl);
}

async function takeTurns(
  workloads: Readonly<Record<string, Workload>>,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const speeds = new Map<string, number[]>();
  // One more round, to warm up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, work] of Object.entries(workloads)) {
      const speed = await work();
      if (round > 0) speeds.set(name, [...(speeds.get(name) ?? []), speed]);
    }
  }
  return speeds;
}

async function workloadsAt(
  place: string,
  service: ServingProcess,
  databaseUrl: string,
): Promise<Readonly<Record<string, Workload>>> {
  const client = clientOf(service);
  const { app_id } = await client.createApp({ body: { app_name: 'read on a cluster' } });
  const { workspace_id } = await client.fetchApp({ parameters: { app_id } });
  const { variant } = await client.createBase({
    body: { app_id, base_name: 'base', config_name: 'default', parameters: PARAMETERS },
  });
  const key = await client.createKey({ query: { workspace_id } });
  const path = `/api/variants/${variant.variant_id}`;
  const named = await openJudging({ client, service, databaseUrl }, 'names its workspace');
  const unnamed = await openJudging({ client, service, databaseUrl }, 'names none');
  return {
    [`GET /api/variants/{id}, ${place}, key names its workspace`]: reading(service, path, key),
    [`GET /api/variants/{id}, ${place}, key names none`]: reading(service, path, API_KEY),
    [`take a task and judge it, ${place}, guest names the workspace`]: named,
    [`take a task and judge it, ${place}, guest names none`]: unnamed,
  };
}

function reading({ port }: ServingProcess, path: string, key: string): Workload {
  const request = { method: 'GET', path, headers: { authorization: key } } as const;
  return async () => {
    const job = { port, connections: CONNECTIONS, until: { seconds: SECONDS }, request };
    const { answered, seconds, statuses } = await sendLoad(job);
    if (statuses['200'] !== answered) throw new Error(`Answers were ${JSON.stringify(statuses)}.`);
    return answered / seconds;
  };
}

interface JudgedPlace {
  readonly client: Client;
  readonly service: ServingProcess;
  readonly databaseUrl: string;
}

/** Creates an evaluation with a guest for each connection. */
async function openJudging(
  { client, service, databaseUrl }: JudgedPlace,
  token: 'names its workspace' | 'names none',
): Promise<Workload> {
  const settings = { judgements_per_task: CONNECTIONS };
  const evaluation = await makeHumanEvaluation(client, { rows: numberedRows(SCENARIOS), settings });
  await fillOutputs(client, evaluation);
  const { evaluation_id: id } = evaluation;
  const parameters = { evaluation_id: id };
  const { url } = await client.createAnnotatorInvitation({ parameters, body: { max_uses: 100 } });
  const baseUrl = `http://127.0.0.1:${service.port}`;
  const guests: Client[] = [];
  while (guests.length < CONNECTIONS) {
    const joined = await createClient({ baseUrl }).reply.exchangeInvitation({
      body: { token: url.split('token=')[1] ?? '', username: `guest ${guests.length}` },
    });
    let cookie = (joined.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    if (token === 'names none') cookie = await forgetWorkspace(databaseUrl, cookie);
    guests.push(createClient({ baseUrl, headers: { cookie, 'sec-fetch-site': 'same-origin' } }));
  }
  return () => judge(guests, id);
}

/** Turns a guest's session into one as earlier versions made them, which names no workspace. */
async function forgetWorkspace(databaseUrl: string, cookie: string): Promise<string> {
  const [name = '', value = ''] = cookie.split('=');
  const old = value.replace(/^w[0-9a-f]{32}\./, '');
  const database = new pg.Client(databaseUrl);
  await database.connect();
  const update = 'UPDATE guests SET token_hash = $1 WHERE token_hash = $2';
  await database.query(update, [sessionHash(old), sessionHash(value)]);
  await database.end();
  return `${name}=${old}`;
}

async function judge(guests: readonly Client[], evaluationId: string): Promise<number> {
  const startedAt = performance.now();
  const end = startedAt + SECONDS * 1000;
  const counts = guests.map(async (guest) => {
    let count = 0;
    while (performance.now() < end) {
      await judgeNext(guest, evaluationId);
      count += 1;
    }
    return count;
  });
  const sum = (await Promise.all(counts)).reduce((total, count) => total + count, 0);
  return (1000 * sum) / (performance.now() - startedAt);
}
