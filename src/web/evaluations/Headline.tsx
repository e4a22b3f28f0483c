import { useQuery } from '@tanstack/react-query';
import { namesOf } from '../results/names.ts';
import { verdictHeadline } from '../results/verdict-sentence.ts';
import { type Evaluation, resultsQuery } from './evaluation-queries.ts';

/** The verdict of an evaluation in a few words; nothing for annotators who must stay blind. */
export function Headline({ evaluation }: { readonly evaluation: Evaluation }) {
  const { data: results } = useQuery(resultsQuery(evaluation.id));
  const verdict = results?.statistics.verdict;
  if (results === undefined || verdict === undefined) return null;
  return verdictHeadline(verdict, namesOf(evaluation, results));
}
