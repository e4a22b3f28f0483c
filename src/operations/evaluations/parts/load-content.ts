import type { EvaluationContent } from '../../../domain/evaluations/evaluation-status.ts';
import type { Queryable } from '../../../storage/database.ts';
import {
  findContent,
  isAnyIncomplete,
} from '../../../storage/evaluations/human-evaluation-changes.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import { scenarioSpans } from './scenario-spans.ts';

/** What the embedded engine looks through in a few milliseconds. */
const SCENARIOS_AT_ONCE = 500;

/** What is in an evaluation: looked for a few scenarios at a time, until something is found. */
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
