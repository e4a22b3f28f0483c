import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DescribedStudy } from '../../src/compute/read-study.ts';
import { type ComputerOptions, startResultsComputer } from '../../src/compute/results-computer.ts';
import { openThreadPool } from '../../src/compute/thread-pool.ts';
import { Problem } from '../../src/contract/problems.ts';
import { DEFAULT_SETTINGS } from '../../src/domain/results/study-data.ts';
import { summarizeResults } from '../../src/domain/results/summarize-results.ts';
import { openStorage } from '../../src/storage/engines/open-storage.ts';
import type { ReadAccess } from '../../src/storage/engines/thread-access.ts';
import { openTestEngine } from '../support/open-engine.ts';
import { startPostgresRelay } from '../support/postgres-relay.ts';
import { studyOf, variantId } from '../support/studies.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { until } from '../support/until.ts';

function studyAt(version: string): DescribedStudy {
  return {
    workspaceId: '00000000-0000-7000-8000-000000000001',
    evaluationId: '00000000-0000-7000-8000-000000000002',
    askedBy: 'an editor',
    version,
    frame: {
      kind: 'comparison',
      variants: [variantId(0), variantId(1)],
      annotators: [],
      cases: 3,
      criteria: [],
      settings: DEFAULT_SETTINGS,
    },
    questions: { overallScore: undefined, criteria: new Map() },
  };
}

const NO_DATABASE: ReadAccess = { kind: 'file', path: 'no database is read here' };

const STORAGE = {
  databaseUrl: undefined,
  durability: 'relaxed',
  preparedStatements: 'on',
  poolSize: 2,
  minimumFreeBytes: 0,
  log: () => undefined,
} as const;

function isUnavailable(error: unknown): boolean {
  return error instanceof Problem && error.code === 'unavailable';
}

describe('results threads', () => {
  const running: { close: () => Promise<void> }[] = [];
  const start = (options: Partial<ComputerOptions> = {}) => {
    const computer = startResultsComputer({ access: NO_DATABASE, onCrash: () => {}, ...options });
    running.push(computer);
    return computer;
  };
  after(() => Promise.all(running.map(({ close }) => close())));

  test('compute each version once, also for simultaneous requests', async () => {
    const computer = start({ entry: new URL('../support/counting-worker.ts', import.meta.url) });
    const ask = (version: string): Promise<unknown> => computer.statistics(studyAt(version));
    assert.deepEqual(await Promise.all([ask('1'), ask('1'), ask('1')]), [1, 1, 1]);
    assert.equal(await ask('1'), 1);
    assert.equal(await ask('2'), 2);
  });

  test('give up jobs that take too long, but not jobs that wait for others', async () => {
    const pool = openThreadPool<number>({
      entry: new URL('../support/slow-worker.ts', import.meta.url),
      threads: 1,
      data: undefined,
      timeLimitMs: 6_000,
      idleLimitMs: 300_000,
      onCrash: () => {},
    });
    running.push(pool);
    const jobs = [1_300, 1_301, 1_302, 1_303, 1_304];
    assert.deepEqual(await Promise.all(jobs.map((job) => pool.run(job, 'one'))), jobs);
    const tooLong = assert.rejects(pool.run(60_000, 'one'), isUnavailable);
    assert.equal(await pool.run(1, 'one'), 1);
    await tooLong;
  });

  test('begin the job of another owner before the rest of one with many', async () => {
    const pool = openThreadPool<number>({
      entry: new URL('../support/slow-worker.ts', import.meta.url),
      threads: 2,
      data: undefined,
      timeLimitMs: 60_000,
      idleLimitMs: 300_000,
      onCrash: () => {},
    });
    running.push(pool);
    const ended: string[] = [];
    const run = async (job: number, owner: string) => {
      await pool.run(job, owner);
      ended.push(owner);
    };
    await Promise.all([
      ...[100, 1, 100, 100, 100, 100].map((job) => run(job, 'many')),
      run(1, 'another'),
    ]);
    assert.ok(ended.indexOf('another') < 4, ended.join(' '));
  });

  test('pass a defect on as an error, do not cache it, and go on', async (t) => {
    const dataDirectory = join(temporaryDirectory(), 'data');
    const computer = start({ access: { kind: 'file', path: join(dataDirectory, 'jurybox.db') } });
    await assert.rejects(computer.statistics(studyAt('1')), /unable to open database file/);
    const storage = await openStorage({ ...STORAGE, dataDirectory });
    t.after(storage.close);
    const { statistics, tallies } = await computer.statistics(studyAt('1'));
    assert.deepEqual(statistics, summarizeResults(studyOf({ cases: 3, votes: [] })));
    assert.deepEqual(tallies, { outcomes: [], scores: [], unjudgedScenarios: 3 });
  });

  test('are unavailable while the database server is away', async () => {
    const url = 'postgres://nobody@127.0.0.1:1/nothing';
    const server = { kind: 'server', url, durability: 'full', preparedStatements: 'on' } as const;
    await assert.rejects(start({ access: server }).statistics(studyAt('1')), isUnavailable);
  });

  test('open few connections to a server, even for many results', async (t) => {
    const { location, close } = await openTestEngine('postgres');
    t.after(close);
    const relay = await startPostgresRelay(location, {});
    t.after(relay.close);
    const { url } = relay;
    const access = { kind: 'server', url, durability: 'full', preparedStatements: 'on' } as const;
    const computer = start({ access });
    const studies = Array.from({ length: 12 }, () => ({
      ...studyAt('1'),
      evaluationId: randomUUIDv7(),
      askedBy: randomUUIDv7(),
    }));
    await Promise.all(studies.map((study) => computer.statistics(study)));
    assert.ok(relay.mostOpen() <= 4, `${relay.mostOpen()} were open at once`);
    await until('all are closed', async () => relay.open() === 0);
  });

  test('pass a problem on unchanged', async () => {
    await assert.rejects(
      start({ entry: new URL('../support/refusing-worker.ts', import.meta.url) }).statistics(
        studyAt('1'),
      ),
      isUnavailable,
    );
  });

  test('that end without a result cause a clean refusal and a log entry', async () => {
    const crashes: Error[] = [];
    const computer = start({
      entry: new URL('../support/ending-worker.ts', import.meta.url),
      onCrash: (error) => crashes.push(error),
    });
    await assert.rejects(computer.statistics(studyAt('1')), isUnavailable);
    assert.match(crashes[0]?.message ?? '', /ended with code 3/);
    await assert.rejects(computer.statistics(studyAt('1')), isUnavailable);
  });

  test('that take too long are ended', async () => {
    const computer = start({
      entry: new URL('../support/silent-worker.ts', import.meta.url),
      timeLimitMs: 50,
    });
    await assert.rejects(computer.statistics(studyAt('1')), isUnavailable);
  });

  test('refuse a user with too many computations, and no other', async () => {
    const computer = start({ entry: new URL('../support/silent-worker.ts', import.meta.url) });
    const ask = (askedBy: string) =>
      computer.statistics({ ...studyAt('1'), evaluationId: randomUUIDv7(), askedBy });
    const waiting = ['a', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'another'].map((user) =>
      assert.rejects(ask(user), isUnavailable),
    );
    await assert.rejects(ask('a'), { code: 'rate_limited' });
    await computer.close();
    await Promise.all(waiting);
  });

  test('end together with their jobs when they are closed', async () => {
    const computer = start({ entry: new URL('../support/silent-worker.ts', import.meta.url) });
    const waiting = assert.rejects(computer.statistics(studyAt('1')), isUnavailable);
    await computer.close();
    await waiting;
    await assert.rejects(computer.statistics(studyAt('2')), isUnavailable);
  });

  test('end after a while without work, and new ones start for the next job', async () => {
    const crashes: Error[] = [];
    const computer = start({
      entry: new URL('../support/naming-worker.ts', import.meta.url),
      idleLimitMs: 1,
      onCrash: (error) => crashes.push(error),
    });
    const ask = () => computer.plan({ difference: 0.4, cases: 1, measured: null }, 'a user');
    const first = await ask();
    await until('another thread answers', async () => {
      // The thread has to be idle: asking all the time would keep it busy.
      await setTimeout(10);
      return (await ask()) !== first;
    });
    assert.deepEqual(crashes, []);
  });

  test('do not keep an idle process alive', async () => {
    const script = fileURLToPath(new URL('../support/one-plan.ts', import.meta.url));
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    assert.deepEqual(await once(child, 'close'), [0, null]);
    assert.equal(output.trim(), '20');
  });
});
