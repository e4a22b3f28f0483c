import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../client/api-error.ts';
import type { SampleSizeQuestion } from '../../contract/results/planning.ts';
import { client } from '../api.ts';

/** While the slider moves, only the places where it rests are asked about. */
const REST_MS = 250;
const MOST_TRIES = 8;

/** The plan with the question that it answers: the last one while the next is computed. */
export function usePlan(question: SampleSizeQuestion | undefined) {
  const asked = useRested(question === undefined ? '' : JSON.stringify(question));
  const isResting = asked === (question === undefined ? '' : JSON.stringify(question));
  const { data, error, isFetching } = useQuery({
    queryKey: ['plan', asked],
    enabled: asked !== '',
    queryFn: ({ signal }) =>
      inTurn(async () => {
        signal.throwIfAborted();
        const body = JSON.parse(asked) as SampleSizeQuestion; // As it was written above.
        return { question: body, plan: await client.planSampleSize({ body }) };
      }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    // The server computes two plans of a user at a time, and other pages of theirs may ask too.
    retry: (count, failure) =>
      failure instanceof ApiError && failure.status === 429 && count < MOST_TRIES,
    retryDelay: 500,
  });
  return { answer: data, error, isComputing: isFetching || !isResting };
}

let last: Promise<unknown> = Promise.resolve();

/** One question at a time; those that are no longer asked are passed over. */
function inTurn<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const turn = last.then(ask);
  last = turn.catch(() => undefined);
  return turn;
}

/** The text once it has stayed the same for a moment. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
