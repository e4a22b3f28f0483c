import type { StudyPlan } from '../../../domain/results/study-data.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';

/** What was planned before the first extension; null where nothing was extended since. */
export function planOf({
  planScenarios: cases,
  planJudgementsPerTask: judgementsPerTask,
}: HumanEvaluation): StudyPlan | null {
  return cases === null || judgementsPerTask === null ? null : { cases, judgementsPerTask };
}
