import { useEffect, useRef } from 'react';

/** Whether the task with this id has been painted, so that no key judges an unseen task. */
export function usePainted(id: string | undefined): () => boolean {
  const painted = useRef<string>(undefined);
  useEffect(() => {
    // When the second frame is prepared, the first one has been shown.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        painted.current = id;
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [id]);
  return () => id !== undefined && painted.current === id;
}
