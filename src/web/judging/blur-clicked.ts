import type { MouseEvent } from 'react';

/**
 * After a click with the mouse, Enter and space belong to the task again. Whoever came by the
 * keyboard keeps their place: then there was no press of a mouse button to count.
 */
export function blurClicked({ currentTarget, detail }: MouseEvent<HTMLElement>): void {
  if (detail > 0) currentTarget.blur();
}
