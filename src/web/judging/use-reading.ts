import { useMemo, useState } from 'react';
import type { PRESENTATIONS } from '../../contract/evaluations/evaluation-settings.ts';

export type Presentation = (typeof PRESENTATIONS)[number];

/** The annotator's reading settings, kept from task to task. */
export interface Reading {
  readonly presentation: Presentation;
  readonly isDiffShown: boolean;
  readonly isScrollLocked: boolean;
  /** The width of each of the two outputs in percent: equal, so that neither side is favoured. */
  readonly paneShare: number;
  readonly present: (presentation: Presentation) => void;
  readonly toggleDiff: () => void;
  readonly toggleLock: () => void;
  readonly widen: (share: number) => void;
  /** The next width; after the widest comes side by side again. */
  readonly widenOn: () => void;
}

/** From side by side to each as wide as the screen. */
export const LEAST_SHARE = 50;
export const MOST_SHARE = 100;
const STEP = 25;

export function useReading(wanted: Presentation): Reading {
  const [presentation, present] = useState(wanted);
  const [isDiffShown, setDiffShown] = useState(false);
  const [isScrollLocked, setScrollLocked] = useState(true);
  const [paneShare, setPaneShare] = useState(LEAST_SHARE);
  return useMemo(
    () => ({
      presentation,
      isDiffShown,
      isScrollLocked,
      paneShare,
      present,
      toggleDiff: () => setDiffShown((isShown) => !isShown),
      toggleLock: () => setScrollLocked((isLocked) => !isLocked),
      widenOn: () =>
        setPaneShare((share) =>
          share < MOST_SHARE ? Math.min(share + STEP, MOST_SHARE) : LEAST_SHARE,
        ),
      widen: (share) => setPaneShare(Math.min(MOST_SHARE, Math.max(LEAST_SHARE, share))),
    }),
    [presentation, isDiffShown, isScrollLocked, paneShare],
  );
}
