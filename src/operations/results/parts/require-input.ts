import { issues, ValidationFailure } from '../../../contract/validation.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';

/** Results can be sliced only by inputs that the evaluation was created with. */
export function requireInput({ inputs }: Pick<HumanEvaluation, 'inputs'>, slice: string): void {
  if (inputs.includes(slice)) return;
  const names = inputs.map((name) => JSON.stringify(name)).join(', ');
  const why = `the evaluation has no such input; it has ${names}`;
  throw new ValidationFailure([issues.valueError(['query', 'slice'], why)]);
}
