import { Problem } from '../../../contract/problems.ts';
import { effectOf, type JudgingRules } from '../../../domain/evaluations/judging-rules.ts';
import type { Queryable, Transaction } from '../../../storage/database.ts';
import { insertGuidelines } from '../../../storage/evaluations/evaluation-guidelines.ts';
import {
  hasJudgements,
  type SettingsParts,
  updateSettings,
} from '../../../storage/evaluations/evaluation-settings.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import { changePlaces, noteReturn } from '../../../storage/evaluations/tasks.ts';
import { scenarioSpans } from './scenario-spans.ts';

/** New rules for an evaluation. */
export interface RulesChange {
  readonly evaluation: HumanEvaluation;
  readonly current: JudgingRules;
  readonly next: JudgingRules;
}

export function rulesOf(
  { type, settings, judgementsPerTask }: HumanEvaluation,
  { guidelines }: Pick<SettingsParts, 'guidelines'>,
): JudgingRules {
  return { type, settings, judgementsPerTask, guidelines };
}

/** A closed evaluation keeps its rules, and one with judgements most of them. */
export async function refuseLateChange(
  db: Queryable,
  { evaluation, current, next }: RulesChange,
): Promise<void> {
  const effect = effectOf(current, next);
  if (effect === 'none') return;
  if (evaluation.closedAt !== null) {
    throw new Problem('evaluation_closed', 'The evaluation is closed: reopen it to change it.');
  }
  const { id, standing } = evaluation;
  if (effect === 'before judgements' && (await hasJudgements(db, standing.workspaceId, id))) {
    throw new Problem(
      'already_judged',
      'Judgements exist, and all have to be made under the same rules: make a new evaluation instead.',
    );
  }
}

/** Writes what changed; new guidelines get the next version. */
export async function writeRules(
  tx: Transaction,
  { evaluation, current, next }: RulesChange,
  now: number,
): Promise<void> {
  if (effectOf(current, next) === 'none') return;
  const { id, standing } = evaluation;
  const hasNewGuidelines = next.guidelines !== current.guidelines;
  const guidelinesVersion = evaluation.guidelinesVersion + (hasNewGuidelines ? 1 : 0);
  if (hasNewGuidelines) {
    await insertGuidelines(tx, standing.workspaceId, {
      evaluationId: id,
      version: guidelinesVersion,
      guidelines: next.guidelines,
      createdBy: standing.userId,
      createdAt: now,
    });
  }
  await updateSettings(tx, standing.workspaceId, {
    id,
    type: next.type,
    settings: next.settings,
    judgementsPerTask: next.judgementsPerTask,
    guidelinesVersion,
    now,
  });
}

/** With the most tasks each, what the embedded engine changes in a few milliseconds. */
const SCENARIOS_AT_ONCE = 100;

/** Wants another number of judgements of tasks that stay as they are. */
export async function writePlaces(
  tx: Transaction,
  { evaluation, current, next }: RulesChange,
): Promise<void> {
  const added = next.judgementsPerTask - current.judgementsPerTask;
  if (added === 0) return;
  const { workspaceId } = evaluation.standing;
  const { id: evaluationId, queueId, scenarioCount } = evaluation;
  const scenarios = { evaluationId, scenarioCount, atOnce: SCENARIOS_AT_ONCE };
  for await (const span of scenarioSpans(scenarios)) {
    await changePlaces(tx, workspaceId, { queueId, added, ...span });
  }
  await noteReturn(tx, workspaceId, evaluation.id);
}
