import { useEffect } from 'react';

const ROW = 'tr, li, fieldset';
/** These return the focus to the row that opened them. */
const OVER_ROWS = '[role=alertdialog], [role=menu]';
const CONTROL = 'button:enabled, a[href], input:enabled, select:enabled, textarea:enabled';

/**
 * When the focused row is removed, focuses the next row, the previous one, or the control nearest
 * to the list. Browsers then focus nothing, and Tab starts again at the top of the page.
 */
export function useRowFocus(): void {
  useEffect(() => {
    let last: { readonly control: HTMLElement; readonly path: string } | undefined;
    let removal: MutationRecord | undefined;
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || !target.matches(CONTROL)) return;
      if (target.closest(OVER_ROWS) !== null) return;
      const isInRow = target.closest(ROW) !== null;
      last = isInRow ? { control: target, path: location.pathname } : undefined;
      removal = undefined;
    };
    const giveFocus = () => {
      if (last === undefined || removal === undefined) return;
      // Otherwise the user or a dialog has moved the focus.
      const isLost = document.activeElement?.contains(removal.target) === true;
      if (isLost) nearestControl(removal, last.control)?.focus();
    };
    const observer = new MutationObserver((records) => {
      // On another page, `usePageFocus` sets the focus.
      if (last === undefined || last.control.isConnected || last.path !== location.pathname) return;
      const { control } = last;
      removal ??= records.find(
        ({ target, removedNodes }) =>
          // A closing dialog returns the focus itself.
          target !== document.body && [...removedNodes].some((node) => node.contains(control)),
      );
      // A dialog recovers focus lost inside it, one frame later.
      requestAnimationFrame(() => requestAnimationFrame(giveFocus));
    });
    addEventListener('focusin', onFocus);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      removeEventListener('focusin', onFocus);
      observer.disconnect();
    };
  }, []);
}

/** The same control in a row beside the removed one, else the nearest control around them. */
function nearestControl(removal: MutationRecord, control: HTMLElement): HTMLElement | undefined {
  const row = control.closest(ROW);
  const at = row === null ? -1 : controlsIn(row).indexOf(control);
  for (const beside of [removal.nextSibling, removal.previousSibling]) {
    const controls = beside?.isConnected === true ? controlsIn(beside) : [];
    const nearest = controls[at] ?? controls[0];
    if (nearest !== undefined) return nearest;
  }
  for (let around: Node | null = removal.target; around !== null; around = around.parentElement) {
    const [nearest] = controlsIn(around);
    if (nearest !== undefined) return nearest;
  }
  return undefined;
}

function controlsIn(node: Node): readonly HTMLElement[] {
  return node instanceof Element ? [...node.querySelectorAll<HTMLElement>(CONTROL)] : [];
}
