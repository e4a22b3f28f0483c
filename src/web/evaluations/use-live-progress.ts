import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Progress } from '../../contract/evaluation-results.ts';
import { resultsQuery } from './evaluation-queries.ts';

const POLL_MS = 5_000;

/** Progress as it happens: from the stream of events, and by asking while there is none. */
export function useLiveProgress(evaluationId: string, mayFollow: boolean): Progress | undefined {
  const [streamed, setStreamed] = useState<Progress>();
  const [isStreaming, setStreaming] = useState(false);
  const { data } = useQuery({
    ...resultsQuery(evaluationId),
    refetchInterval: isStreaming ? false : POLL_MS,
  });
  useEffect(() => {
    if (!mayFollow) return;
    const address = `/api/human-evaluations/${encodeURIComponent(evaluationId)}/events`;
    const events = new EventSource(address);
    events.addEventListener('progress', ({ data: text }: MessageEvent<string>) => {
      setStreaming(true);
      setStreamed(JSON.parse(text) as Progress); // As the contract has it.
    });
    events.addEventListener('error', () => setStreaming(false));
    return () => events.close();
  }, [evaluationId, mayFollow]);
  return isStreaming ? streamed : (data?.progress ?? undefined);
}
