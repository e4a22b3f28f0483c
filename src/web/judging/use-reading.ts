import { useMemo, useState } from 'react';
import type { PRESENTATIONS } from '../../contract/evaluations/evaluation-settings.ts';

export type Presentation = (typeof PRESENTATIONS)[number];

/** The annotator's reading settings, kept from task to task. */
export interface Reading {
  readonly presentation: Presentation;
  readonly isDiffShown: boolean;
  readonly isScrollLocked: boolean;
  /** The width of each of the two outputs in percent: equal, so neither side is favoured. */
  readonly paneShare: number;
  readonly present: (presentation: Presentation) => void;
  readonly toggleDiff: () => void;
  readonly toggleLock: () => void;
  readonly resize: (share: number) => void;
  /** Switches to the next width; after the widest, back to side by side. */
  readonly cycleWidth: () => void;
}

/** From side by side to the full width of the screen for each. */
export const MIN_SHARE = 50;
export const MAX_SHARE = 100;
const STEP = 25;

export function useReading(initial: Presentation): Reading {
  const [presentation, present] = useState(initial);
  const [isDiffShown, setDiffShown] = useState(false);
  const [isScrollLocked, setScrollLocked] = useState(true);
  const [paneShare, setPaneShare] = useState(MIN_SHARE);
  return useMemo(
    () => ({
      presentation,
      isDiffShown,
      isScrollLocked,
      paneShare,
      present,
      toggleDiff: () => setDiffShown((isShown) => !isShown),
      toggleLock: () => setScrollLocked((isLocked) => !isLocked),
      cycleWidth: () =>
        setPaneShare((share) =>
          share < MAX_SHARE ? Math.min(share + STEP, MAX_SHARE) : MIN_SHARE,
        ),
      resize: (share) => setPaneShare(Math.min(MAX_SHARE, Math.max(MIN_SHARE, share))),
    }),
    [presentation, isDiffShown, isScrollLocked, paneShare],
  );
}
