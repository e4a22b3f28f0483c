import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';

/**
 * Focuses a page when the link that led to it disappeared with the previous page. Browsers then
 * focus nothing: Tab starts again at the top of the window, and screen readers stay silent.
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
