import { type CaseSequence, caseSequence } from './case-sequence.ts';
import type { CleanStudy } from './clean-study.ts';
import type { SequenceDesign } from './confidence-sequence.ts';
import type { ScoreDifferences } from './criterion-scores.ts';
import type { Criterion } from './study-data.ts';

/** Mean difference of each completed case. */
export function scoreSequence(study: CleanStudy, differences: ScoreDifferences): CaseSequence {
  const { case: cases, difference: value, completedAtMs } = differences;
  return caseSequence({ case: cases, value, completedAtMs }, study.settings.judgementsPerTask);
}

/** On a scale with ends a difference lies between minus and plus its length. */
export function scoreDesign({ cases }: CleanStudy, { low, high }: Criterion): SequenceDesign {
  if (low === null || high === null || !(high > low)) {
    return { kind: 'unbounded', plannedCases: cases };
  }
  return { kind: 'bounded', low: low - high, high: high - low };
}
