import type { SampleSizePlan, SampleSizeQuestion } from '../../contract/planning.ts';
import type { ResultSeries } from '../../contract/results.ts';
import { planJudging } from '../../domain/planning/plan-judging.ts';
import type { StudyData } from '../../domain/results/study-data.ts';
import {
  type Findings,
  summarizeFindings,
  summarizeTrust,
  type Trust,
} from '../../domain/results/summarize-results.ts';
import { summarizeSeries } from '../../domain/results/summarize-series.ts';
import { practiceStudy } from './practice-study.ts';

/** Work that takes too long for the thread that serves requests. */
export type ResultsJob =
  | { readonly kind: 'findings'; readonly study: StudyData }
  | { readonly kind: 'trust'; readonly study: StudyData }
  | { readonly kind: 'series'; readonly study: StudyData }
  /** Runs all that studies of comparisons need, and answers nothing. */
  | { readonly kind: 'practice' }
  | { readonly kind: 'plan'; readonly question: SampleSizeQuestion };

export interface JobAnswers {
  readonly findings: Findings;
  readonly trust: Trust;
  readonly series: ResultSeries;
  readonly plan: SampleSizePlan;
  readonly practice: null;
}

export function runResultsJob(job: ResultsJob): JobAnswers[ResultsJob['kind']] {
  switch (job.kind) {
    case 'findings':
      return summarizeFindings(job.study);
    case 'trust':
      return summarizeTrust(job.study);
    case 'series':
      return summarizeSeries(job.study);
    case 'practice':
      practise();
      return null;
    case 'plan':
      return planJudging(job.question);
  }
}

/** Often enough for the compiler to take notice of everything that large studies repeat. */
const ROUNDS = 3;

function practise(): void {
  const study = practiceStudy();
  for (let round = 0; round < ROUNDS; round += 1) {
    summarizeFindings(study);
    summarizeTrust(study);
  }
}
