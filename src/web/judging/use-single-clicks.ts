import { type MouseEvent, useRef } from 'react';
import { useWindowEvent } from '../ui/use-window-event.ts';

/** The pause that Windows allows between the clicks of a double click by default. */
const DOUBLE_CLICK_MS = 500;

/**
 * A double click judges one task: if the first click brought another task to the screen, clicks
 * that follow at once are ignored. The pointer is over the same button of a task that the annotator
 * has not seen.
 */
export function useSingleClicks(taskId: string | undefined): (event: MouseEvent) => void {
  const last = useRef({ at: Number.NEGATIVE_INFINITY, taskId });
  // A task that appears after a key press was brought by the key, not by the click before it.
  useWindowEvent('keydown', () => {
    last.current.at = Number.NEGATIVE_INFINITY;
  });
  return (event) => {
    // Clicks by keyboard have a `detail` of 0.
    if (event.detail === 0) return;
    const { at, taskId: lastTaskId } = last.current;
    const isIgnored = taskId !== lastTaskId && event.timeStamp - at < DOUBLE_CLICK_MS;
    if (isIgnored) {
      event.preventDefault();
      event.stopPropagation();
    }
    last.current = { at: event.timeStamp, taskId: isIgnored ? lastTaskId : taskId };
  };
}
