import type { SampleSizePlan } from '../contract/results/planning.ts';
import type { ResultSeries, SliceResult } from '../contract/results/results.ts';
import { summarizeDisagreement } from '../domain/results/disagreement.ts';
import type { RankedDisagreement } from '../domain/results/disputed-cases.ts';
import type { Findings, Trust } from '../domain/results/join-findings.ts';
import { planJudging } from '../domain/results/plan-judging.ts';
import type { PlanningQuestion } from '../domain/results/planning-question.ts';
import { summarizeStudySlices } from '../domain/results/slices.ts';
import type { StudyData } from '../domain/results/study-data.ts';
import { summarizeFindings, summarizeTrust } from '../domain/results/summarize-results.ts';
import { summarizeSeries } from '../domain/results/summarize-series.ts';
import { type TalliedOutcomes, tallyOutcomes } from '../domain/results/tally-outcomes.ts';
import { joinStudies, type StudyParts } from './join-studies.ts';
import type { StudyPart } from './read-part.ts';
import { columnsOf, type JudgedStudy, type WrittenPart } from './study-columns.ts';

/** Work that takes too long for the thread that serves requests. */
export type ResultsJob = ReadingJob | ComputingJob;

export interface ReadingJob {
  readonly kind: 'read';
  readonly part: StudyPart;
}

export type ComputingJob =
  | { readonly kind: 'columns'; readonly written: WrittenPart }
  | JoiningJob
  | { readonly kind: 'findings'; readonly study: StudyData }
  | { readonly kind: 'trust'; readonly study: StudyData }
  | { readonly kind: 'series'; readonly study: StudyData }
  | { readonly kind: 'slices'; readonly study: StudyData }
  | { readonly kind: 'disagreement'; readonly study: StudyData }
  | { readonly kind: 'plan'; readonly question: PlanningQuestion };

export interface JoiningJob {
  readonly kind: 'join';
  readonly parts: StudyParts;
  /** Of what outcomes are to be counted; undefined where outputs are not compared. */
  readonly compared: { readonly variants: number; readonly cases: number } | undefined;
}

export interface JoinedStudy {
  readonly judged: JudgedStudy;
  readonly tallied: TalliedOutcomes | undefined;
}

export interface JobAnswers {
  readonly read: JudgedStudy;
  readonly columns: JudgedStudy;
  readonly join: JoinedStudy;
  readonly findings: Findings;
  readonly trust: Trust;
  readonly series: ResultSeries;
  readonly slices: readonly SliceResult[];
  readonly disagreement: RankedDisagreement;
  readonly plan: SampleSizePlan;
}

/** Has a job done by a thread. */
export type Compute = <Job extends ResultsJob>(job: Job) => Promise<JobAnswers[Job['kind']]>;

export function runComputingJob(job: ComputingJob): JobAnswers[ComputingJob['kind']] {
  switch (job.kind) {
    case 'columns':
      return columnsOf(job.written);
    case 'join':
      return join(job);
    case 'findings':
      return summarizeFindings(job.study);
    case 'trust':
      return summarizeTrust(job.study);
    case 'series':
      return summarizeSeries(job.study);
    case 'slices':
      return summarizeStudySlices(job.study);
    case 'disagreement':
      return summarizeDisagreement(job.study);
    case 'plan':
      return planJudging(job.question);
  }
}

/** Outcomes are counted on the way: the database would take forty times as long. */
export function join({ parts, compared }: JoiningJob): JoinedStudy {
  const judged = joinStudies(parts);
  return { judged, tallied: compared && tallyOutcomes(judged, compared) };
}
