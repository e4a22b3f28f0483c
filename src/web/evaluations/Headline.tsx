import { useQuery } from '@tanstack/react-query';
import { headline } from '../../domain/results/sentences/headline.ts';
import { isolatedNames } from '../results/isolated-names.ts';
import { namesOf } from '../results/names.ts';
import { isWhole } from '../results/whole-statistics.ts';
import { type Evaluation, resultsQuery } from './evaluation-queries.ts';

/** The verdict of an evaluation in a few words; nothing for annotators who must stay blind. */
export function Headline({ evaluation }: { readonly evaluation: Evaluation }) {
  const { data: results } = useQuery(resultsQuery(evaluation.id));
  if (results === undefined || !isWhole(results.statistics)) return null;
  return headline(results.statistics, isolatedNames(namesOf(evaluation, results)));
}
