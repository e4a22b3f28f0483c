import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isComposing } from '../ui/is-composing.ts';
import { type Command, commandOf } from './judge-keys.ts';
import type { Brief } from './judge-queries.ts';
import { usePainted } from './use-painted.ts';

interface TaskKeysOptions {
  readonly brief: Brief;
  /** Of the task that can be seen. */
  readonly taskId: string | undefined;
  readonly isCovered: boolean;
  /** The field that numbers are typed into, where the marked question has one. */
  readonly activeField: RefObject<HTMLInputElement | null>;
}

/** Listens to the keys of the screen while nothing is typed into and the task has been seen. */
export function useTaskKeys(
  { brief, taskId, isCovered, activeField }: TaskKeysOptions,
  run: (command: Command) => void,
): void {
  const isPainted = usePainted(taskId);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Escape') return leaveField(event.target);
    if (event.repeat || event.defaultPrevented || isCovered || !isPainted()) return;
    if (isTakenByTarget(event)) return;
    if (isOfNumber(event) && activeField.current !== null) {
      // What this key types goes into the field, in place of what was there.
      activeField.current.focus();
      activeField.current.select();
      return;
    }
    const command = commandOf(event, brief);
    if (command === undefined) return;
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

/** Fields take what is typed into them, of letters only those of text; a button or link takes Enter. */
function isTakenByTarget(event: KeyboardEvent): boolean {
  const { target, key } = event;
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches('textarea, select')) return true;
  if (target.matches('input')) return key !== 'Enter' && !isLetter(event);
  return key === 'Enter' && target.matches('button, a, summary');
}

function isLetter({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && /^\p{L}$/u.test(key);
}

function isOfNumber({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && /^[-.\d]$/.test(key);
}
