import { Problem } from '../../../contract/problems.ts';
import {
  effectOf,
  isExtended,
  isOnlyAnalysis,
  type JudgingRules,
  recordedChanges,
} from '../../../domain/evaluations/judging-rules.ts';
import type { Queryable, Transaction } from '../../../storage/database.ts';
import { countJudgements, keepPlan } from '../../../storage/evaluations/evaluation-extensions.ts';
import { insertGuidelines } from '../../../storage/evaluations/evaluation-guidelines.ts';
import {
  hasJudgements,
  type SettingsParts,
  updateSettings,
} from '../../../storage/evaluations/evaluation-settings.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import type { Context } from '../../context.ts';
import { changeJudgementsPerTask } from './change-judgements-per-task.ts';
import { recordSettingChanges } from './record-setting-changes.ts';

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

/** A closed evaluation keeps its rules, and one with judgements keeps most of them. */
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

/** Records changes after the first judgement; more judgements per task are an extension. */
export async function recordLateChanges(
  context: Context,
  tx: Transaction,
  { evaluation, current, next }: RulesChange,
): Promise<void> {
  const changes = recordedChanges(current, next);
  if (changes.length === 0) return;
  const { id, standing } = evaluation;
  const judgements = await countJudgements(tx, standing.workspaceId, id);
  if (judgements === 0) return;
  await recordSettingChanges(context, tx, { evaluation, changes, judgements });
  if (isExtended(current, next)) await keepPlan(tx, standing.workspaceId, id);
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
    // Annotators see when an evaluation changed, but not how its results are computed.
    updatedAt: isOnlyAnalysis(current, next) ? evaluation.updatedAt : now,
    openUntil: current.settings.isBlind ? null : now,
  });
}

export async function writeJudgementsPerTask(
  tx: Transaction,
  { evaluation, current, next }: RulesChange,
): Promise<void> {
  const { judgementsPerTask } = next;
  if (judgementsPerTask === current.judgementsPerTask) return;
  await changeJudgementsPerTask(tx, evaluation, judgementsPerTask);
}
