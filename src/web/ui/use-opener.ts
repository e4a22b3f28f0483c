import { useState } from 'react';

/**
 * Returns the focus to where it was before a dialog opened. Base UI looks for that element too late
 * if a field in the dialog takes the focus at once.
 */
export function useOpener(): () => HTMLElement | null | false {
  const [places] = useState(placesToReturnTo);
  return () => {
    const opener = places.find((place) => place.isConnected);
    if (opener === undefined) return null;
    if (opener.tabIndex >= 0) return opener;
    // Tab does not reach the opener, so Base UI would focus the first control inside it.
    queueMicrotask(() => opener.focus({ preventScroll: true }));
    return false;
  };
}

let lastPlaces: readonly HTMLElement[] = [];

/** A dialog that replaces another one, such as a form by its result, also has that one's opener. */
function placesToReturnTo(): readonly HTMLElement[] {
  const places = focusablesFrom(findOpener());
  const isOverDialog = document.querySelector('[role=dialog][data-open]') !== null;
  lastPlaces = isOverDialog ? [...places, ...lastPlaces] : places;
  return lastPlaces;
}

/** An element and its focusable ancestors: a field may disappear when it loses the focus. */
function focusablesFrom(element: HTMLElement | null): readonly HTMLElement[] {
  if (element === null) return [];
  const around = element.parentElement?.closest<HTMLElement>('[tabindex]') ?? null;
  return [element, ...focusablesFrom(around)];
}

function findOpener(): HTMLElement | null {
  const focused = document.activeElement;
  // A menu item disappears with its menu; the button that opened the menu stays.
  const menu = focused?.closest('[role=menu]');
  const opener = menu
    ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
    : focused;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}
