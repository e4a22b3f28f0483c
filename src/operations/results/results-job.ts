import type { SampleSizePlan } from '../../contract/planning.ts';
import type { ResultSeries, SliceResult } from '../../contract/results.ts';
import { planJudging } from '../../domain/planning/plan-judging.ts';
import type { PlanningQuestion } from '../../domain/planning/planning-question.ts';
import type { Findings, Trust } from '../../domain/results/join-findings.ts';
import { summarizeStudySlices } from '../../domain/results/slices.ts';
import type { StudyData } from '../../domain/results/study-data.ts';
import { summarizeFindings, summarizeTrust } from '../../domain/results/summarize-results.ts';
import { summarizeSeries } from '../../domain/results/summarize-series.ts';
import { arrangeStudy, type JudgedStudy, type WrittenStudy } from './study-columns.ts';

/** Work that takes too long for the thread that serves requests. */
export type ResultsJob =
  | { readonly kind: 'arrange'; readonly written: WrittenStudy }
  | { readonly kind: 'findings'; readonly study: StudyData }
  | { readonly kind: 'trust'; readonly study: StudyData }
  | { readonly kind: 'series'; readonly study: StudyData }
  | { readonly kind: 'slices'; readonly study: StudyData }
  | { readonly kind: 'plan'; readonly question: PlanningQuestion };

export interface JobAnswers {
  readonly arrange: JudgedStudy;
  readonly findings: Findings;
  readonly trust: Trust;
  readonly series: ResultSeries;
  readonly slices: readonly SliceResult[];
  readonly plan: SampleSizePlan;
}

export function runResultsJob(job: ResultsJob): JobAnswers[ResultsJob['kind']] {
  switch (job.kind) {
    case 'arrange':
      return arrangeStudy(job.written);
    case 'findings':
      return summarizeFindings(job.study);
    case 'trust':
      return summarizeTrust(job.study);
    case 'series':
      return summarizeSeries(job.study);
    case 'slices':
      return summarizeStudySlices(job.study);
    case 'plan':
      return planJudging(job.question);
  }
}
