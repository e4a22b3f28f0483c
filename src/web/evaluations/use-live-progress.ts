import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Generation } from '../../contract/outputs/generation.ts';
import type { Progress } from '../../contract/results/evaluation-results.ts';
import { queryClient } from '../api.ts';
import { withTopNotice } from '../top-notice.ts';
import { countsQuery, generationQuery } from './evaluation-queries.ts';
import { followEvents } from './follow-events.ts';

const POLL_MS = 5_000;

export interface LiveProgress {
  readonly progress: Progress | undefined;
  /** The progress of generation, for members who may generate outputs. */
  readonly generation: Generation | undefined;
}

/** Live progress: from the event stream, or by polling while this tab has none. */
export function useLiveProgress(evaluationId: string, mayFollow: boolean): LiveProgress {
  const [streamed, setStreamed] = useState<Progress>();
  const [isStreaming, setStreaming] = useState(false);
  const refetchInterval = isStreaming ? false : POLL_MS;
  const { data: counts } = useQuery(
    withTopNotice({ ...countsQuery(evaluationId), refetchInterval }),
  );
  const { data: generation } = useQuery(
    withTopNotice({
      ...generationQuery(evaluationId),
      refetchInterval,
      enabled: mayFollow,
    }),
  );
  useEffect(() => {
    if (!mayFollow) return;
    const address = `/api/human-evaluations/${encodeURIComponent(evaluationId)}/events`;
    return followEvents(address, (events) => {
      events.addEventListener('open', () => setStreaming(true));
      events.addEventListener('error', () => setStreaming(false));
      events.addEventListener('progress', ({ data }: MessageEvent<string>) => {
        setStreamed(JSON.parse(data) as Progress); // The contract has this type.
      });
      events.addEventListener('generation', ({ data }: MessageEvent<string>) => {
        const generation = JSON.parse(data) as Generation; // The contract has this type.
        const query = generationQuery(evaluationId);
        // A reply under way is older, and no event would correct it.
        void queryClient.cancelQueries(query);
        queryClient.setQueryData(query.queryKey, generation);
      });
      return () => setStreaming(false);
    });
  }, [evaluationId, mayFollow]);
  // A reopened stream does not repeat the last event, so its value is kept.
  const live = isStreaming ? streamed : undefined;
  return { progress: live ?? counts?.progress ?? undefined, generation };
}
