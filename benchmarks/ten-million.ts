import pg from 'pg';
import { openPostgres } from '../src/storage/engines/postgres.ts';
import { createDatabaseAt } from '../test/support/create-database.ts';
import type { PostgresServer } from '../test/support/postgres-server.ts';
import { fillDatabase, listRelations, runUpkeep, seconds } from './full-database.ts';
import { median } from './load-job.ts';
import { JUDGED, type JudgingTimes, judgeTasks, openTasks } from './next-assignment.ts';
import { makeJudgedEvaluation } from './results.ts';
import { postgresCpuSeconds } from './serving-process.ts';
import { clientOf, startService } from './stage.ts';
import { timed } from './timing.ts';

/** `BENCH_JUDGEMENTS` loads fewer, for a trial. */
const JUDGEMENTS = Number(process.env['BENCH_JUDGEMENTS'] ?? 10_000_000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const TASKS = 10_000;
const STARTS = 3;
/** Relations with fewer bytes per judgement are not listed. */
const MIN_BYTES = 5;

/** The size of ten million judgements, and whether they slow down judging. */
export async function measureTenMillion(postgres: PostgresServer): Promise<void> {
  const filled = await fillDatabase(postgres, JUDGEMENTS);
  say('loaded by SQL', { ...filled });
  await saySizes(postgres.url, filled.judgements);
  await sayJudging(postgres);
  await sayStudy(postgres.url);
  await saySchemaChanges(postgres.url);
}

async function saySizes(url: string, judgements: number): Promise<void> {
  const relations = await listRelations(url);
  const total = relations.reduce((sum, { bytes }) => sum + bytes, 0);
  say('on the disk', { GB: total / 1e9, 'bytes a judgement': total / judgements });
  for (const { name, kind, rows, bytes } of relations) {
    if (bytes / judgements < MIN_BYTES) break;
    say(`${kind} ${name}`, { 'bytes a judgement': bytes / judgements, rows });
  }
}

interface JudgingCost extends JudgingTimes {
  /** Milliseconds of PostgreSQL's processor time per task taken and judged. */
  readonly postgresMs: number;
}

/** Measures judging on an empty and on the full database, in turn. */
async function sayJudging(postgres: Pick<PostgresServer, 'url' | 'directory'>) {
  const empty = await createDatabaseAt(postgres.url, 'template0');
  const times: Record<'empty' | 'full', JudgingCost[]> = { empty: [], full: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.empty.push(await judgeOn({ ...postgres, url: empty }));
    times.full.push(await judgeOn(postgres));
  }
  for (const [name, measured] of Object.entries(times)) {
    const middle = (of: (times: JudgingCost) => number) => median(measured.map(of));
    say(`judging, ${name} database`, {
      'next task p50 ms': middle(({ p50Ms }) => p50Ms),
      'p95 ms': middle(({ p95Ms }) => p95Ms),
      'saving p50 ms': middle(({ saving }) => saving.p50Ms),
      'p95 ms ': middle(({ saving }) => saving.p95Ms),
      'PostgreSQL, ms of processor for both': middle(({ postgresMs }) => postgresMs),
    });
  }
}

async function judgeOn({
  url,
  directory,
}: Pick<PostgresServer, 'url' | 'directory'>): Promise<JudgingCost> {
  const service = await startService({ DATABASE_URL: url });
  try {
    const client = clientOf(service);
    const tasks = await openTasks({ client, service, openDatabase: openerOf(url) }, TASKS);
    const before = postgresCpuSeconds(directory);
    const times = await judgeTasks(tasks);
    const seconds = postgresCpuSeconds(directory) - before;
    return { ...times, postgresMs: (1000 * seconds) / JUDGED };
  } finally {
    await service.stop('SIGTERM');
  }
}

function openerOf(url: string) {
  const options = { url, durability: 'relaxed', preparedStatements: 'on', poolSize: 2 } as const;
  return () => openPostgres(options);
}

/**
 * Measures the results of one evaluation of 100,000 judgements among the others, and its deletion.
 */
async function sayStudy(url: string): Promise<void> {
  let service = await startService({ DATABASE_URL: url });
  const stage = { client: clientOf(service), openDatabase: openerOf(url) };
  const evaluation_id = await makeJudgedEvaluation(stage, `full ${Date.now()}`);
  const parameters = { evaluation_id };
  const first: number[] = [];
  const counts: number[] = [];
  while (first.length < STARTS) {
    await service.stop('SIGTERM');
    service = await startService({ DATABASE_URL: url });
    const client = clientOf(service);
    counts.push(
      await timed(() => client.fetchResults({ parameters, query: { statistics: false } })),
    );
    first.push(await timed(() => client.fetchResults({ parameters })));
  }
  const client = clientOf(service);
  const body = { evaluations_ids: [evaluation_id] };
  const deletedMs = await timed(() => client.deleteHumanEvaluations({ body }));
  await service.stop('SIGTERM');
  say('evaluation of 100,000 judgements', {
    'results, first of new processes, ms': median(first),
    'counts ms': median(counts),
    'deletion answered after ms': deletedMs,
    'rows removed after s': (await timed(() => runUpkeep(url))) / 1000,
    'vacuum of judgements s': await seconds(url, (connection) =>
      connection.query('VACUUM ANALYZE judgements'),
    ),
  });
}

/**
 * Schema changes that an upgrade may wait for: the largest index of judgements, a check, a column.
 */
async function saySchemaChanges(url: string): Promise<void> {
  const changes = {
    'build judgements_by_age s':
      'CREATE INDEX tried ON judgements (workspace_id, evaluation_id, created_at, id)',
    'check a column of judgements s':
      'ALTER TABLE judgements ADD CONSTRAINT tried CHECK (counts IN (0, 1))',
    'add a column s': 'ALTER TABLE judgements ADD COLUMN tried integer NOT NULL DEFAULT 0',
  };
  const figures: Record<string, number> = {};
  const client = new pg.Client(url);
  await client.connect();
  for (const [name, change] of Object.entries(changes)) {
    await client.query('BEGIN');
    figures[name] = (await timed(() => client.query(change))) / 1000;
    await client.query('ROLLBACK');
  }
  await client.end();
  say('changes of the schema', figures);
}

function say(name: string, figures: Readonly<Record<string, number>>): void {
  const text = Object.entries(figures).map(
    ([label, value]) => `${label} ${value.toLocaleString('en', { maximumFractionDigits: 1 })}`,
  );
  console.log(`  ${name.padEnd(42)} ${text.join(' · ')}`);
}
