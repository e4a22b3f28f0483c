import type { Judgement } from '../../../contract/judging/judgements.ts';
import type { TaskSlot } from '../../../domain/judging/criterion-answers.ts';
import { formatTimestamp } from '../../../domain/timestamps.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import type {
  JudgementVersion,
  ListedJudgement,
} from '../../../storage/judging/listed-judgements.ts';
import type { Context } from '../../context.ts';
import { isBlindFor } from '../../evaluations/parts/blindness.ts';
import { slotId } from '../../evaluations/parts/slot-ids.ts';

/** A judgement as the caller may see it: it does not show blind callers which variant is which. */
export function presentJudgement(
  context: Pick<Context, 'slotSecret'>,
  evaluation: HumanEvaluation,
  judgement: ListedJudgement,
): Judgement {
  const view = viewOf(context, evaluation, judgement);
  return {
    id: judgement.id,
    evaluation_id: evaluation.id,
    scenario_id: judgement.scenarioId,
    position: judgement.position,
    annotator: {
      id: judgement.annotatorId,
      name: judgement.annotatorName,
      kind: judgement.annotatorKind,
    },
    slots: view.slots.map((slot) => ({
      slot_id: slot.slotId,
      variant_id: view.variantIdOf(slot.variant),
    })),
    sides_stored: judgement.side !== null,
    ...presentVersion(view, judgement),
  };
}

/** The same judgement with all of its versions, oldest first. */
export function presentHistory(
  context: Pick<Context, 'slotSecret'>,
  evaluation: HumanEvaluation,
  {
    judgement,
    versions,
  }: { judgement: ListedJudgement; versions: readonly JudgementVersion[] | undefined },
): Judgement {
  const view = viewOf(context, evaluation, judgement);
  return {
    ...presentJudgement(context, evaluation, judgement),
    versions: (versions ?? []).map((version) => presentVersion(view, version)),
  };
}

/**
 * The places of the variants, from left to right as they were shown; if that is unknown, in the
 * order of the evaluation.
 */
export function variantsFromLeft(
  { variants }: Pick<HumanEvaluation, 'variants'>,
  { firstVariant, secondVariant, side }: ListedJudgement,
): readonly number[] {
  if (firstVariant === null) return [...variants.keys()];
  if (secondVariant === null) return [firstVariant];
  return side === 1 ? [secondVariant, firstVariant] : [firstVariant, secondVariant];
}

interface View {
  readonly slots: readonly TaskSlot[];
  readonly variantIdOf: (variant: number | null) => string | null;
  /** Blind callers may have named winners by variant before: their slots would reveal the pair. */
  readonly hidesSlotsOfVariants: boolean;
}

function viewOf(
  context: Pick<Context, 'slotSecret'>,
  evaluation: HumanEvaluation,
  judgement: ListedJudgement,
): View {
  const { taskId, annotatorId } = judgement;
  const task = { evaluationId: evaluation.id, taskId, annotatorId };
  const slots = variantsFromLeft(evaluation, judgement).map((variant) => ({
    slotId: slotId(context, { ...task, variant }),
    variant,
  }));
  if (!isBlindFor(evaluation)) {
    return {
      slots,
      variantIdOf: (variant) =>
        variant === null ? null : (evaluation.variants[variant]?.id ?? null),
      hidesSlotsOfVariants: false,
    };
  }
  // Without stored sides, the slots are shown in an order that reveals nothing.
  const isHidden = judgement.side === null;
  return {
    slots: isHidden ? slots.toSorted((a, b) => (a.slotId < b.slotId ? -1 : 1)) : slots,
    variantIdOf: () => null,
    hidesSlotsOfVariants: true,
  };
}

function presentVersion(view: View, version: JudgementVersion) {
  const slotOf = (variant: number | null) =>
    view.slots.find((slot) => slot.variant === variant)?.slotId ?? null;
  const isSlotHidden = view.hidesSlotsOfVariants && version.namedBy === 'variant';
  return {
    version: version.version,
    withdrawn: version.isWithdrawn,
    outcome: version.outcome,
    winner_slot_id: isSlotHidden ? null : slotOf(version.winner),
    winner_variant_id: view.variantIdOf(version.winner),
    score: version.score,
    answers: version.answers.map(({ criterion, variant, value }) => ({
      criterion,
      slot_id: slotOf(variant),
      variant_id: view.variantIdOf(variant),
      value,
    })),
    note: version.note,
    time_taken_ms: version.timeTakenMs,
    guidelines_version: version.guidelinesVersion,
    judged_at: formatTimestamp(version.judgedAt),
  };
}
