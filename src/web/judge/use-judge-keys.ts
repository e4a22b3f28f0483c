import { useEffect, useEffectEvent } from 'react';
import { type Command, commandOf } from './judge-keys.ts';
import type { Brief } from './judge-queries.ts';

interface JudgeKeysOptions {
  readonly brief: Brief;
  /** Keys belong to what lies over the screen, and to no task that has not been seen. */
  readonly isListening: () => boolean;
}

/** Listens to the keys of the screen while nothing is typed into. */
export function useJudgeKeys(
  { brief, isListening }: JudgeKeysOptions,
  run: (command: Command) => void,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') return leaveField(event.target);
    if (event.repeat || event.defaultPrevented || !isListening()) return;
    const command = commandOf(event, brief);
    if (command === undefined || isTaken(event.target, command)) return;
    event.preventDefault();
    run(command);
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

function leaveField(target: EventTarget | null): void {
  if (target instanceof HTMLElement && target.matches('textarea, input')) target.blur();
}

/**
 * Dialogs take every key, such as those of a password. Fields take what is typed into them; a button
 * or link takes Enter.
 */
function isTaken(target: EventTarget | null, { kind }: Command): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('[role=dialog]') !== null) return true;
  if (target.matches('input[type=number]')) return kind !== 'submit';
  if (target.matches('input:not([type=radio], [type=checkbox]), textarea, select')) return true;
  return kind === 'submit' && target.matches('button, a, summary');
}
