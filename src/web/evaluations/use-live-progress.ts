import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Generation } from '../../contract/outputs/generation.ts';
import type { Progress } from '../../contract/results/evaluation-results.ts';
import { queryClient } from '../api.ts';
import { countsQuery, generationQuery } from './evaluation-queries.ts';
import { followEvents } from './follow-events.ts';

const POLL_MS = 5_000;

export interface LiveProgress {
  readonly progress: Progress | undefined;
  /** How far the outputs have come, for those who may make them. */
  readonly generation: Generation | undefined;
}

/** Progress as it happens: from the stream of events, and by asking while there is none of its own. */
export function useLiveProgress(evaluationId: string, mayFollow: boolean): LiveProgress {
  const [streamed, setStreamed] = useState<Progress>();
  const [isStreaming, setStreaming] = useState(false);
  const refetchInterval = isStreaming ? false : POLL_MS;
  const { data: counts } = useQuery({ ...countsQuery(evaluationId), refetchInterval });
  const { data: generation } = useQuery({
    ...generationQuery(evaluationId),
    refetchInterval,
    enabled: mayFollow,
  });
  useEffect(() => {
    if (!mayFollow) return;
    const address = `/api/human-evaluations/${encodeURIComponent(evaluationId)}/events`;
    return followEvents(address, (events) => {
      events.addEventListener('open', () => setStreaming(true));
      events.addEventListener('error', () => setStreaming(false));
      events.addEventListener('progress', ({ data }: MessageEvent<string>) => {
        setStreamed(JSON.parse(data) as Progress); // As the contract has it.
      });
      events.addEventListener('generation', ({ data }: MessageEvent<string>) => {
        const told = JSON.parse(data) as Generation; // As the contract has it.
        queryClient.setQueryData(generationQuery(evaluationId).queryKey, told);
      });
      return () => setStreaming(false);
    });
  }, [evaluationId, mayFollow]);
  // Who comes back to the stream is not told again what they know.
  const live = isStreaming ? streamed : undefined;
  return { progress: live ?? counts?.progress ?? undefined, generation };
}
