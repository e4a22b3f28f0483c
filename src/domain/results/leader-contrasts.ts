import type { CleanStudy } from './clean-study.ts';
import { knownOf, turned } from './known-of.ts';
import type { PlannedContrast } from './planned-contrasts.ts';

/**
 * Of two variants the later against the earlier; of several the leading one against each of the others.
 * Whichever is known to be better than all others leads, else the one with the most points; of equal ones
 * that with the lowest id, so that the order of the list decides nothing.
 */
export function leaderContrasts(
  study: CleanStudy,
  contrasts: readonly PlannedContrast[],
): readonly PlannedContrast[] {
  if (study.variants.length === 2) return contrasts;
  const ids = [...study.variants.keys()].sort((a, b) => (idOf(study, a) < idOf(study, b) ? -1 : 1));
  const rows = ids.map((variant) => contrastsOf(variant, contrasts));
  const known = rows.find(
    (own) => own.length > 0 && own.every((contrast) => knownOf(contrast) === 'better'),
  );
  if (known !== undefined) return known;
  const leads = rows.map((own) => own.reduce((sum, { found }) => sum + (found.estimate ?? 0), 0));
  const best = Math.max(...leads);
  // Rounding must not decide between equals, or a relabelling would change the answer.
  return rows.find((_, i) => (leads[i] ?? best - 1) > best - 1e-9) ?? [];
}

function contrastsOf(
  variant: number,
  contrasts: readonly PlannedContrast[],
): readonly PlannedContrast[] {
  return contrasts.flatMap((contrast) => {
    if (contrast.variant === variant) return [contrast];
    return contrast.against === variant ? [turned(contrast)] : [];
  });
}

function idOf({ variants }: CleanStudy, variant: number): string {
  return variants[variant] ?? '';
}
