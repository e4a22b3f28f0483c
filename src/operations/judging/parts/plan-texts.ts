import type { ScenarioInput, ScenarioUpdate } from '../../../contract/evaluations/scenarios.ts';
import { ValidationFailure } from '../../../contract/validation.ts';
import { mayDo } from '../../../domain/identity/permissions.ts';
import { notFound } from '../../../storage/callers.ts';
import type { ScenarioDetails } from '../../../storage/evaluations/scenario-changes.ts';
import type { Context } from '../../context.ts';
import { isBlindFor, mayEdit } from '../../evaluations/parts/blindness.ts';
import type { LoadedScenario } from '../../evaluations/parts/load-scenario.ts';
import { repeatedVariants } from './repeated-variants.ts';

/** Which texts of a scenario an update changes; undefined for what stays. */
export interface TextsPlan {
  readonly inputs: readonly ScenarioInput[] | undefined;
  readonly outputs: readonly SentOutput[] | undefined;
  readonly details: ScenarioDetails | undefined;
}

interface SentOutput {
  readonly variant: number;
  readonly output: string;
}

/** Texts that are sent as they are stored are no change and need no permission. */
export function planTexts(
  { gate }: Pick<Context, 'gate'>,
  loaded: LoadedScenario,
  sent: ScenarioUpdate,
): TextsPlan {
  const { evaluation, scenario } = loaded;
  const outputs = changedOutputs({ gate }, loaded, sent.outputs);
  const inputs = isSame(sent.inputs ?? scenario.inputs, scenario.inputs) ? undefined : sent.inputs;
  const details = { correctAnswer: sent.correct_answer, isPinned: sent.is_pinned };
  const isDetailChanged =
    (details.correctAnswer ?? scenario.correctAnswer) !== scenario.correctAnswer ||
    (details.isPinned ?? scenario.isPinned) !== scenario.isPinned;
  if (outputs !== undefined && !mayDo(evaluation.standing.roles, 'run_evaluations')) {
    throw gate.refusal('run_evaluations');
  }
  if ((inputs !== undefined || isDetailChanged) && !mayEdit(evaluation)) {
    throw gate.refusal('edit_evaluation');
  }
  return { inputs, outputs, details: isDetailChanged ? details : undefined };
}

/**
 * Outputs by variant, sent in any order. Blind callers may only send back what they were shown, as
 * clients of the original do with each vote: an answer to "is this the output of that variant?"
 * would reveal which is which.
 */
function changedOutputs(
  { gate }: Pick<Context, 'gate'>,
  { evaluation, outputs, names }: LoadedScenario,
  sent: ScenarioUpdate['outputs'],
): readonly SentOutput[] | undefined {
  if (sent === undefined) return undefined;
  const named = sent.map(({ variant_id }) => names.read(variant_id));
  const isBlind = isBlindFor(evaluation);
  if (isBlind && named.includes(undefined)) throw gate.refusal('edit_evaluation');
  const sentOutputs = sent.map(({ variant_id, variant_output }, index): SentOutput => {
    const name = named[index];
    const field = `outputs[${index}].variant_id`;
    if (name === undefined) throw notFound('variant', { id: variant_id, field });
    return { variant: name.variant, output: variant_output };
  });
  const repeated = repeatedVariants(sentOutputs, 'outputs');
  if (repeated.length > 0) throw new ValidationFailure(repeated);
  const stored = new Map(outputs.map(({ variant, output }) => [variant, output]));
  const isStored =
    sentOutputs.length === stored.size &&
    sentOutputs.every(({ variant, output }) => stored.get(variant) === output);
  if (isStored) return undefined;
  if (isBlind) throw gate.refusal('edit_evaluation');
  return sentOutputs;
}

function isSame(left: readonly ScenarioInput[], right: readonly ScenarioInput[]): boolean {
  const textOf = (list: readonly ScenarioInput[]) =>
    JSON.stringify(list.map(({ input_name, input_value }) => [input_name, input_value]));
  return textOf(left) === textOf(right);
}
