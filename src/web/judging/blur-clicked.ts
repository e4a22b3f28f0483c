import type { MouseEvent } from 'react';

/**
 * After a mouse click, Enter and space belong to the task again. Annotators who use the keyboard
 * keep the focus: their clicks have no count of mouse presses.
 */
export function blurClicked({ currentTarget, detail }: MouseEvent<HTMLElement>): void {
  if (detail > 0) currentTarget.blur();
}
