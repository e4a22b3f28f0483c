import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';

/**
 * Focuses a page when the link that led to it is gone with the page before. Browsers focus nothing
 * then: Tab starts again at the top of the window, and screen readers say nothing.
 */
export function usePageFocus(page: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged) return;
        if (document.activeElement === document.body) page.current?.focus({ preventScroll: true });
      }),
    [router, page],
  );
}
