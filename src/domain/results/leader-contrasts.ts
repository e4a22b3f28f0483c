import type { CleanStudy } from './clean-study.ts';
import { contrastWord, reversed } from './contrast-word.ts';
import type { PlannedContrast } from './planned-contrasts.ts';

/**
 * Two variants: the later against the earlier. Several: the leader against each other variant. The
 * variant known to be better than all others leads, else the one with the largest sum of
 * differences; of equal ones the one with the lowest id, so that the order of the list decides
 * nothing.
 */
export function leaderContrasts(
  study: CleanStudy,
  contrasts: readonly PlannedContrast[],
): readonly PlannedContrast[] {
  if (study.variants.length === 2) return contrasts;
  const ids = [...study.variants.keys()].sort((a, b) => (idOf(study, a) < idOf(study, b) ? -1 : 1));
  const rows = ids.map((variant) => contrastsOf(variant, contrasts));
  const known = rows.find(
    (own) => own.length > 0 && own.every((contrast) => contrastWord(contrast) === 'better'),
  );
  if (known !== undefined) return known;
  const leads = rows.map((own) => own.reduce((sum, { found }) => sum + (found.estimate ?? 0), 0));
  const best = Math.max(...leads);
  // Rounding must not decide between equals: the answer would depend on the order of variants.
  return rows.find((_, i) => (leads[i] ?? best - 1) > best - 1e-9) ?? [];
}

function contrastsOf(
  variant: number,
  contrasts: readonly PlannedContrast[],
): readonly PlannedContrast[] {
  return contrasts.flatMap((contrast) => {
    if (contrast.variant === variant) return [contrast];
    return contrast.against === variant ? [reversed(contrast)] : [];
  });
}

function idOf({ variants }: CleanStudy, variant: number): string {
  return variants[variant] ?? '';
}
