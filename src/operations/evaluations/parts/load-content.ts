import type { EvaluationContent } from '../../../domain/evaluations/evaluation-status.ts';
import type { Queryable } from '../../../storage/database.ts';
import {
  findContent,
  isAnyIncomplete,
} from '../../../storage/evaluations/human-evaluation-changes.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import { scenarioSpans } from './scenario-spans.ts';

/** As many as the embedded engine reads in a few milliseconds. */
const SCENARIOS_AT_ONCE = 500;

/** Looks for outputs and judgements a few scenarios at a time, until one is found. */
export async function loadContent(
  db: Queryable,
  { id: evaluationId, standing, scenarioCount }: HumanEvaluation,
): Promise<EvaluationContent> {
  const { workspaceId } = standing;
  const isComplete = scenarioCount > 0 && !(await isAnyIncomplete(db, workspaceId, evaluationId));
  const scenarios = { evaluationId, scenarioCount, atOnce: SCENARIOS_AT_ONCE };
  for await (const span of scenarioSpans(scenarios)) {
    const content = await findContent(db, workspaceId, span);
    if (content.hasOutputs || content.hasJudgements) return { ...content, isComplete };
  }
  return { hasOutputs: false, hasJudgements: false, isComplete };
}
