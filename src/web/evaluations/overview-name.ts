import type { EvaluationOverview } from '../../contract/evaluations/evaluation-overviews.ts';
import { strings } from '../strings.ts';

/** What an evaluation is called; its name, which often has those of variants, would unblind annotators. */
export function overviewName({
  name,
  evaluation_type,
  testset,
}: Pick<EvaluationOverview, 'name' | 'evaluation_type'> & {
  readonly testset: { readonly name: string };
}): string {
  return name ?? strings.overviews.unnamed[evaluation_type](testset.name);
}
