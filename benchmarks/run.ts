import { rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { type PostgresServer, startPostgres } from '../test/support/postgres-server.ts';
import { measureCluster } from './cluster.ts';
import { createLarge, listHundred } from './evaluations.ts';
import { measureGeneration } from './generation.ts';
import { measureRunMemory } from './generation-memory.ts';
import { measureLists } from './lists.ts';
import { median } from './load-job.ts';
import { measureNextAssignment } from './next-assignment.ts';
import { measureResults } from './results.ts';
import { countRoundTrips, startDelayingRelay } from './round-trips.ts';
import { compare, compareUnchanged, growth, listThousand, requestsOf } from './scenarios.ts';
import { measureSeveralProcesses } from './several-processes.ts';
import {
  clientOf,
  makeDirectory,
  type Stage,
  stageOnPostgres,
  stageOnSqlite,
  startService,
} from './stage.ts';
import { measureTenMillion } from './ten-million.ts';
import { measureTracing } from './tracing.ts';

/** The least shares of the floor's requests per second that the service must reach. */
const TARGETS: Record<string, number> = {
  'GET /api/variants/{id}': 0.6,
  'GET /api/configs': 0.6,
  'POST /api/variants/from-base': 0.5,
  'GET /api/human-evaluations/{id}': 0.6,
};

/** Run only when named: `npm run bench -- ten-million`. */
const SINGLE_BENCHMARKS: Readonly<Record<string, (postgres: PostgresServer) => Promise<void>>> = {
  cluster: measureCluster,
  'ten-million': measureTenMillion,
  processes: measureSeveralProcesses,
  tracing: measureTracing,
};

/**
 * `npm run bench -- evaluations` measures only those, `-- results`, `-- lists` or `-- generation`
 * only that.
 */
const isListsOnly = process.argv[2] === 'lists';
const isResultsOnly = process.argv[2] === 'results';
const isGenerationOnly = process.argv[2] === 'generation';
const isEvaluationsOnly = isResultsOnly || isGenerationOnly || process.argv[2] === 'evaluations';

const postgres = await startPostgres();
try {
  await (SINGLE_BENCHMARKS[process.argv[2] ?? ''] ?? measureDefault)(postgres);
} finally {
  await postgres.stop();
}

async function measureDefault(): Promise<void> {
  if (!isEvaluationsOnly && !isListsOnly) await measureStarts();
  await measureStage(await stageOnSqlite());
  await measureStage(await stageOnPostgres(postgres));
  if (!isResultsOnly && !isListsOnly) await measureMemory();
  if (!isEvaluationsOnly && !isListsOnly) await measureRoundTrips();
}

async function measureStage(stage: Stage): Promise<void> {
  const { engine, service, floor } = stage;
  console.log(`\n${engine}`);
  if (isListsOnly) {
    await printLists(stage);
    await stage.close();
    return;
  }
  for (const [name, request] of Object.entries(requestsOf(stage))) {
    if (isResultsOnly || isGenerationOnly || (isEvaluationsOnly && !name.includes('evaluations')))
      continue;
    const { first, second, ...ratio } = await compare(
      { server: floor, request },
      { server: service, request },
    );
    print(name, {
      'floor/s': whole(first.perSecond),
      'service/s': whole(second.perSecond),
      'floor/cpu-s': whole(first.perCpuSecond),
      'service/cpu-s': whole(second.perCpuSecond),
      ratio: fixed(ratio.perSecond),
      'ratio by cpu': fixed(ratio.perCpuSecond),
      target: fixed(TARGETS[name] ?? Number.NaN),
    });
  }
  if (!isEvaluationsOnly) await measureVariants(stage);
  if (!isResultsOnly && !isGenerationOnly) await measureEvaluations(stage);
  if (!isEvaluationsOnly) await printLists(stage);
  if (!isResultsOnly) await measureRun(stage);
  if (!isGenerationOnly) await measureJudged(stage);
  await stage.close();
}

async function printLists(stage: Stage): Promise<void> {
  for (const { name, medianMs, fastestMs, cpuMs, databaseCpuMs } of await measureLists(stage)) {
    print(`${name}, 100 evaluations`, {
      'median ms': whole(medianMs),
      'fastest ms': whole(fastestMs),
      'cpu ms': whole(cpuMs),
      'database cpu ms': whole(databaseCpuMs),
      target: '<= 150',
    });
  }
}

async function measureVariants(stage: Stage): Promise<void> {
  const unchanged = await compareUnchanged(stage);
  print('GET /api/configs, unchanged against full', {
    'full/cpu-s': whole(unchanged.first.perCpuSecond),
    'unchanged/cpu-s': whole(unchanged.second.perCpuSecond),
    ratio: fixed(unchanged.perSecond),
    'ratio by cpu': fixed(unchanged.perCpuSecond),
    target: '> 1',
  });
  const { ms, bytes } = await listThousand(stage);
  print('1,000 variants of an app', { ms: fixed(ms), bytes });
  print('from-base at 5,000 against 0 variants', {
    'cpu ratio': fixed(await growth(stage)),
    target: '<= 1.20',
  });
}

async function measureEvaluations(stage: Stage): Promise<void> {
  for (const { rows, variants, target } of [
    { rows: 10_000, variants: 2, target: '<= 2000' },
    { rows: 20_000, variants: 10, target: '<= 5000' },
  ]) {
    const created = await createLarge(stage, { rows, variants });
    print(`create evaluation, ${whole(rows)} rows × ${variants}`, {
      ms: whole(created.ms),
      target,
      'longest wait of others, ms': whole(created.longestWaitMs),
      'without it, ms': whole(created.usualWaitMs),
      'target ': '<= 50',
    });
  }
  const waits: number[] = [];
  for (const tasks of [1_000, 10_000, 100_000]) {
    const { p50Ms, p95Ms } = await measureNextAssignment(stage, tasks);
    waits.push(p95Ms);
    print(`next task of ${whole(tasks)}, 50 annotators`, {
      'p50 ms': fixed(p50Ms),
      'p95 ms': fixed(p95Ms),
      target: '<= 15 on PostgreSQL',
    });
  }
  const [fewest = Number.NaN] = waits;
  const growthOfWaits = (waits.at(-1) ?? Number.NaN) / fewest;
  print('the same at 100,000 against 1,000', { ratio: fixed(growthOfWaits), target: '<= 1.50' });
  const listed = await listHundred(stage);
  print('100 evaluations of an app', { ms: fixed(listed.ms), bytes: listed.bytes });
}

async function measureRun(stage: Stage): Promise<void> {
  const run = await measureGeneration(stage);
  print('10,000 outputs from an endpoint of 50 ms, 64 at once', {
    seconds: fixed(run.seconds),
    'against the ideal': fixed(run.againstIdeal),
    target: '<= 1.25 on PostgreSQL',
    'idle p99 of others, ms': fixed(run.service.idleP99Ms),
    'p99 meanwhile, ms': fixed(run.service.busyP99Ms),
    'target ': '<= 2 times',
    'idle p99 of the floor, ms': fixed(run.floor.idleP99Ms),
    'its p99 meanwhile, ms': fixed(run.floor.busyP99Ms),
    'cpu seconds': fixed(run.cpuSeconds),
    'load average': fixed(loadavg()[0] ?? Number.NaN),
  });
}

async function measureMemory(): Promise<void> {
  console.log('\npeak memory of a process that generates outputs, with a small heap');
  const directory = makeDirectory();
  for (const environment of [{ DATA_DIR: directory }, { DATABASE_URL: postgres.url }]) {
    const [few, many] = await measureRunMemory(environment);
    if (few === undefined || many === undefined) throw new Error('Two runs are compared.');
    print('DATA_DIR' in environment ? 'sqlite' : 'postgres', {
      'idle, MB': whole(few.idleMb),
      [`with ${whole(few.cells)} cells, MB`]: whole(few.peakMb),
      [`with ${whole(many.cells)} cells, MB`]: whole(many.peakMb),
      ratio: fixed(many.peakMb / few.peakMb),
      target: 'does not grow with them',
    });
  }
  rmSync(directory, { recursive: true, force: true });
}

async function measureJudged(stage: Stage): Promise<void> {
  const results = await measureResults(stage);
  print('results of 100,000 judgements × 20 annotators × 5 variants', {
    'first of new processes, ms': results.firstMs.map(whole).join(', '),
    target: '<= 1,500',
    'first of another evaluation, ms': whole(results.laterMs),
    'after changes, ms': results.changedMs.map(whole).join(', '),
    'target ': '<= 800',
    'after changes while others read, ms': results.busyMs.map(whole).join(', '),
    'unchanged ms': fixed(results.unchangedMs),
    'target  ': '<= 20',
    'counts ms': whole(results.countsMs),
    'series ms': whole(results.seriesMs),
    'longest wait of others, ms': whole(results.longestWaitMs),
    'without it, ms': whole(results.usualWaitMs),
    'target   ': '<= 50',
    'idle memory before, MB': whole(results.idleMb),
    'and after the threads ended, MB': whole(results.idleAfterwardsMb),
    'target    ': '<= 140',
    'load average': fixed(loadavg()[0] ?? Number.NaN),
  });
}

async function measureStarts(): Promise<void> {
  const ready: { fresh: number[]; existing: number[] } = { fresh: [], existing: [] };
  const resident: { sqlite: number[]; postgres: number[] } = { sqlite: [], postgres: [] };
  for (let round = 0; round < 5; round += 1) {
    const directory = makeDirectory();
    for (const times of [ready.fresh, ready.existing]) {
      const service = await startService({ DATA_DIR: directory });
      times.push(service.readyMs);
      await setTimeout(1_000);
      resident.sqlite.push(service.residentMb());
      await service.stop();
    }
    rmSync(directory, { recursive: true, force: true });
    const service = await startService({ DATABASE_URL: postgres.url });
    await setTimeout(1_000);
    resident.postgres.push(service.residentMb());
    await service.stop();
  }
  console.log('start and rest');
  print('start to ready', {
    'new directory, ms': whole(median(ready.fresh)),
    'existing, ms': whole(median(ready.existing)),
    target: '<= 2000',
  });
  print('idle memory', {
    'sqlite, MB': whole(median(resident.sqlite)),
    'postgres, MB': whole(median(resident.postgres)),
    target: '<= 140',
  });
}

async function measureRoundTrips(): Promise<void> {
  const relay = await startDelayingRelay(postgres.url);
  const service = await startService({ DATABASE_URL: relay.url });
  const client = clientOf(service);
  const { app_id } = await client.createApp({ body: { app_name: 'counted' } });
  const { base_id, variant } = await client.createBase({ body: { app_id, base_name: 'counted' } });
  const ids = { variantId: variant.variant_id, baseId: base_id, appId: app_id };
  console.log('\ndatabase round trips on PostgreSQL (targets: reads 1, from-base 3)');
  for (const [name, count] of Object.entries(await countRoundTrips(client, ids))) {
    print(name, { 'round trips': fixed(count) });
  }
  await service.stop();
  relay.close();
}

function print(name: string, figures: Readonly<Record<string, string | number>>): void {
  const text = Object.entries(figures).map(([label, figure]) => `${label} ${figure}`);
  console.log(`  ${name.padEnd(42)} ${text.join(' · ')}`);
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

function fixed(value: number): string {
  return value.toFixed(2);
}
