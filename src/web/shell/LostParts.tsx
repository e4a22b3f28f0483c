import { useSyncExternalStore } from 'react';
import { queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import { isLostPart } from '../top-notice.ts';
import { FailureNotice } from '../ui/FailureNotice.tsx';

const cache = queryClient.getQueryCache();
const lost = { type: 'active', predicate: isLostPart } as const;

/** A notice at the top of a page that parts of it failed to load. */
export function LostParts() {
  const error = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => cache.findAll(lost)[0]?.state.error,
  );
  return (
    <FailureNotice error={error} onRetry={() => void queryClient.refetchQueries(lost)}>
      <p>{strings.failures.lostParts}</p>
    </FailureNotice>
  );
}
