import { availableParallelism } from 'node:os';
import type { SampleSizePlan, SampleSizeQuestion } from '../../contract/planning.ts';
import type { ResultSeries, ResultStatistics } from '../../contract/results.ts';
import type { StudyData } from '../../domain/results/study-data.ts';
import type { JobAnswers, ResultsJob } from './results-job.ts';
import { openThreadPool } from './thread-pool.ts';

/** One evaluation at one version of its judgements; loaded only when its results are not at hand. */
export interface StudySource {
  readonly evaluationId: string;
  /** Changes with every judgement and setting that counts. */
  readonly version: string;
  /** In arrays of its own: they are given away to another thread. */
  readonly load: () => Promise<StudyData>;
}

export interface ResultsComputer {
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

/** Results of this many evaluations are kept, each at its latest version only. */
const KEPT = 200;

/** Computes results outside the thread that serves requests, and each version of an evaluation once. */
export function startResultsComputer(options: ComputerOptions): ResultsComputer {
  const pool = openThreadPool<ResultsJob>({
    entry: options.entry ?? workerEntry(),
    // One core stays free for serving.
    threads: Math.min(2, Math.max(1, availableParallelism() - 1)),
    timeLimitMs: options.timeLimitMs ?? 30_000,
    onCrash: options.onCrash,
  });
  const statistics = new Map<string, Kept<ResultStatistics>>();
  const series = new Map<string, Kept<ResultSeries>>();
  const compute = async <Kind extends ResultsJob['kind']>(
    job: ResultsJob & { readonly kind: Kind },
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<JobAnswers[Kind]> =>
    // The thread answers each kind of job with the answer of that kind.
    (await pool.run(job, transfer)) as JobAnswers[Kind];
  return {
    statistics: (source) =>
      once(statistics, source, (study) => compute({ kind: 'statistics', study }, buffersOf(study))),
    series: (source) =>
      once(series, source, (study) => compute({ kind: 'series', study }, buffersOf(study))),
    plan: (question) => compute({ kind: 'plan', question }),
    close: () => pool.close(),
  };
}

/** The source runs as it is written, a package is compiled. */
function workerEntry(): URL {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new URL(`./results-worker.${extension}`, import.meta.url);
}

interface Kept<Answer> {
  readonly version: string;
  readonly answer: Promise<Answer>;
}

/** Requests for one version share one computation; a failed one is forgotten. */
function once<Answer>(
  kept: Map<string, Kept<Answer>>,
  { evaluationId, version, load }: StudySource,
  compute: (study: StudyData) => Promise<Answer>,
): Promise<Answer> {
  const found = kept.get(evaluationId);
  kept.delete(evaluationId);
  if (found?.version === version) {
    kept.set(evaluationId, found);
    return found.answer;
  }
  const answer = load().then(compute);
  const entry = { version, answer };
  kept.set(evaluationId, entry);
  answer.catch(() => {
    if (kept.get(evaluationId) === entry) kept.delete(evaluationId);
  });
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  return answer;
}

function buffersOf({ votes, choices, scores, lengths }: StudyData): readonly ArrayBuffer[] {
  const columns = [votes, choices, scores].flatMap((rows) => Object.values(rows));
  const buffers = [...columns, ...(lengths === null ? [] : [lengths])].map(({ buffer }) => buffer);
  // Memory that is shared is not moved, and one buffer is moved once.
  return [...new Set(buffers)].filter((buffer) => buffer instanceof ArrayBuffer);
}
