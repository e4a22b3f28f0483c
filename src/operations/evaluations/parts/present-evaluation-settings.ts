import type { EvaluationSettings } from '../../../contract/evaluations/evaluation-settings.ts';
import { expectedColumnOf } from '../../../domain/evaluations/expected-column.ts';
import { formatTimestamp } from '../../../domain/timestamps.ts';
import type { SettingsParts } from '../../../storage/evaluations/evaluation-settings.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import { isBlindFor } from './blindness.ts';
import { planOf } from './plan-of.ts';

/**
 * How an evaluation is judged; nothing in it reveals the variants. Its name, which often contains
 * theirs, and how its results are computed are withheld from annotators while they judge blind.
 */
export function presentEvaluationSettings(
  evaluation: HumanEvaluation,
  { guidelines, incomplete }: SettingsParts,
): EvaluationSettings {
  const { settings, scenarioCount, closedAt } = evaluation;
  return {
    evaluation_id: evaluation.id,
    evaluation_type: evaluation.type,
    inputs: [...evaluation.inputs],
    expected_column: expectedColumnOf(settings),
    judgements_per_task: evaluation.judgementsPerTask,
    score_min: settings.scoreMin,
    score_max: settings.scoreMax,
    testset_revision: evaluation.testsetRevision,
    testset_revision_id: evaluation.testsetRevisionId,
    scenario_count: scenarioCount,
    judged_count: scenarioCount - incomplete,
    locked: closedAt !== null,
    closed_at: closedAt === null ? null : formatTimestamp(closedAt),
    closed_by: evaluation.closedBy,
    blind: settings.isBlind,
    allow_tie: settings.allowTie,
    allow_both_bad: settings.allowBothBad,
    pairs_per_scenario: settings.pairsPerScenario,
    criteria: [...settings.criteria],
    guidelines,
    guidelines_version: evaluation.guidelinesVersion,
    presentation: settings.presentation,
    who_may_judge: settings.whoMayJudge,
    annotator_ids: [...settings.annotatorIds],
    ...(isBlindFor(evaluation) ? {} : openFields(evaluation)),
  };
}

function openFields(evaluation: HumanEvaluation) {
  const { settings } = evaluation;
  const plan = planOf(evaluation);
  return {
    archived: evaluation.archivedAt !== null,
    name: evaluation.name,
    description: evaluation.description,
    zone: settings.zone,
    level: settings.level,
    minimum_seconds: settings.minimumSeconds,
    exclusion_rules: [...settings.exclusionRules],
    plan: plan && { scenario_count: plan.cases, judgements_per_task: plan.judgementsPerTask },
  };
}
