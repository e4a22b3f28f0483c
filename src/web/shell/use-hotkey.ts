import { isComposing } from '../ui/is-composing.ts';
import { useWindowEvent } from '../ui/use-window-event.ts';
import { isHotkey } from './is-hotkey.ts';

/** Runs an action on Ctrl or Command with a key, instead of the browser's own shortcut. */
export function useHotkey(key: string, run: () => void): void {
  useWindowEvent('keydown', (event) => {
    if (isComposing(event) || !isHotkey(event, key)) return;
    event.preventDefault();
    run();
  });
}
