import { strings } from '../strings.ts';
import type { Evaluation } from './evaluation-queries.ts';

/** Evaluations have no name; the names of variants would unblind annotators. */
export function evaluationTitle({
  variant_names,
  testset_name,
}: Pick<Evaluation, 'variant_names' | 'testset_name'>): string {
  return variant_names.length === 0
    ? strings.evaluations.over(testset_name)
    : strings.evaluations.versus(variant_names);
}
