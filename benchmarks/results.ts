import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startResultsComputer } from '../src/compute/compute-results.ts';
import type { StudyData } from '../src/domain/results/study-data.ts';
import { simulatedScores, simulatedVotes, studyOf } from '../test/support/studies.ts';

/**
 * Speed of results as a request would meet it: the study is in memory, the work in a thread of its own.
 * `node benchmarks/results.ts`. Cold is the first job of a thread that has loaded its code but run none
 * of it; the delay is the longest the serving thread was held up meanwhile. Processor time tells more
 * than the clock where other work runs on the machine.
 */
const LARGE = { cases: 5000, annotators: 20, perCase: 20, variants: 5, step: 0.1 };

const STUDIES: readonly Measured[] = [
  {
    name: '100,000 votes by 20 annotators, 5 variants',
    limitMs: 400,
    study: () =>
      studyOf({ variants: 5, votes: simulatedVotes(LARGE), settings: { judgementsPerTask: 2 } }),
  },
  {
    name: '20,000 votes on 2,000 cases by 20 annotators, 10 variants',
    limitMs: 400,
    study: () =>
      studyOf({
        variants: 10,
        votes: simulatedVotes({ ...LARGE, cases: 2000, perCase: 10, variants: 10 }),
      }),
  },
  {
    name: '100,000 votes by 20 annotators, 2 variants',
    limitMs: 400,
    study: () =>
      studyOf({
        votes: simulatedVotes({ ...LARGE, variants: 2 }),
        settings: { judgementsPerTask: 20 },
      }),
  },
  {
    name: '20,000 scores on 1,000 cases by 20 annotators, 5 variants',
    limitMs: 400,
    study: () =>
      studyOf({
        variants: 5,
        scores: simulatedScores({ ...LARGE, cases: 1000, perCase: 4 }),
        settings: { judgementsPerTask: 4 },
      }),
  },
];

interface Measured {
  readonly name: string;
  readonly limitMs: number;
  readonly study: () => StudyData;
}

const UNCHANGED_MS = 20;
const BLOCKED_MS = 50;

for (const measured of STUDIES) await measure(measured);

async function measure({ name, limitMs, study }: Measured): Promise<void> {
  const computer = startResultsComputer({
    onCrash: (error) => {
      throw error;
    },
  });
  // Loads the code of the thread, as the first results of any evaluation have done.
  await computer.statistics(sourceOf('loading', () => studyOf({ votes: [] })));
  const studies = [study(), study(), study(), study()];
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const times: number[] = [];
  const before = process.cpuUsage();
  for (const [version, data] of studies.entries()) {
    times.push(await time(() => computer.statistics(sourceOf(String(version), () => data))));
  }
  const { user, system } = process.cpuUsage(before);
  const cpu = (user + system) / 1000 / studies.length;
  delay.disable();
  const latest = String(studies.length - 1);
  const unchanged = await time(async () => {
    const statistics = await computer.statistics(sourceOf(latest, study));
    JSON.stringify(statistics);
  });
  const prepared = study();
  const series = await time(() => computer.series(sourceOf(latest, () => prepared)));
  await computer.close();
  const [cold = 0, ...warm] = times;
  const blocked = delay.max / 1e6;
  console.log(
    [
      `${name}:`,
      `cold ${cold.toFixed(0)} ms (${within(cold, limitMs)}),`,
      `warm ${Math.min(...warm).toFixed(0)} ms,`,
      `processor time ${cpu.toFixed(0)} ms on average, collecting garbage included,`,
      `unchanged ${unchanged.toFixed(1)} ms (${within(unchanged, UNCHANGED_MS)}),`,
      `series ${series.toFixed(0)} ms,`,
      `longest delay of the serving thread ${blocked.toFixed(0)} ms (${within(blocked, BLOCKED_MS)})`,
    ].join(' '),
  );
}

function sourceOf(version: string, study: () => StudyData) {
  return {
    askedBy: 'an editor',
    evaluationId: 'measured',
    version,
    load: async () => ({ study: study(), changes: new Map() }),
  };
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function within(ms: number, limitMs: number): string {
  if (ms > limitMs) process.exitCode = 1;
  return `${ms > limitMs ? 'OVER' : 'within'} ${limitMs}`;
}
