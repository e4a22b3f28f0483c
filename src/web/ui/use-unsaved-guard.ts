import { useBlocker } from '@tanstack/react-router';
import { strings } from '../strings.ts';
import { useConfirm } from './ConfirmProvider.tsx';

/** Asks before the user leaves a page with unsaved changes. */
export function useUnsavedGuard(isUnsaved: boolean): void {
  const confirm = useConfirm();
  useBlocker({
    disabled: !isUnsaved,
    enableBeforeUnload: isUnsaved,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false;
      return !(await confirm({
        title: strings.unsaved.title,
        text: strings.unsaved.text,
        action: strings.unsaved.leave,
      }));
    },
  });
}
