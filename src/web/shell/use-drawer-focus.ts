import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

interface DrawerFocus {
  readonly drawer: RefObject<HTMLDivElement | null>;
  readonly toggle: RefObject<HTMLButtonElement | null>;
}

/** Moves the focus into a drawer when it opens, and back to the toggle when it closes. */
export function useDrawerFocus(isOpen: boolean, close: () => void): DrawerFocus {
  const drawer = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const onKey = useEffectEvent(({ key, target }: KeyboardEvent) => {
    // A menu or the palette over the drawer takes its own Escape.
    const isOwn = target === document.body || drawer.current?.contains(target as Node) === true;
    if (key === 'Escape' && isOwn) close();
  });
  // A wide window shows no drawer, but the page would stay inert.
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
