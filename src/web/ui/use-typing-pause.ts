import { useEffect, useEffectEvent } from 'react';

const PAUSE_MS = 250;

/** Acts on a text when typing pauses, not at every key. */
export function useTypingPause(text: string, onPause: (text: string) => void): void {
  const act = useEffectEvent(onPause);
  useEffect(() => {
    const timer = setTimeout(() => act(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
}
