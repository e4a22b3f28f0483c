import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  type ComputerOptions,
  type StudySource,
  startResultsComputer,
} from '../../src/compute/compute-results.ts';
import type { StudyPart } from '../../src/compute/read-part.ts';
import { openThreadPool } from '../../src/compute/thread-pool.ts';
import { Problem } from '../../src/contract/problems.ts';
import type { StudyData } from '../../src/domain/results/study-data.ts';
import { summarizeResults } from '../../src/domain/results/summarize-results.ts';
import { summarizeSeries } from '../../src/domain/results/summarize-series.ts';
import { simulatedVotes, studyOf } from '../support/studies.ts';
import { until } from '../support/until.ts';

const votes = simulatedVotes({ cases: 40, annotators: 3, perCase: 2 });
const makeStudy = (): StudyData => studyOf({ votes });

interface CountedSource extends StudySource {
  readonly loads: () => number;
}

function sourceOf(version: string, load: () => Promise<StudyData> = async () => makeStudy()) {
  let loads = 0;
  const source: CountedSource = {
    evaluationId: 'an evaluation',
    askedBy: 'an editor',
    version,
    load: async () => {
      loads += 1;
      return { study: await load(), changes: new Map() };
    },
    loads: () => loads,
  };
  return source;
}

const ONE_PART: StudyPart = {
  workspaceId: 'a workspace',
  range: {
    evaluationId: 'an evaluation',
    annotatorId: 'an annotator',
    firstPosition: 0,
    lastPosition: 39,
    upTo: 'compared',
  },
  annotator: 0,
  questions: { overallScore: undefined, criteria: new Map() },
};

function isUnavailable(error: unknown): boolean {
  return error instanceof Problem && error.code === 'unavailable';
}

describe('results threads', () => {
  const running: { close: () => Promise<void> }[] = [];
  const start = (options: Partial<ComputerOptions> = {}) => {
    const computer = startResultsComputer({ onCrash: () => {}, ...options });
    running.push(computer);
    return computer;
  };
  after(() => Promise.all(running.map(({ close }) => close())));

  test('answer what the same functions answer here', async () => {
    const computer = start();
    assert.deepEqual(await computer.statistics(sourceOf('1')), summarizeResults(makeStudy()));
    assert.deepEqual(await computer.series(sourceOf('1')), summarizeSeries(makeStudy()));
  });

  test('read a version once for everything that is computed from it', async () => {
    const computer = start();
    const source = sourceOf('1');
    await computer.statistics(source);
    await computer.series(source);
    assert.equal(source.loads(), 1);
  });

  test('read a study in shared memory where it is', async () => {
    const study = makeStudy();
    const outcome = new Uint8Array(new SharedArrayBuffer(study.votes.outcome.length));
    outcome.set(study.votes.outcome);
    const shared = { ...study, votes: { ...study.votes, outcome } };
    const answer = await start().statistics(sourceOf('1', async () => shared));
    assert.deepEqual(answer, summarizeResults(study));
    assert.equal(outcome.length, votes.length);
  });

  test('compute each version once, also when many ask at the same time', async () => {
    const computer = start();
    const first = sourceOf('1');
    const answers = await Promise.all([1, 2, 3].map(() => computer.statistics(first)));
    assert.equal(first.loads(), 1);
    assert.equal(answers[0], answers[2]);
    assert.equal(await computer.statistics(sourceOf('1')), answers[0]);
    const next = sourceOf('2');
    assert.notEqual(await computer.statistics(next), answers[0]);
    assert.equal(next.loads(), 1);
  });

  test('give up what takes too long, and not what waits for others', async () => {
    const pool = openThreadPool<number>({
      entry: new URL('../support/slow-worker.ts', import.meta.url),
      threads: 1,
      dataFor: () => undefined,
      placeFor: () => undefined,
      timeLimitMs: 3_000,
      idleLimitMs: 300_000,
      onCrash: () => {},
    });
    running.push(pool);
    const jobs = [1_000, 1_001, 1_002, 1_003, 1_004];
    assert.deepEqual(await Promise.all(jobs.map((job) => pool.run(job))), jobs);
    await assert.rejects(pool.run(60_000), isUnavailable);
  });

  test('do not keep a failure', async () => {
    const computer = start();
    const failing = sourceOf('1', () => Promise.reject(new Error('the database is away')));
    await assert.rejects(computer.statistics(failing), /the database is away/);
    await computer.statistics(sourceOf('1'));
  });

  test('pass a defect on as an error and go on', async () => {
    const computer = start();
    // A study without its votes, as no caller can have one.
    const broken = { ...makeStudy(), votes: undefined } as unknown as StudyData;
    const source = sourceOf('1', async () => broken);
    await assert.rejects(computer.statistics(source));
    await computer.statistics(sourceOf('2'));
  });

  test('read by themselves where there is a file, and go on when it cannot be read', async () => {
    const readers: string[] = [];
    const asking: StudySource = {
      ...sourceOf('1'),
      load: async ({ compute, readBy }) => {
        readers.push(readBy);
        const judged = await compute({ kind: 'read', part: ONE_PART });
        return { study: { ...makeStudy(), ...judged }, changes: new Map() };
      },
    };
    const computer = start({
      databaseFile: fileURLToPath(new URL('./no/such.db', import.meta.url)),
    });
    await assert.rejects(computer.statistics(asking), /unable to open database file/);
    await assert.rejects(start().statistics(asking), /no database to read/);
    assert.deepEqual(readers, ['threads', 'caller']);
    await computer.statistics(sourceOf('2'));
  });

  test('pass a problem on as the problem it is', async () => {
    const entry = new URL('../support/refusing-worker.ts', import.meta.url);
    await assert.rejects(start({ entry }).statistics(sourceOf('1')), isUnavailable);
  });

  test('that end without an answer are a clean refusal, and told to the log', async () => {
    const crashes: Error[] = [];
    const computer = start({
      entry: new URL('../support/ending-worker.ts', import.meta.url),
      onCrash: (error) => crashes.push(error),
    });
    await assert.rejects(computer.statistics(sourceOf('1')), isUnavailable);
    // Both halves were under way, so that two threads end, and nobody knows how soon after each other.
    await until('the crash is told', async () => crashes.length > 0);
    assert.match(crashes[0]?.message ?? '', /ended with code 3/);
    await assert.rejects(computer.statistics(sourceOf('1')), isUnavailable);
  });

  test('that take too long are ended', async () => {
    const computer = start({
      entry: new URL('../support/silent-worker.ts', import.meta.url),
      timeLimitMs: 50,
    });
    await assert.rejects(computer.statistics(sourceOf('1')), isUnavailable);
  });

  test('end with their work when they are closed', async () => {
    const computer = start({ entry: new URL('../support/silent-worker.ts', import.meta.url) });
    const waiting = assert.rejects(computer.statistics(sourceOf('1')), isUnavailable);
    await computer.close();
    await waiting;
    await assert.rejects(computer.statistics(sourceOf('2')), isUnavailable);
  });

  test('end after a while without work, and others start for the next', async () => {
    const crashes: Error[] = [];
    const computer = start({
      entry: new URL('../support/naming-worker.ts', import.meta.url),
      idleLimitMs: 1,
      onCrash: (error) => crashes.push(error),
    });
    const ask = () => computer.plan({ difference: 0.4, cases: 1, measured: null }, 'a user');
    const first = await ask();
    await until('another thread answers', async () => {
      // To be idle is what this is about: asking all the time would keep it busy.
      await setTimeout(10);
      return (await ask()) !== first;
    });
    assert.deepEqual(crashes, []);
  });

  test('that are idle get what they are best prepared for, and otherwise whatever there is', async () => {
    const pool = openThreadPool<number>({
      entry: new URL('../support/naming-worker.ts', import.meta.url),
      threads: 2,
      dataFor: () => undefined,
      placeFor: (place) => place,
      timeLimitMs: 30_000,
      idleLimitMs: 30_000,
      onCrash: (error) => {
        throw error;
      },
    });
    running.push(pool);
    pool.start();
    const first = await pool.run(0);
    const second = await pool.run(1);
    assert.notEqual(first, second);
    assert.equal(await pool.run(1), second);
    assert.equal(await pool.run(0), first);
    assert.deepEqual(await Promise.all([pool.run(1), pool.run(1)]), [second, first]);
  });

  test('do not keep an idle process alive', async () => {
    const script = fileURLToPath(new URL('../support/one-plan.ts', import.meta.url));
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    assert.equal(output.trim(), '20');
  });
});
