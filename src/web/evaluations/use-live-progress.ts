import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Progress } from '../../contract/evaluation-results.ts';
import type { Generation } from '../../contract/generation.ts';
import { queryClient } from '../api.ts';
import { countsQuery, generationQuery } from './evaluation-queries.ts';

const POLL_MS = 5_000;

export interface LiveProgress {
  readonly progress: Progress | undefined;
  /** How far the outputs have come, for those who may make them. */
  readonly generation: Generation | undefined;
}

/** Progress as it happens: from the stream of events, and by asking while there is none. */
export function useLiveProgress(evaluationId: string, mayFollow: boolean): LiveProgress {
  const [streamed, setStreamed] = useState<Progress>();
  const isStreaming = streamed !== undefined;
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
    const events = new EventSource(address);
    events.addEventListener('progress', ({ data }: MessageEvent<string>) => {
      // As the contract has it.
      const told = JSON.parse(data) as Progress & { readonly generation: Generation };
      setStreamed(told);
      queryClient.setQueryData(generationQuery(evaluationId).queryKey, told.generation);
    });
    events.addEventListener('error', () => setStreamed(undefined));
    return () => events.close();
  }, [evaluationId, mayFollow]);
  return { progress: streamed ?? counts?.progress ?? undefined, generation };
}
