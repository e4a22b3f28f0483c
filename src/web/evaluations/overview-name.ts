import type { EvaluationOverview } from '../../contract/evaluations/evaluation-overviews.ts';
import { strings } from '../strings.ts';

/** The evaluation's name; null for blind annotators, because names often contain variant names. */
export function overviewName({
  name,
  evaluation_type,
  testset,
}: Pick<EvaluationOverview, 'name' | 'evaluation_type'> & {
  readonly testset: { readonly name: string };
}): string {
  return name ?? strings.overviews.unnamed[evaluation_type](testset.name);
}
