import type { RefObject } from 'react';
import { isComposing } from '../ui/is-composing.ts';
import { latinKeyOf } from '../ui/latin-key.ts';
import { useWindowEvent } from '../ui/use-window-event.ts';
import type { Brief } from './brief.ts';
import { type Command, commandOf } from './judge-keys.ts';

interface JudgeKeysOptions {
  readonly brief: Brief;
  /** False while a dialog is open or the task is not painted yet. */
  readonly isListening: () => boolean;
  /** The number field of the marked question, if it has one. */
  readonly activeField?: RefObject<HTMLInputElement | null>;
}

/** Runs the commands of the judge screen for keys that no field takes. */
export function useJudgeKeys(
  { brief, isListening, activeField }: JudgeKeysOptions,
  run: (command: Command) => void,
): void {
  useWindowEvent('keydown', (event) => {
    if (isComposing(event)) return;
    if (event.key === 'Escape') return leaveField(event.target);
    if (event.defaultPrevented || !isListening()) return;
    if (isTakenByTarget(event)) return;
    const field = activeField?.current ?? null;
    if (isNumberKey(event) && field !== null && !event.repeat) {
      // The browser then types this key into the field, over the selected old text.
      field.focus();
      field.select();
      return;
    }
    const command = commandOf(event, brief);
    // A key held down keeps scrolling, but judges once.
    if (command === undefined || (event.repeat && command.kind !== 'scroll')) return;
    event.preventDefault();
    run(command);
  });
}

function leaveField(target: EventTarget | null): void {
  if (target instanceof HTMLElement && target.matches('textarea, input')) target.blur();
}

/**
 * Dialogs, text areas and selects take every key. Other fields leave letters and Enter to the
 * screen; buttons and links take Enter and the space bar.
 */
function isTakenByTarget(event: KeyboardEvent): boolean {
  const { target, key } = event;
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('[role=dialog]') !== null) return true;
  if (target.matches('textarea, select')) return true;
  if (target.matches('input')) return key !== 'Enter' && !isLetter(event);
  return (key === 'Enter' || key === ' ') && target.matches('button, a, summary');
}

function isLetter(event: KeyboardEvent): boolean {
  return !event.ctrlKey && !event.metaKey && /^\p{L}$/u.test(latinKeyOf(event));
}

function isNumberKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && /^[-.,\d]$/.test(key);
}
