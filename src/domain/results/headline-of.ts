import type { ResultEstimate } from '../../contract/results/result-estimates.ts';
import type { CleanStudy } from './clean-study.ts';
import { hidePrior } from './hide-prior.ts';
import { summarizeSeveralVariants } from './several-variants.ts';
import { summarizeScores } from './summarize-scores.ts';
import { summarizeTwoVariants } from './two-variants.ts';
import { countVotes } from './vote-clusters.ts';

/**
 * The figure that a study is about, to compare it with others of the same judgements: the win rate of
 * two variants, the first difference among several, or that of the first criterion.
 */
export function headlineOf(study: CleanStudy): ResultEstimate | null {
  if (study.kind === 'scoring') {
    const [criterion] = summarizeScores(study);
    return criterion?.block.differences[0]?.difference ?? null;
  }
  const counted = countVotes(study, study.votes);
  if (study.variants.length === 2) {
    return summarizeTwoVariants(study, counted)?.block.score_win_rate ?? null;
  }
  const { block, abilities } = summarizeSeveralVariants(study, counted);
  return hidePrior(block, abilities).differences[0]?.difference ?? null;
}
