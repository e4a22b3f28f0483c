import type { ScrollStep } from './judge-keys.ts';

/** A part of the old page stays in sight. */
const PAGE = 0.9;
const LINE_PX = 60;

/**
 * Scrolls all outputs, or only the longest if the others follow it. If all outputs fit, scrolls the
 * task.
 */
export function scrollPanes(
  step: ScrollStep,
  panes: readonly HTMLElement[],
  { task, isLocked }: { readonly task: HTMLElement | null; readonly isLocked: boolean },
): void {
  const long = panes.filter((pane) => roomOf(pane) > 0);
  if (long.length === 0) {
    if (task !== null) scroll(task, step);
    return;
  }
  const longest = long.reduce((one, other) => (roomOf(other) > roomOf(one) ? other : one));
  for (const pane of isLocked ? [longest] : long) scroll(pane, step);
}

/** How far a pane can be scrolled. */
export function roomOf(pane: Element): number {
  return pane.scrollHeight - pane.clientHeight;
}

function scroll(element: Element, step: ScrollStep): void {
  const page = element.clientHeight * PAGE;
  switch (step) {
    case 'page down':
      return element.scrollBy({ top: page });
    case 'page up':
      return element.scrollBy({ top: -page });
    case 'down':
      return element.scrollBy({ top: LINE_PX });
    case 'up':
      return element.scrollBy({ top: -LINE_PX });
    case 'start':
      return element.scrollTo({ top: 0 });
    case 'end':
      return element.scrollTo({ top: element.scrollHeight });
    default:
      return step satisfies never;
  }
}
