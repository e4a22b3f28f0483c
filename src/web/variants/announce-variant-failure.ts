import { isRevisionConflict } from '../revision-conflict.ts';
import { strings } from '../strings.ts';
import { announce, announceFailure } from '../ui/Toasts.tsx';
import { refreshVariant } from './refresh-variant.ts';
import type { VariantPlace } from './variant-queries.ts';

/** After a conflict the page shows the newest version, and the user decides again. */
export function announceVariantFailure(error: unknown, place: VariantPlace): void {
  if (!isRevisionConflict(error)) return announceFailure(error);
  void refreshVariant(place)
    .then(({ value }) => announce({ text: strings.variants.changedMeanwhile(value.revision) }))
    .catch(announceFailure);
}
