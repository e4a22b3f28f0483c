import type { StudyPlan } from '../../../domain/results/study-data.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';

/** The plan before the first extension; null without one. */
export function planOf({
  planScenarios: cases,
  planJudgementsPerTask: judgementsPerTask,
}: HumanEvaluation): StudyPlan | null {
  return cases === null || judgementsPerTask === null ? null : { cases, judgementsPerTask };
}
