import { useState } from 'react';
import type { PRESENTATIONS } from '../../contract/evaluation-settings.ts';

export type Presentation = (typeof PRESENTATIONS)[number];

/** How the annotator likes to read: it stays from task to task. */
export interface Reading {
  readonly presentation: Presentation;
  readonly isDiffShown: boolean;
  readonly isScrollLocked: boolean;
  readonly present: (presentation: Presentation) => void;
  readonly toggleDiff: () => void;
  readonly toggleLock: () => void;
}

export function useReading(wanted: Presentation): Reading {
  const [presentation, present] = useState(wanted);
  const [isDiffShown, setDiffShown] = useState(false);
  const [isScrollLocked, setScrollLocked] = useState(true);
  return {
    presentation,
    isDiffShown,
    isScrollLocked,
    present,
    toggleDiff: () => setDiffShown((isShown) => !isShown),
    toggleLock: () => setScrollLocked((isLocked) => !isLocked),
  };
}
