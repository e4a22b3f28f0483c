import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

interface DrawerFocus {
  readonly drawer: RefObject<HTMLDivElement | null>;
  readonly toggle: RefObject<HTMLButtonElement | null>;
}

/** The focus of a drawer over the page: it goes in, and back to the toggle when the drawer closes. */
export function useDrawerFocus(isOpen: boolean, close: () => void): DrawerFocus {
  const drawer = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const onKey = useEffectEvent(({ key, target }: KeyboardEvent) => {
    // A menu or the palette over the drawer takes its own Escape.
    const isOwn = target === document.body || drawer.current?.contains(target as Node) === true;
    if (key === 'Escape' && isOwn) close();
  });
  // On a wide window there is no drawer, and the page behind it would stay out of reach.
  const onResize = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    drawer.current?.querySelector('a')?.focus();
    addEventListener('keydown', onKey);
    addEventListener('resize', onResize);
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('resize', onResize);
      toggle.current?.focus();
    };
  }, [isOpen]);
  return { drawer, toggle };
}
