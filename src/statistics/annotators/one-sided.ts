import { holm } from '../intervals/multiplicity.ts';
import { binomialPValue } from '../pairwise/binary-tests.ts';
import { isSure } from './mark-level.ts';

/** The decisive votes of one annotator. */
export interface SideCounts {
  readonly left: number;
  readonly decisive: number;
  /** Share of left wins if the variants alone decided; null where unknown. */
  readonly expected: number | null;
}

export interface OneSided {
  readonly side: 'left' | 'right';
  readonly count: number;
  readonly of: number;
  readonly pValue: number;
}

/** At least this share of at least this many decisive votes went to one side. */
const SHARE = 0.9;
const LEAST = 20;
/** A strong variant that was often on one side explains shares that are more likely than this. */
const UNLIKELY = 0.01;

/** The better of two outputs does not win every time either. */
const SURPRISE = 0.05;

/**
 * Question: which annotators choose a side, not an output? Binomial test of the left wins against
 * the share that the variants shown on the left explain, adjusted by Holm over annotators; marked
 * when p < 0.001, or when 90 % of 20 or more decisive votes went to one side and p < 0.01. Assumes
 * that sides were drawn per vote. Cost: one binomial tail each.
 */
export function oneSided(annotators: readonly SideCounts[]): readonly (OneSided | null)[] {
  const raw = annotators.map(({ left, decisive, expected }) =>
    expected === null || decisive < LEAST
      ? null
      : binomialPValue(
          { successes: left, n: decisive },
          Math.min(1 - SURPRISE, Math.max(SURPRISE, expected)),
          'two-sided',
        ),
  );
  const adjusted = holm(raw);
  return annotators.map(({ left, decisive: of }, a) => {
    const p = raw[a] ?? null;
    if (p === null) return null;
    const count = Math.max(left, of - left);
    const isExtreme = count >= SHARE * of && p < UNLIKELY;
    const pValue = adjusted[a] ?? 1;
    if (!isExtreme && !isSure(pValue)) return null;
    return { side: left === count ? 'left' : 'right', count, of, pValue };
  });
}
