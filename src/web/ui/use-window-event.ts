import { useEffectEvent, useLayoutEffect } from 'react';

/**
 * Listens while the page is visible. While the next page loads, React keeps the previous one
 * hidden, and it must not act on keys: of what it hides, React cleans up layout effects and no
 * others.
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
