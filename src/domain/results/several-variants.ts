import type { SeveralVariants } from '../../contract/results/results.ts';
import { pairRowsFrom } from '../../statistics/pairwise/aggregate.ts';
import { connectivity } from '../../statistics/pairwise/connectivity.ts';
import type { CleanStudy } from './clean-study.ts';
import { contrastWord } from './contrast-word.ts';
import { type PairPoints, pairPoints, variantPoints } from './pair-points.ts';
import type { PlannedContrast } from './planned-contrasts.ts';
import { presentContrast, presentEstimate, resultWarnings } from './present-estimate.ts';
import { rankRanges } from './rank-ranges.ts';
import { asShare, rateOver } from './rate-over.ts';
import { ALL_BAD, ALL_GOOD } from './study-data.ts';
import { optionsAt, type StudyLook } from './study-look.ts';

/**
 * Three or more variants over the completed cases, with differences and ranks that hold jointly.
 */
export function summarizeSeveralVariants(
  look: StudyLook,
  contrasts: readonly PlannedContrast[],
): SeveralVariants {
  const { completed: study } = look;
  const id = (variant: number): string => study.variants[variant] ?? '';
  const pairs = pairPoints(study);
  const groups = comparedGroups(study, pairs);
  const isMixed = study.choices.chosen.length > 0 && study.votes.case.length > 0;
  return {
    warnings: resultWarnings(
      isMixed ? ['mixed_methods'] : [],
      groups.length > 1 ? ['not_connected'] : [],
    ),
    variants: rankedVariants(look, contrasts),
    differences: contrasts.map((contrast) => ({
      variant: id(contrast.variant),
      against: id(contrast.against),
      difference: presentContrast(look, contrast),
      known: contrastWord(contrast),
    })),
    win_matrix: pairs.map((pair) => winCell(look, pair, optionsAt(look, pairs.length))),
    groups: groups.map((group) => group.map(id)),
    choices: {
      total: study.choices.chosen.length,
      all_good: study.choices.chosen.filter((chosen) => chosen === ALL_GOOD).length,
      all_bad: study.choices.chosen.filter((chosen) => chosen === ALL_BAD).length,
    },
  };
}

function rankedVariants(
  look: StudyLook,
  contrasts: readonly PlannedContrast[],
): SeveralVariants['variants'] {
  const { completed: study } = look;
  const ranks = rankRanges(study.variants.length, contrasts);
  return variantPoints(study).map((points, i) => {
    const rate = rateOver(points, optionsAt(look, study.variants.length));
    return {
      variant: study.variants[i] ?? '',
      win_rate: presentEstimate(rate(points.value), 'planned'),
      both_bad_rate: presentEstimate(asShare(rate(points.bothBad)), 'planned'),
      rank_best: ranks[i]?.best ?? 1,
      rank_worst: ranks[i]?.worst ?? study.variants.length,
    };
  });
}

function winCell(
  { completed: { variants } }: StudyLook,
  pair: PairPoints,
  options: ReturnType<typeof optionsAt>,
): SeveralVariants['win_matrix'][number] {
  let tied = 0;
  let bothBad = 0;
  for (let row = 0; row < pair.value.length; row += 1) {
    if (pair.value[row] === 0.5) tied += 1;
    if (pair.bothBad[row] === 1) bothBad += 1;
  }
  return {
    variant: variants[pair.variant] ?? '',
    against: variants[pair.against] ?? '',
    win_rate: presentEstimate(rateOver(pair, options)(pair.value), 'planned'),
    votes: pair.value.length,
    ties: tied - bothBad,
    both_bad: bothBad,
  };
}

/** Variants that were compared with each other, by votes on pairs or by choices among all. */
function comparedGroups(
  { choices, variants }: CleanStudy,
  pairs: readonly PairPoints[],
): readonly (readonly number[])[] {
  const compared =
    choices.chosen.length > 0 ? pairs : pairs.filter(({ value }) => value.length > 0);
  const met = compared.map(({ against, variant }) => {
    return { first: against, second: variant, firstWins: 0, secondWins: 0, ties: 1 };
  });
  return connectivity(pairRowsFrom(met, variants.length)).groups;
}
