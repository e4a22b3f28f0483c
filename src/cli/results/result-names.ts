import type { Output } from '../../contract/api.ts';
import { plainText } from '../plain-text.ts';

/** Names of variants and annotators: statistics have only their ids. */
export function resultNames(
  evaluation: Output<'fetchHumanEvaluation'>,
  results: Output<'fetchResults'>,
) {
  const variants = new Map(
    evaluation.variant_ids.map((id, place) => [id, evaluation.variant_names[place] ?? id]),
  );
  const annotators = new Map(results.progress?.annotators?.map(({ id, name }) => [id, name]) ?? []);
  return {
    variant: (id: string) => plainText(variants.get(id) ?? id),
    annotator: (id: string) => plainText(annotators.get(id) ?? 'an annotator'),
  };
}
