import type { Output } from '../../contract/api.ts';
import type { Evaluation } from '../evaluations/evaluation-queries.ts';
import { strings } from '../strings.ts';

/** Statistics identify variants and annotators by id only. */
export interface Names {
  readonly variant: (id: string | null) => string;
  readonly annotator: (id: string) => string;
  /** The variant's index in the evaluation, which decides its colour. */
  readonly place: (id: string) => number;
}

export function namesOf(evaluation: Evaluation, results: Output<'fetchResults'>): Names {
  const variants = new Map(
    evaluation.variant_ids.map((id, index) => [id, evaluation.variant_names[index] ?? id]),
  );
  const people = new Map(results.progress?.annotators?.map(({ id, name }) => [id, name]) ?? []);
  // Readers who may not see annotators' names get numbers.
  const ids = (results.statistics.bias?.annotators ?? []).map(({ annotator }) => annotator);
  return {
    variant: (id) => (id === null ? '' : (variants.get(id) ?? id)),
    annotator: (id) => people.get(id) ?? strings.results.annotatorNumber(ids.indexOf(id) + 1),
    place: (id) => Math.max(0, evaluation.variant_ids.indexOf(id)),
  };
}
