import type { Output } from '../../contract/api.ts';
import type { Evaluation } from '../evaluations/evaluation-queries.ts';
import { strings } from '../strings.ts';
import type { Count } from './count.ts';
import { Figure } from './Figure.tsx';
import { SharesBar } from './SharesBar.tsx';

interface CountsSectionProps {
  readonly evaluation: Evaluation;
  readonly results: Output<'fetchResults'>;
}

/** The counts of judgements. */
export function CountsSection({ evaluation, results }: CountsSectionProps) {
  const texts = strings.results;
  const counts =
    evaluation.evaluation_type === 'human_a_b_testing'
      ? countVotes(evaluation, results.votes_data)
      : countScores(results.results_data);
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const rows = counts.map(({ label, count }) => [
    label,
    count,
    all === 0 ? 0 : Math.round((1000 * count) / all) / 10,
  ]);
  return (
    <Figure
      title={texts.counts}
      text={texts.judgements(all)}
      numbers={{ columns: [texts.verdict, texts.count, texts.share], rows }}
    >
      {all > 0 && <SharesBar label={texts.counts} parts={counts} />}
    </Figure>
  );
}

/** The first variant, ties, both bad, the other variants: neutral answers are in the middle. */
function countVotes(
  { variant_ids, variant_names }: Evaluation,
  votes: CountsSectionProps['results']['votes_data'],
): readonly Count[] {
  const [first, ...others] = variant_ids.map((id, index) => ({
    label: strings.results.better(variant_names[index] ?? ''),
    count: votes?.variants_votes_data?.[id]?.number_of_votes ?? 0,
  }));
  return [
    ...(first === undefined ? [] : [first]),
    { label: strings.judging.votes.tie, count: votes?.positive_votes?.number_of_votes ?? 0 },
    { label: strings.judging.votes.both_bad, count: votes?.flag_votes?.number_of_votes ?? 0 },
    ...others,
  ];
}

function countScores(scores: CountsSectionProps['results']['results_data']): readonly Count[] {
  return Object.entries(scores ?? {})
    .filter(([score]) => score !== '')
    .map(([label, count]) => ({ label, count }))
    .toSorted((one, other) => Number(one.label) - Number(other.label));
}
