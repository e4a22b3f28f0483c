import type {
  Assignment as Shown,
  OwnJudgement as ShownJudgement,
} from '../../../contract/judging/assignments.ts';
import { formatTimestamp } from '../../../domain/timestamps.ts';
import type { Assignment, AssignmentView } from '../../../storage/judging/assignments.ts';
import type { OwnJudgement } from '../../../storage/judging/judgements.ts';
import type { Context } from '../../context.ts';
import { slotId } from '../../evaluations/parts/slot-ids.ts';

/** A slot of a task, from left to right. */
export interface Slot {
  readonly slotId: string;
  readonly variant: number;
}

/**
 * All that an annotator sees of a task, field by field, so that nothing else that is stored about
 * it gets out.
 */
export function presentAssignment(
  context: Pick<Context, 'slotSecret'>,
  view: AssignmentView,
): Shown {
  const slots = slotsOf(context, view);
  return {
    id: view.id,
    evaluation_id: view.evaluationId,
    status: view.status,
    lease_expires_at: view.status === 'open' ? formatTimestamp(view.leaseUntil) : null,
    inputs: view.inputs.map(({ input_name, input_value }) => ({ input_name, input_value })),
    correct_answer: view.correctAnswer,
    slots: slots.map((slot) => ({
      slot_id: slot.slotId,
      output: slot.variant === view.firstVariant ? view.firstOutput : view.secondOutput,
    })),
    flag: view.flag,
    skip_reason: view.skipReason,
    judgement:
      view.judgement === undefined || !view.judgement.counts
        ? null
        : presentOwnJudgement(view.judgement, slots),
  };
}

export function slotsOf(
  context: Pick<Context, 'slotSecret'>,
  { evaluationId, taskId, annotatorId, ...task }: Assignment,
): readonly Slot[] {
  const { firstVariant, secondVariant, side } = task;
  const variants =
    secondVariant === null
      ? [firstVariant]
      : side === 0
        ? [firstVariant, secondVariant]
        : [secondVariant, firstVariant];
  return variants.map((variant) => ({
    slotId: slotId(context, { evaluationId, taskId, annotatorId, variant }),
    variant,
  }));
}

/** A winner that was named by its variant is left out, because it would reveal the slot. */
export function presentOwnJudgement(
  judgement: OwnJudgement,
  slots: readonly Slot[],
): ShownJudgement {
  const slotOf = (variant: number | null) =>
    slots.find((slot) => slot.variant === variant)?.slotId ?? null;
  const winner = judgement.namedBy === 'slot' ? slotOf(judgement.winner) : null;
  return {
    version: judgement.version,
    outcome: judgement.outcome === 'slot' ? winner : judgement.outcome,
    score: judgement.score,
    answers: judgement.answers.map(({ criterion, variant, value }) => ({
      criterion,
      slot_id: slotOf(variant),
      value,
    })),
    note: judgement.note,
    time_taken_ms: judgement.timeTakenMs,
    guidelines_version: judgement.guidelinesVersion,
    judged_at: formatTimestamp(judgement.judgedAt),
  };
}
