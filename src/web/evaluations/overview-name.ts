import type { EvaluationOverview } from '../../contract/evaluations/evaluation-overviews.ts';
import { strings } from '../strings.ts';

/** Names often contain variant names, so the server withholds them from annotators who judge blind. */
export function judgesBlind({ name }: Pick<EvaluationOverview, 'name'>): boolean {
  return name === null;
}

/** The evaluation's name; for annotators who judge blind, its type and test set. */
export function overviewName({
  name,
  evaluation_type,
  testset,
}: Pick<EvaluationOverview, 'name' | 'evaluation_type'> & {
  readonly testset: { readonly name: string };
}): string {
  return name ?? strings.overviews.unnamed[evaluation_type](testset.name);
}
