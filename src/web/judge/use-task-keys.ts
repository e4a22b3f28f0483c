import { useEffect, useEffectEvent } from 'react';
import { type Command, commandOf } from './judge-keys.ts';
import type { Brief } from './judge-queries.ts';
import { usePainted } from './use-painted.ts';

interface TaskKeysOptions {
  readonly brief: Brief;
  /** Of the task that can be seen. */
  readonly taskId: string | undefined;
  readonly isCovered: boolean;
}

/** Listens to the keys of the screen while nothing is typed into and the task has been seen. */
export function useTaskKeys(
  { brief, taskId, isCovered }: TaskKeysOptions,
  run: (command: Command) => void,
): void {
  const isPainted = usePainted(taskId);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') return leaveField(event.target);
    if (event.repeat || event.defaultPrevented || isCovered || !isPainted()) return;
    const command = commandOf(event, brief);
    if (command === undefined || isTakenByField(event.target, command)) return;
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

/** Fields take what is typed into them; a button or link takes Enter. */
function isTakenByField(target: EventTarget | null, { kind }: Command): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches('input[type=number]')) return kind !== 'submit';
  if (target.matches('textarea, select')) return true;
  return kind === 'submit' && target.matches('button, a, summary');
}
