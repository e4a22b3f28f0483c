import type { AgreementPanel } from '../../contract/results/results.ts';
import type { WeightScheme } from '../../statistics/agreement/weights.ts';
import type { CleanStudy } from './clean-study.ts';
import { type RatedUnits, ratedChoices, ratedPairs, ratedScores } from './rated-units.ts';
import type { Criterion } from './study-data.ts';
import type { AskedCriterion } from './summarize-scores.ts';

/** A kind of question that annotators answered, and how its answers are compared. */
export interface RatedQuestion {
  readonly criterion: string | null;
  readonly measuredOn: AgreementPanel['measured_on'];
  readonly metric: 'nominal' | 'ordinal' | 'interval';
  readonly weights: WeightScheme;
  readonly rated: RatedUnits;
}

/** In the order of the page; the first decides which cases are disputed. */
export function* ratedQuestions(
  study: CleanStudy,
  asked: readonly AskedCriterion[],
): Generator<RatedQuestion> {
  if (study.votes.case.length > 0) {
    yield { ...NOMINAL, criterion: null, measuredOn: 'preference', rated: ratedPairs(study) };
  }
  if (study.choices.case.length > 0) {
    yield { ...NOMINAL, criterion: null, measuredOn: 'choice', rated: ratedChoices(study) };
  }
  for (const { criterion, rows } of asked) {
    if (rows.case.length === 0) continue;
    const rated = ratedScores(rows, criterion, study.variants.length);
    yield { ...metricOf(criterion), criterion: criterion.name, measuredOn: 'score', rated };
  }
}

const NOMINAL = { metric: 'nominal', weights: 'unweighted' } as const;

function metricOf({ scale }: Criterion): Pick<RatedQuestion, 'metric' | 'weights'> {
  switch (scale) {
    case 'binary':
    case 'choice':
    case 'text':
      return NOMINAL;
    case 'likert':
      return { metric: 'ordinal', weights: 'ordinal' };
    case 'numeric':
      return { metric: 'interval', weights: 'quadratic' };
  }
}
