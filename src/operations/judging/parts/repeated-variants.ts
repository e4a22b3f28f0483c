import { repeats } from '../../../contract/evaluations/evaluation-faults.ts';
import type { ValidationIssue } from '../../../contract/validation.ts';

/** A caller can name one variant by its id and by a slot: two texts for the same variant. */
export function repeatedVariants(
  named: readonly { readonly variant: number }[],
  field: 'outputs' | 'scores',
): readonly ValidationIssue[] {
  const variants = named.map(({ variant }) => String(variant));
  return repeats(variants, ['body', field], 'each variant may be named once');
}
