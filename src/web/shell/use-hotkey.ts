import { useEffect, useEffectEvent } from 'react';
import { isComposing } from '../ui/is-composing.ts';
import { isHotkey } from './is-hotkey.ts';

/** Runs an action on Ctrl or Command with a key, instead of the browser's own shortcut. */
export function useHotkey(key: string, run: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isComposing(event) || !isHotkey(event, key)) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
