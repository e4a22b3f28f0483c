import type { SampleSizePlan, SampleSizeQuestion } from '../../contract/planning.ts';
import type { ResultSeries, ResultStatistics } from '../../contract/results.ts';
import { planJudging } from '../../domain/planning/plan-judging.ts';
import type { StudyData } from '../../domain/results/study-data.ts';
import { summarizeResults } from '../../domain/results/summarize-results.ts';
import { summarizeSeries } from '../../domain/results/summarize-series.ts';

/** Work that takes too long for the thread that serves requests. */
export type ResultsJob =
  | { readonly kind: 'statistics'; readonly study: StudyData }
  | { readonly kind: 'series'; readonly study: StudyData }
  | { readonly kind: 'plan'; readonly question: SampleSizeQuestion };

export interface JobAnswers {
  readonly statistics: ResultStatistics;
  readonly series: ResultSeries;
  readonly plan: SampleSizePlan;
}

export function runResultsJob(job: ResultsJob): JobAnswers[ResultsJob['kind']] {
  switch (job.kind) {
    case 'statistics':
      return summarizeResults(job.study);
    case 'series':
      return summarizeSeries(job.study);
    case 'plan':
      return planJudging(job.question);
  }
}
