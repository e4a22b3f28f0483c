import { useEffect, useState } from 'react';
import type { Assignment } from '../../contract/judging/assignments.ts';
import { part } from '../load-part.ts';
import { announceFailure } from '../ui/Toasts.tsx';

const loadMerge = part(() => import('@codemirror/merge'));

/** A stretch of text that the other side does not have. */
export interface Mark {
  readonly from: number;
  readonly to: number;
}

/** The differing stretches of each side; undefined while marking is off. */
export function useWordDiff(
  [left, right]: Assignment['slots'],
  isWanted: boolean,
): readonly (readonly Mark[])[] | undefined {
  const [marks, setMarks] = useState<readonly (readonly Mark[])[]>();
  const first = left?.output ?? '';
  const second = right?.output ?? '';
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    loadMerge().then(({ presentableDiff }) => {
      const changes = presentableDiff(first, second, { timeout: LONGEST_MS });
      if (!isCurrent) return;
      setMarks([
        changes.map(({ fromA, toA }) => ({ from: fromA, to: toA })),
        changes.map(({ fromB, toB }) => ({ from: fromB, to: toB })),
      ]);
    }, announceFailure);
    return () => {
      isCurrent = false;
    };
  }, [first, second, isWanted]);
  return isWanted ? marks : undefined;
}

/** After this time the rest is compared coarsely. */
const LONGEST_MS = 200;
