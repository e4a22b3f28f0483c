import { contrastWord } from './contrast-word.ts';
import type { PlannedContrast } from './planned-contrasts.ts';

export interface RankRange {
  readonly best: number;
  readonly worst: number;
}

/**
 * The possible ranks of each variant: from 1 + the number of variants known to be better to K − the
 * number known to be worse. All comparisons hold together, and so do the ranks.
 */
export function rankRanges(
  variants: number,
  contrasts: readonly PlannedContrast[],
): readonly RankRange[] {
  const above = new Int32Array(variants);
  const below = new Int32Array(variants);
  for (const contrast of contrasts) {
    const known = contrastWord(contrast);
    if (known !== 'better' && known !== 'worse') continue;
    const [winner, loser] =
      known === 'better'
        ? [contrast.variant, contrast.against]
        : [contrast.against, contrast.variant];
    above[loser] = (above[loser] ?? 0) + 1;
    below[winner] = (below[winner] ?? 0) + 1;
  }
  return Array.from(above, (better, i) => ({
    best: 1 + better,
    worst: variants - (below[i] ?? 0),
  }));
}
