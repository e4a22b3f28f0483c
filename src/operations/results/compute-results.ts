import { availableParallelism } from 'node:os';
import type { SampleSizePlan, SampleSizeQuestion } from '../../contract/planning.ts';
import type { ResultSeries, ResultStatistics } from '../../contract/results.ts';
import type { StudyData } from '../../domain/results/study-data.ts';
import type { Tallies } from '../../storage/vote-tallies.ts';
import type { JobAnswers, ResultsJob } from './results-job.ts';
import { openThreadPool } from './thread-pool.ts';
import { VersionCache, type Versioned } from './version-cache.ts';

/** One evaluation at one version of its judgements; loaded only when its results are not at hand. */
export interface StudySource extends Versioned {
  /** In arrays of its own: they are given away to another thread. */
  readonly load: () => Promise<StudyData>;
}

export interface ResultsComputer {
  /** Counted by the database, which takes as long as there are judgements. */
  readonly counts: (source: StudySource, count: () => Promise<Tallies>) => Promise<Tallies>;
  readonly statistics: (source: StudySource) => Promise<ResultStatistics>;
  readonly series: (source: StudySource) => Promise<ResultSeries>;
  readonly plan: (question: SampleSizeQuestion) => Promise<SampleSizePlan>;
  readonly close: () => Promise<void>;
}

export interface ComputerOptions {
  readonly onCrash: (error: Error) => void;
  readonly timeLimitMs?: number;
  /** Where the thread begins, when it is not the usual place. */
  readonly entry?: URL;
}

/** Computes results outside the thread that serves requests, and each version of an evaluation once. */
export function startResultsComputer(options: ComputerOptions): ResultsComputer {
  const pool = openThreadPool<ResultsJob>({
    entry: options.entry ?? workerEntry(),
    // One core stays free for serving.
    threads: Math.min(2, Math.max(1, availableParallelism() - 1)),
    timeLimitMs: options.timeLimitMs ?? 30_000,
    onCrash: options.onCrash,
  });
  const counts = new VersionCache<Tallies>();
  const statistics = new VersionCache<ResultStatistics>();
  const series = new VersionCache<ResultSeries>();
  const compute = async <Kind extends ResultsJob['kind']>(
    job: ResultsJob & { readonly kind: Kind },
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<JobAnswers[Kind]> =>
    // The thread answers each kind of job with the answer of that kind.
    (await pool.run(job, transfer)) as JobAnswers[Kind];
  return {
    counts: (source, count) => counts.get(source, count),
    statistics: (source) =>
      statistics.get(source, async () => {
        const study = await source.load();
        return compute({ kind: 'statistics', study }, buffersOf(study));
      }),
    series: (source) =>
      series.get(source, async () => {
        const study = await source.load();
        return compute({ kind: 'series', study }, buffersOf(study));
      }),
    plan: (question) => compute({ kind: 'plan', question }),
    close: () => pool.close(),
  };
}

/** The source runs as it is written, a package is compiled. */
function workerEntry(): URL {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new URL(`./results-worker.${extension}`, import.meta.url);
}

function buffersOf({ votes, choices, scores, lengths }: StudyData): readonly ArrayBuffer[] {
  const columns = [votes, choices, scores].flatMap((rows) => Object.values(rows));
  const buffers = [...columns, ...(lengths === null ? [] : [lengths])].map(({ buffer }) => buffer);
  // Memory that is shared is not moved, and one buffer is moved once.
  return [...new Set(buffers)].filter((buffer) => buffer instanceof ArrayBuffer);
}
