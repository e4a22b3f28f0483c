import { useState } from 'react';

/**
 * Gives the focus back to where it was before a dialog opened. The dialog looks for that itself, but
 * too late if a field in it takes the focus at once.
 */
export function useOpener(): () => HTMLElement | null | false {
  const [opener] = useState(findOpener);
  return () => {
    if (!opener?.isConnected) return null;
    if (opener.tabIndex >= 0) return opener;
    // The dialog would give the focus to the first control inside of what Tab does not reach.
    queueMicrotask(() => opener.focus({ preventScroll: true }));
    return false;
  };
}

function findOpener(): HTMLElement | null {
  const focused = document.activeElement;
  // An item goes with its menu; the button that opened the menu stays.
  const menu = focused?.closest('[role=menu]');
  const opener = menu
    ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
    : focused;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}
