import type { SampleSizePlan } from '../contract/results/planning.ts';
import type { ResultSeries } from '../contract/results/result-series.ts';
import type { SliceResult } from '../contract/results/results.ts';
import type { Tallies } from '../domain/judging/vote-tallies.ts';
import type { RankedDisagreement } from '../domain/results/disputed-cases.ts';
import type { PlanningQuestion } from '../domain/results/planning-question.ts';
import { Shares } from '../domain/shares.ts';
import type { ReadAccess } from '../storage/engines/thread-access.ts';
import { openPlanner } from './planner.ts';
import type { DescribedStudy } from './read-study.ts';
import type { ComputedResults, JobAnswers, ResultsJob } from './results-thread.ts';
import { openThreadPool, type PoolFigures } from './thread-pool.ts';
import { VersionCache } from './version-cache.ts';

/** Work for threads is refused to a user with too much in progress; cached answers are free. */
export interface ResultsComputer {
  readonly statistics: (study: DescribedStudy) => Promise<ComputedResults>;
  /** Counts alone: the database returns them before a thread has read the study. */
  readonly counts: (study: DescribedStudy, count: () => Promise<Tallies>) => Promise<Tallies>;
  readonly series: (study: DescribedStudy) => Promise<ResultSeries>;
  readonly slices: (study: DescribedStudy, input: string) => Promise<readonly SliceResult[]>;
  readonly disagreement: (study: DescribedStudy) => Promise<RankedDisagreement>;
  /** Refuses a user who asks for too many plans at once, and every user while many are computed. */
  readonly plan: (question: PlanningQuestion, userId: string) => Promise<SampleSizePlan>;
  readonly figures: () => PoolFigures;
  readonly close: () => Promise<void>;
}

export interface ComputerOptions {
  /** How the threads reach the database. */
  readonly access: ReadAccess;
  readonly onCrash: (error: Error) => void;
  readonly timeLimitMs?: number;
  readonly idleLimitMs?: number;
  /** The script of the threads, for tests. */
  readonly entry?: URL;
}

/** A large study must not hold up the results of all others. */
const THREADS = 2;
/** Two pages of results, each asking for statistics, slices, series and the order of scenarios. */
const PER_USER = 8;
/** Each takes 16 bytes per scenario. */
const RANKINGS_KEPT = 40;
const ANSWERS_KEPT = 200;

/** A job over the judgements of one evaluation. */
type StudyJob = Exclude<ResultsJob, { readonly kind: 'plan' }>;

/** Computes results outside the request thread, once for each version of an evaluation. */
export function startResultsComputer(options: ComputerOptions): ResultsComputer {
  const threads = {
    entry: options.entry ?? new URL('./results-worker.js', import.meta.url),
    data: options.access,
    timeLimitMs: options.timeLimitMs ?? 30_000,
    idleLimitMs: options.idleLimitMs ?? 60_000,
    onCrash: options.onCrash,
  };
  const pool = openThreadPool<ResultsJob>({ ...threads, threads: THREADS });
  const planner = openPlanner(openThreadPool<ResultsJob>({ ...threads, threads: 1 }));
  const statistics = new VersionCache<ComputedResults>(ANSWERS_KEPT);
  const counts = new VersionCache<Tallies>(ANSWERS_KEPT);
  const series = new VersionCache<ResultSeries>(ANSWERS_KEPT);
  const slices = new VersionCache<readonly SliceResult[]>(ANSWERS_KEPT);
  const disagreement = new VersionCache<RankedDisagreement>(RANKINGS_KEPT);
  const shares = new Shares('results in computation', PER_USER);
  // Takes the share before a cache keeps the promise, so that no other user gets the refusal.
  const compute = <Job extends StudyJob>(job: Job): Promise<JobAnswers[Job['kind']]> => {
    const giveBack = shares.take(job.study.askedBy);
    // The thread answers each kind of job with the answer of that kind.
    const answer = pool.run(job, job.study.workspaceId) as Promise<JobAnswers[Job['kind']]>;
    return answer.finally(giveBack);
  };
  return {
    statistics: async (study) =>
      statistics.get(study, () => compute({ kind: 'statistics', study })),
    counts: (study, count) => counts.get(study, count),
    series: async (study) => series.get(study, () => compute({ kind: 'series', study })),
    slices: async (study, input) => {
      const sliced = { evaluationId: `${study.evaluationId} ${input}`, version: study.version };
      return slices.get(sliced, () => compute({ kind: 'slices', study, input }));
    },
    disagreement: async (study) =>
      disagreement.get(study, () => compute({ kind: 'disagreement', study })),
    plan: planner.ask,
    figures: pool.figures,
    close: async () => {
      await Promise.all([pool.close(), planner.close()]);
    },
  };
}
