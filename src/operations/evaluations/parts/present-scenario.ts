import type { HumanEvaluationScenario } from '../../../contract/evaluations/scenarios.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import type { Scenario, ScenarioOutput } from '../../../storage/evaluations/scenarios.ts';
import type { JudgementOfTask, OwnJudgement } from '../../../storage/judging/judgements.ts';
import { isBlindFor } from './blindness.ts';
import { hasOnePair } from './scenario-tasks.ts';
import type { VariantNames } from './variant-names.ts';

/** A scenario with what the caller may see of it. */
export interface ScenarioParts {
  readonly scenario: Scenario;
  readonly outputs: readonly ScenarioOutput[];
  /** The caller's own. */
  readonly judgements: readonly JudgementOfTask[];
  readonly names: VariantNames;
}

export function presentScenario(
  evaluation: HumanEvaluation,
  { scenario, outputs, judgements, names }: ScenarioParts,
): HumanEvaluationScenario {
  const whole = judgements.find(({ taskId }) => taskId === scenario.id)?.judgement;
  const pair = judgements.find(({ firstVariant }) => firstVariant !== null)?.judgement;
  const own = hasOnePair(evaluation) ? (pair ?? whole) : whole;
  const isComparison = evaluation.type === 'human_a_b_testing';
  const scores = isComparison ? [] : scoresOf(judgements);
  const shownOutputs = outputs.map(({ variant, output }) => ({
    variant_id: names.nameOf(variant),
    variant_output: output,
  }));
  const shownScores = scores.map(({ variant, score }) => ({
    variant_id: names.nameOf(variant),
    score,
  }));
  // The order of the variants would reveal which output and score belongs to which.
  if (isBlindFor(evaluation)) for (const list of [shownOutputs, shownScores]) list.sort(byName);
  return {
    id: scenario.id,
    evaluation_id: scenario.evaluationId,
    inputs: scenario.inputs.map(({ input_name, input_value }) => ({ input_name, input_value })),
    outputs: shownOutputs,
    vote: isComparison ? voteText(evaluation, own, names) : null,
    score: isComparison ? null : scoreText(evaluation, scores),
    evaluation: null,
    correct_answer: scenario.correctAnswer,
    is_pinned: scenario.isPinned,
    note: own?.note ?? '',
    position: scenario.position,
    scores: shownScores,
  };
}

function byName(left: { variant_id: string }, right: { variant_id: string }): number {
  return left.variant_id < right.variant_id ? -1 : 1;
}

/** The vote in the words of the original; the variant by the kind of id that the annotator sent. */
function voteText(
  { variants }: HumanEvaluation,
  own: OwnJudgement | undefined,
  names: VariantNames,
): string {
  if (own === undefined || !own.counts || own.outcome === null) return '';
  if (own.outcome === 'tie') return '1';
  if (own.outcome === 'both_bad') return '0';
  const winner = own.winner ?? 0;
  return own.namedBy === 'variant' ? (variants[winner]?.id ?? '') : names.nameOf(winner);
}

interface VariantScore {
  readonly variant: number;
  readonly score: number;
}

export function scoresOf(judgements: readonly JudgementOfTask[]): readonly VariantScore[] {
  return judgements
    .flatMap(({ firstVariant, judgement }) =>
      judgement.counts && judgement.score !== null && firstVariant !== null
        ? [{ variant: firstVariant, score: judgement.score }]
        : [],
    )
    .sort((left, right) => left.variant - right.variant);
}

/** The score of a single variant; several are in `scores`. */
export function scoreText(
  { variants }: Pick<HumanEvaluation, 'variants'>,
  scores: readonly VariantScore[],
): string {
  const [only] = scores;
  return variants.length === 1 && only !== undefined ? String(only.score) : '';
}
