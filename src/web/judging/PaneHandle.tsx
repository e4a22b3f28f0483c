import type { KeyboardEvent, PointerEvent } from 'react';
import { strings } from '../strings.ts';
import styles from './OutputPanes.module.css';
import { MAX_SHARE, MIN_SHARE } from './use-reading.ts';

interface PaneHandleProps {
  readonly share: number;
  readonly onResize: (share: number) => void;
}

const STEP = 5;

/** The handle between two outputs. Dragging it resizes both; the annotator scrolls to the rest. */
export function PaneHandle({ share, onResize }: PaneHandleProps) {
  const drag = ({ currentTarget, pointerId, clientX }: PointerEvent<HTMLDivElement>) => {
    const panes = currentTarget.parentElement;
    if (panes === null || !currentTarget.hasPointerCapture(pointerId)) return;
    const fromLeft = clientX - panes.getBoundingClientRect().left + panes.scrollLeft;
    onResize(Math.round((100 * fromLeft) / panes.clientWidth));
  };
  const step = (event: KeyboardEvent) => {
    const change = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (change === undefined) return;
    // Elsewhere on this screen an arrow key judges.
    event.preventDefault();
    event.stopPropagation();
    onResize(share + change);
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={strings.judging.width}
      aria-valuenow={share}
      aria-valuemin={MIN_SHARE}
      aria-valuemax={MAX_SHARE}
      tabIndex={0}
      className={styles['handle']}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={drag}
      onDoubleClick={() => onResize(MIN_SHARE)}
      onKeyDown={step}
    />
  );
}
