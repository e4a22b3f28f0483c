import type { MessagePort } from 'node:worker_threads';
import { Problem } from '../contract/problems.ts';
import type { SampleSizePlan } from '../contract/results/planning.ts';
import type { ResultSeries } from '../contract/results/result-series.ts';
import type { ResultStatistics, SliceResult } from '../contract/results/results.ts';
import type { Tallies } from '../domain/judging/vote-tallies.ts';
import { summarizeDisagreement } from '../domain/results/disagreement.ts';
import type { RankedDisagreement } from '../domain/results/disputed-cases.ts';
import { planJudging } from '../domain/results/plan-judging.ts';
import type { PlanningQuestion } from '../domain/results/planning-question.ts';
import { summarizeStudySlices } from '../domain/results/slices.ts';
import { summarizeResults } from '../domain/results/summarize-results.ts';
import { summarizeSeries } from '../domain/results/summarize-series.ts';
import type { Queryable } from '../storage/database.ts';
import { openForReading, type ReadAccess } from '../storage/engines/thread-access.ts';
import { type DescribedStudy, readLabels, readStudy, readTallies } from './read-study.ts';
import type { ThreadAnswer } from './thread-pool.ts';

/** Work that takes too long for the request thread. */
export type ResultsJob =
  | {
      readonly kind: 'statistics' | 'series' | 'disagreement';
      readonly study: DescribedStudy;
    }
  | { readonly kind: 'slices'; readonly study: DescribedStudy; readonly input: string }
  | { readonly kind: 'plan'; readonly question: PlanningQuestion };

/** Statistics and counts from the same rows. */
export interface ComputedResults {
  readonly statistics: ResultStatistics;
  readonly tallies: Tallies;
}

export interface JobAnswers {
  readonly statistics: ComputedResults;
  readonly series: ResultSeries;
  readonly slices: readonly SliceResult[];
  readonly disagreement: RankedDisagreement;
  readonly plan: SampleSizePlan;
}

/** Runs a results thread, which gets its next job after its answer. */
export function answerJobs(port: MessagePort, access: ReadAccess): void {
  port.on('message', (job: ResultsJob) => {
    void answerTo(job, access).then((answer) => port.postMessage(answer));
  });
}

async function answerTo(job: ResultsJob, access: ReadAccess): Promise<ThreadAnswer> {
  try {
    return { answer: await runJob(job, (read) => readFrom(access, read)) };
  } catch (error) {
    if (error instanceof Problem) {
      return { problem: { code: error.code, detail: error.message } };
    }
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

type Read = <Result>(read: (db: Queryable) => Promise<Result>) => Promise<Result>;

async function runJob(job: ResultsJob, from: Read): Promise<JobAnswers[ResultsJob['kind']]> {
  switch (job.kind) {
    case 'statistics': {
      const { study, tallies } = await from(async (db) => {
        const judged = await readStudy(db, job.study);
        return { study: judged, tallies: await readTallies(db, job.study, judged) };
      });
      return { statistics: summarizeResults(study), tallies };
    }
    case 'series':
      return summarizeSeries(await from((db) => readStudy(db, job.study)));
    case 'disagreement':
      return summarizeDisagreement(await from((db) => readStudy(db, job.study)));
    case 'slices': {
      const [study, labels] = await from((db) =>
        Promise.all([readStudy(db, job.study), readLabels(db, job.study, job.input)]),
      );
      return summarizeStudySlices({ ...study, slices: [{ name: job.input, labels }] });
    }
    case 'plan':
      return planJudging(job.question);
  }
}

/** Opens connections only for a read, so an idle thread takes none from the database. */
async function readFrom<Result>(
  access: ReadAccess,
  read: (db: Queryable) => Promise<Result>,
): Promise<Result> {
  const db = await openForReading(access);
  try {
    return await read(db);
  } finally {
    await db.close();
  }
}
