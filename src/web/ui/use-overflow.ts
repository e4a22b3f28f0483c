import { useCallback, useState } from 'react';

/** Attributes for an element that scrolls sideways: Tab reaches it while its content overflows. */
export function useOverflow() {
  const [isOverflowing, setOverflowing] = useState(false);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      setOverflowing(element.scrollWidth > element.clientWidth);
    });
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return isOverflowing ? { ref, tabIndex: 0 } : { ref };
}
