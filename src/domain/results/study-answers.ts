import { type TimedAnswers, timedAnswers } from './answer-sequences.ts';
import type { CleanStudy } from './clean-study.ts';
import { type RatedQuestion, ratedQuestions } from './rated-questions.ts';
import { type AskedCriterion, askedCriteria } from './summarize-scores.ts';

/** The answers of a study, ordered once for agreement, marks and drift. */
export interface StudyAnswers {
  readonly asked: readonly AskedCriterion[];
  readonly rated: readonly RatedQuestion[];
  readonly timed: readonly TimedAnswers[];
}

export function answersOf(study: CleanStudy): StudyAnswers {
  const asked = askedCriteria(study);
  return {
    asked,
    rated: [...ratedQuestions(study, asked)],
    timed: timedAnswers(study, asked),
  };
}
