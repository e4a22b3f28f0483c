import { parseId } from '../../../domain/ids.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import type { Task } from '../../../storage/evaluations/tasks.ts';
import type { Context } from '../../context.ts';
import { isBlindFor } from './blindness.ts';
import { taskIdOf } from './scenario-tasks.ts';
import { slotId } from './slot-ids.ts';

/** A variant as the caller named it. */
interface NamedVariant {
  readonly variant: number;
  readonly namedBy: 'slot' | 'variant';
}

/** How the original routes name the variants of one scenario to one caller, and read them back. */
export interface VariantNames {
  /** The variant's id, or its slot's id for callers who must not know it. */
  readonly nameOf: (variant: number) => string;
  /** Blind callers cannot name a variant by id: every answer would reveal something. */
  readonly read: (text: string) => NamedVariant | undefined;
}

export function variantNames(
  context: Pick<Context, 'slotSecret'>,
  evaluation: HumanEvaluation,
  { scenarioId, tasks }: { scenarioId: string; tasks: readonly Task[] },
): VariantNames {
  const slotOf = (variant: number) =>
    slotId(context, {
      evaluationId: evaluation.id,
      taskId: taskIdOf(evaluation, scenarioId, { tasks, variant }),
      annotatorId: evaluation.standing.userId,
      variant,
    });
  const isBlind = isBlindFor(evaluation);
  return {
    nameOf: (variant) => (isBlind ? slotOf(variant) : (evaluation.variants[variant]?.id ?? '')),
    read: (text) => {
      const id = parseId(text);
      if (id === undefined) return undefined;
      const variant = evaluation.variants.findIndex((candidate) => candidate.id === id);
      if (variant >= 0 && !isBlind) return { variant, namedBy: 'variant' };
      const slot = evaluation.variants.findIndex((_, place) => slotOf(place) === id);
      return slot < 0 ? undefined : { variant: slot, namedBy: 'slot' };
    },
  };
}
