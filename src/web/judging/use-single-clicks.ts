import { type MouseEvent, useRef } from 'react';
import { useWindowEvent } from '../ui/use-window-event.ts';

/** The pause that Windows allows between the clicks of a double click by default. */
const DOUBLE_CLICK_MS = 500;

/**
 * A double click judges one task: where the first click brought another task to the screen, clicks
 * that follow at once are ignored. The same button of that task lies under the pointer, and the
 * annotator has not seen the task.
 */
export function useSingleClicks(shown: string | undefined): (event: MouseEvent) => void {
  const last = useRef({ at: Number.NEGATIVE_INFINITY, shown });
  // A task that appears after a key was brought by the key, not by the click before it.
  useWindowEvent('keydown', () => {
    last.current.at = Number.NEGATIVE_INFINITY;
  });
  return (event) => {
    // Buttons that are pressed by keyboard have no count of mouse presses.
    if (event.detail === 0) return;
    const { at, shown: clicked } = last.current;
    const isIgnored = shown !== clicked && event.timeStamp - at < DOUBLE_CLICK_MS;
    if (isIgnored) {
      event.preventDefault();
      event.stopPropagation();
    }
    last.current = { at: event.timeStamp, shown: isIgnored ? clicked : shown };
  };
}
