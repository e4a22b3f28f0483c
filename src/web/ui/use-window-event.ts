import { useEffectEvent, useLayoutEffect } from 'react';

/**
 * Listens while the page is shown. While the next page loads, the one before it is kept, hidden, and
 * must not act on keys: React takes back layout effects of what it hides, and no others.
 */
export function useWindowEvent<Type extends keyof WindowEventMap>(
  type: Type,
  onEvent: (event: WindowEventMap[Type]) => void,
): void {
  const listener = useEffectEvent(onEvent);
  useLayoutEffect(() => {
    addEventListener(type, listener);
    return () => removeEventListener(type, listener);
  }, [type]);
}
