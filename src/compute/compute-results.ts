import type { SampleSizePlan } from '../contract/results/planning.ts';
import type { ResultSeries, ResultStatistics, SliceResult } from '../contract/results/results.ts';
import type { RankedDisagreement } from '../domain/results/disputed-cases.ts';
import { joinFindings } from '../domain/results/join-findings.ts';
import type { PlanningQuestion } from '../domain/results/planning-question.ts';
import type { Slice, StudyData } from '../domain/results/study-data.ts';
import { Shares } from '../domain/shares.ts';
import type { Tallies } from '../storage/judging/vote-tallies.ts';
import { HALVES } from './halves.ts';
import { openPlanner } from './planner.ts';
import type { Compute, JobAnswers, ResultsJob } from './results-job.ts';
import { openThreadPool } from './thread-pool.ts';
import { VersionCache, type Versioned } from './version-cache.ts';

export interface LoadedStudy {
  /** In shared memory, if it is not to be copied for each thread. */
  readonly study: StudyData;
  /** How often each annotator had made, changed or withdrawn a judgement before it was read. */
  readonly changes: ReadonlyMap<string, number>;
  /** Where outputs are compared: how often each outcome is among these judgements. */
  readonly tallies?: Tallies | undefined;
}

/** One evaluation at one version of its judgements; loaded only when its results are not at hand. */
export interface StudySource extends Versioned {
  /** The user in whose share it counts while something is computed from it. */
  readonly askedBy: string;
  readonly load: (loading: {
    /** What is kept of another version saves reading again what did not change since. */
    readonly kept: LoadedStudy | undefined;
    readonly compute: Compute;
    /** Who reads judgements: the threads themselves, where they have a way to the database. */
    readonly readBy: 'threads' | 'caller';
  }) => Promise<LoadedStudy>;
}

/** A tag of the cases; loaded only when its slices are not at hand. */
interface SliceSource {
  readonly name: string;
  readonly load: () => Promise<Slice['labels']>;
}

/** Each of them refuses a user for whom too much is being computed already; what is at hand is no work. */
export interface ResultsComputer {
  /** Results may soon be asked for: makes the threads ready for it. */
  readonly prepare: () => void;
  /** Of the study, if it is being read anyway; the database takes as long as there are judgements. */
  readonly counts: (source: StudySource, count: () => Promise<Tallies>) => Promise<Tallies>;
  readonly statistics: (source: StudySource) => Promise<ResultStatistics>;
  readonly series: (source: StudySource) => Promise<ResultSeries>;
  readonly slices: (source: StudySource, slice: SliceSource) => Promise<readonly SliceResult[]>;
  readonly disagreement: (source: StudySource) => Promise<RankedDisagreement>;
  /** Refused to a user who has asked for too many at the same time, and to all when there are. */
  readonly plan: (question: PlanningQuestion, userId: string) => Promise<SampleSizePlan>;
  readonly close: () => Promise<void>;
}

export interface ComputerOptions {
  readonly onCrash: (error: Error) => void;
  readonly timeLimitMs?: number;
  readonly idleLimitMs?: number;
  /** What the threads may read by themselves. */
  readonly databaseFile?: string | undefined;
  /** Whether threads are made ready before there is work for them. */
  readonly rehearsal?: 'on' | 'off';
  /** Where the thread begins, when it is not the usual place. */
  readonly entry?: URL;
}

/** Computes results outside the thread that serves requests, and each version of an evaluation once. */
export function startResultsComputer(options: ComputerOptions): ResultsComputer {
  const { rehearsal = 'on' } = options;
  const threads = {
    entry: options.entry ?? new URL('./results-worker.js', import.meta.url),
    timeLimitMs: options.timeLimitMs ?? 30_000,
    idleLimitMs: options.idleLimitMs ?? 300_000,
    onCrash: options.onCrash,
  };
  const pool = openThreadPool<ResultsJob>({
    ...threads,
    threads: HALVES.length,
    dataFor: (place) => ({ databaseFile: options.databaseFile, rehearsal, half: HALVES[place] }),
    placeFor: ({ kind }) => HALVES.findIndex((half) => half === kind),
  });
  const plan = openPlanner(
    openThreadPool<ResultsJob>({
      ...threads,
      threads: 1,
      dataFor: () => ({ databaseFile: undefined, rehearsal: 'off', half: HALVES[0] }),
      placeFor: () => undefined,
    }),
  );
  const studies = new VersionCache<LoadedStudy>(STUDIES_KEPT);
  const counts = new VersionCache<Tallies>(ANSWERS_KEPT);
  const statistics = new VersionCache<ResultStatistics>(ANSWERS_KEPT);
  const slices = new VersionCache<readonly SliceResult[]>(ANSWERS_KEPT);
  const series = new VersionCache<ResultSeries>(ANSWERS_KEPT);
  const disagreement = new VersionCache<RankedDisagreement>(RANKINGS_KEPT);
  const compute: Compute = async <Job extends ResultsJob>(job: Job) =>
    // The thread answers each kind of job with the answer of that kind.
    (await pool.run(job)) as JobAnswers[Job['kind']];
  const shares = new Shares('results in computation', PER_USER);
  // The share is taken before anything is kept: others who ask for the same are not refused with this one.
  const inShareOf = <Answer>({ askedBy }: StudySource, find: () => Promise<Answer>) => {
    const giveBack = shares.take(askedBy);
    return find().finally(giveBack);
  };
  const studyOf = async (source: StudySource): Promise<StudyData> => {
    const loaded = await studies.get(source, async (other) => {
      pool.start();
      return source.load({
        kept: await other?.catch(() => undefined),
        compute,
        readBy: options.databaseFile === undefined ? 'caller' : 'threads',
      });
    });
    return loaded.study;
  };
  return {
    prepare: () => {
      if (rehearsal === 'on') pool.start();
    },
    counts: (source, count) =>
      counts.get(source, async () => {
        const loaded = await studies.underWay(source)?.catch(() => undefined);
        return loaded?.tallies ?? count();
      }),
    statistics: async (source) =>
      statistics.get(source, () =>
        inShareOf(source, async () => {
          const study = await studyOf(source);
          const [findings, trust] = await Promise.all([
            compute({ kind: 'findings', study }),
            compute({ kind: 'trust', study }),
          ]);
          return joinFindings(findings, trust);
        }),
      ),
    series: async (source) =>
      series.get(source, () =>
        inShareOf(source, async () => compute({ kind: 'series', study: await studyOf(source) })),
      ),
    slices: async (source, { name, load }) => {
      const sliced = { evaluationId: `${source.evaluationId} ${name}`, version: source.version };
      return slices.get(sliced, () =>
        inShareOf(source, async () => {
          const [study, labels] = await Promise.all([studyOf(source), load()]);
          return compute({ kind: 'slices', study: { ...study, slices: [{ name, labels }] } });
        }),
      );
    },
    disagreement: async (source) =>
      disagreement.get(source, () =>
        inShareOf(source, async () =>
          compute({ kind: 'disagreement', study: await studyOf(source) }),
        ),
      ),
    plan: plan.ask,
    close: async () => {
      await Promise.all([pool.close(), plan.close()]);
    },
  };
}

/** What two pages of results ask for at once: statistics, slices, series and the order of cases. */
const PER_USER = 8;
/** Each takes about 45 bytes a judgement. */
const STUDIES_KEPT = 4;
/** Each takes 16 bytes a scenario. */
const RANKINGS_KEPT = 40;
const ANSWERS_KEPT = 200;
