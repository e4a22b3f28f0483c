import { useEffect, useEffectEvent, useRef } from 'react';

interface ShadowPlaceProps {
  readonly className?: string | undefined;
  /** Mounts the editor, and returns a function that removes it. */
  readonly fill: (root: ShadowRoot) => () => void;
  /** The editor is mounted again when this changes. */
  readonly version: string;
}

/**
 * A shadow root around an editor. It adopts the editor's style sheets as objects; in the document
 * itself they would be style elements, which the page's Content Security Policy refuses.
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
