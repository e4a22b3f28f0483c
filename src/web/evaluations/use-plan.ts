import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../client/api-error.ts';
import type { SampleSizeQuestion } from '../../contract/results/planning.ts';
import { client } from '../api.ts';
import { useTypingPause } from '../ui/use-typing-pause.ts';

const MOST_RETRIES = 8;

/** The plan and its question; the previous ones while the next plan is computed. */
export function usePlan(question: SampleSizeQuestion | undefined) {
  const newest = question === undefined ? '' : JSON.stringify(question);
  const [settled, setSettled] = useState(newest);
  useTypingPause(newest, setSettled);
  const { data, error, isFetching } = useQuery({
    queryKey: ['plan', settled],
    enabled: settled !== '',
    queryFn: ({ signal }) =>
      inTurn(async () => {
        signal.throwIfAborted();
        const body = JSON.parse(settled) as SampleSizeQuestion; // Written above.
        return { question: body, plan: await client.planSampleSize({ body }) };
      }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    // The server computes two plans per user at a time, and the user's other pages may ask too.
    retry: (count, failure) =>
      failure instanceof ApiError && failure.status === 429 && count < MOST_RETRIES,
    retryDelay: 500,
  });
  return { answer: data, error, isComputing: isFetching || settled !== newest };
}

let last: Promise<unknown> = Promise.resolve();

/** Asks one question at a time; aborted ones end without a request. */
function inTurn<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const turn = last.then(ask);
  last = turn.catch(() => undefined);
  return turn;
}
