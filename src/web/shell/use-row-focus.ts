import { useEffect } from 'react';

const ROW = 'tr, li, fieldset';
/** They give the focus back to the row that opened them. */
const OVER_ROWS = '[role=alertdialog], [role=menu]';
const CONTROL = 'button:enabled, a[href], input:enabled, select:enabled, textarea:enabled';

/**
 * When the row that has the focus is removed, focuses the next row, the one before, or what is nearest
 * to the list. Browsers focus nothing then, and Tab starts again at the top of the page.
 */
export function useRowFocus(): void {
  useEffect(() => {
    let held: { readonly control: HTMLElement; readonly path: string } | undefined;
    let removal: MutationRecord | undefined;
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || !target.matches(CONTROL)) return;
      if (target.closest(OVER_ROWS) !== null) return;
      const isInRow = target.closest(ROW) !== null;
      held = isInRow ? { control: target, path: location.pathname } : undefined;
      removal = undefined;
    };
    const giveFocus = () => {
      if (held === undefined || removal === undefined) return;
      // Otherwise the user, or a question over the page, has it.
      const isLost = document.activeElement?.contains(removal.target) === true;
      if (isLost) nearestControl(removal, held.control)?.focus();
    };
    const observer = new MutationObserver((records) => {
      // Another page decides for itself where the focus is.
      if (held === undefined || held.control.isConnected || held.path !== location.pathname) return;
      const { control } = held;
      removal ??= records.find(
        ({ target, removedNodes }) =>
          // A dialog that closes gives the focus back itself.
          target !== document.body && [...removedNodes].some((node) => node.contains(control)),
      );
      // A dialog takes back the focus that is lost inside of it, in the next frame.
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

/** The control that does the same in a row beside the removed one, else the nearest one around them. */
function nearestControl(removal: MutationRecord, control: HTMLElement): HTMLElement | undefined {
  const row = control.closest(ROW);
  const at = row === null ? -1 : controlsIn(row).indexOf(control);
  for (const beside of [removal.nextSibling, removal.previousSibling]) {
    const controls = beside?.isConnected === true ? controlsIn(beside) : [];
    const found = controls[at] ?? controls[0];
    if (found !== undefined) return found;
  }
  for (let around: Node | null = removal.target; around !== null; around = around.parentElement) {
    const [found] = controlsIn(around);
    if (found !== undefined) return found;
  }
  return undefined;
}

function controlsIn(node: Node): readonly HTMLElement[] {
  return node instanceof Element ? [...node.querySelectorAll<HTMLElement>(CONTROL)] : [];
}
