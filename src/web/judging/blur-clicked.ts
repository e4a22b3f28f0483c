import type { MouseEvent } from 'react';

/**
 * Returns Enter and space to the task after a mouse click. Clicks by keyboard, whose `detail` is 0,
 * keep the focus.
 */
export function blurClicked({ currentTarget, detail }: MouseEvent<HTMLElement>): void {
  if (detail > 0) currentTarget.blur();
}
