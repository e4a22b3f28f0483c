import { issues, ValidationFailure } from '../../../contract/validation.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';

/** Only the inputs that an evaluation was made with are sliced by. */
export function requireInput({ inputs }: Pick<HumanEvaluation, 'inputs'>, slice: string): void {
  if (inputs.includes(slice)) return;
  const names = inputs.map((name) => JSON.stringify(name)).join(', ');
  const why = `the evaluation has no such input; it has ${names}`;
  throw new ValidationFailure([issues.valueError(['query', 'slice'], why)]);
}
