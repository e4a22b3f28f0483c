import { useState } from 'react';

/**
 * Gives the focus back to where it was before a dialog opened. The dialog looks for that itself, but
 * too late if a field in it takes the focus at once.
 */
export function useOpener(): () => HTMLElement | null | false {
  const [places] = useState(placesToReturnTo);
  return () => {
    const opener = places.find((place) => place.isConnected);
    if (opener === undefined) return null;
    if (opener.tabIndex >= 0) return opener;
    // The dialog would give the focus to the first control inside of what Tab does not reach.
    queueMicrotask(() => opener.focus({ preventScroll: true }));
    return false;
  };
}

let placesBefore: readonly HTMLElement[] = [];

/** A dialog that replaces another one, such as a form by its result, also has the opener of that one. */
function placesToReturnTo(): readonly HTMLElement[] {
  const found = focusablesFrom(findOpener());
  const isOverDialog = document.querySelector('[role=dialog][data-open]') !== null;
  placesBefore = isOverDialog ? [...found, ...placesBefore] : found;
  return placesBefore;
}

/** An element and what takes the focus around it: a field may go when it loses the focus. */
function focusablesFrom(element: HTMLElement | null): readonly HTMLElement[] {
  if (element === null) return [];
  const around = element.parentElement?.closest<HTMLElement>('[tabindex]') ?? null;
  return [element, ...focusablesFrom(around)];
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
