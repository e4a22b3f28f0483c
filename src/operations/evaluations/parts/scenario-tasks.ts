import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import type { Task } from '../../../storage/evaluations/tasks.ts';
import type { Judging } from '../../../storage/judging/judges.ts';
import { taskIdAt } from './task-ids.ts';

/** The caller of an original route, as an annotator. */
export function judgingOf(evaluation: HumanEvaluation): Judging {
  return {
    judge: {
      annotatorId: evaluation.standing.userId,
      kind: 'member',
      standing: evaluation.standing,
    },
    evaluation: { ...evaluation, isClosed: isLocked(evaluation) },
  };
}

/** Closed or archived. */
function isLocked({ closedAt, archivedAt }: HumanEvaluation): boolean {
  return closedAt !== null || archivedAt !== null;
}

/** Several outputs of a scenario are scored one by one. */
export function hasTaskEach({
  type,
  variants,
}: Pick<HumanEvaluation, 'type' | 'variants'>): boolean {
  return type === 'single_model_test' && variants.length > 1;
}

/** Three or more variants are compared in pairs; a vote of the original route is about all of them. */
export function hasWholeVotes({
  type,
  variants,
}: Pick<HumanEvaluation, 'type' | 'variants'>): boolean {
  return type === 'human_a_b_testing' && variants.length > 2;
}

/** Two variants make one pair, whose task usually shares the id of the scenario. */
export function hasOnePair({
  type,
  variants,
}: Pick<HumanEvaluation, 'type' | 'variants'>): boolean {
  return type === 'human_a_b_testing' && variants.length === 2;
}

/** The id of the task that shows a variant of the scenario; of the scenario if it has one task. */
export function taskIdOf(
  evaluation: Pick<HumanEvaluation, 'type' | 'variants' | 'queueId'>,
  scenarioId: string,
  { tasks, variant }: { tasks: readonly Task[]; variant: number },
): string {
  if (!hasTaskEach(evaluation)) return scenarioId;
  const written = tasks.find((task) => task.firstVariant === variant);
  const variants = { first: variant, second: null };
  return written?.id ?? taskIdAt({ queueId: evaluation.queueId, scenarioId, variants });
}
