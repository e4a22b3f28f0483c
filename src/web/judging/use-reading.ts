import { useMemo, useState } from 'react';
import type { PRESENTATIONS } from '../../contract/evaluations/evaluation-settings.ts';

export type Presentation = (typeof PRESENTATIONS)[number];

/** How the annotator likes to read: it stays from task to task. */
export interface Reading {
  readonly presentation: Presentation;
  readonly isDiffShown: boolean;
  readonly isScrollLocked: boolean;
  /** How much of the width each of two outputs takes, in percent: always the same. */
  readonly paneShare: number;
  readonly present: (presentation: Presentation) => void;
  readonly toggleDiff: () => void;
  readonly toggleLock: () => void;
  readonly widen: (share: number) => void;
  /** In steps, and from the widest back to both side by side. */
  readonly widenOn: () => void;
}

/** Both side by side, and each as wide as the screen. */
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
