import type { IssueState } from '../../contract/results/issues.ts';
import { isComposing } from '../ui/is-composing.ts';
import { latinKeyOf } from '../ui/latin-key.ts';
import { useWindowEvent } from '../ui/use-window-event.ts';

interface IssueCommands {
  readonly move: (step: 1 | -1) => void;
  readonly decide: (state: IssueState) => void;
}

const DECISIONS: Readonly<Record<string, IssueState>> = {
  r: 'resolved',
  d: 'dismissed',
  o: 'open',
};

/** J and K move through a list of issues, letters decide; not in fields and dialogs. */
export function useIssueKeys({ move, decide }: IssueCommands): void {
  useWindowEvent('keydown', (event) => {
    if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (target instanceof Element && target.closest('input, select, textarea, [role=dialog]'))
      return;
    const key = latinKeyOf(event);
    const state = DECISIONS[key];
    if (key === 'j') move(1);
    else if (key === 'k') move(-1);
    else if (state === undefined) return;
    // Holding a key keeps moving, but decides only once.
    else if (!event.repeat) decide(state);
    event.preventDefault();
  });
}
