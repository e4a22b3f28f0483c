import { useEffect, useEffectEvent, useRef } from 'react';

interface ShadowPlaceProps {
  readonly className?: string | undefined;
  /** Fills the place, and returns what empties it again. */
  readonly fill: (root: ShadowRoot) => () => void;
  /** Filled anew when it changes. */
  readonly version: string;
}

/**
 * A shadow root to put an editor into. The editor's style sheets are adopted by it as objects; in
 * the document itself they would be style elements, which the page's policy refuses.
 */
export function ShadowPlace({ className, fill, version }: ShadowPlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  const fillPlace = useEffectEvent(fill);
  useEffect(() => {
    const host = place.current;
    if (host === null) return undefined;
    return fillPlace(host.shadowRoot ?? host.attachShadow({ mode: 'open' }));
  }, [version]);
  return <div ref={place} className={className} />;
}
