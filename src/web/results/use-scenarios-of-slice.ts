import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { scenariosQuery } from '../evaluations/evaluation-queries.ts';
import { isInSlice, isNarrow, type SliceChoice } from './slice.ts';
import { useSlices } from './use-slices.ts';

/** So many of a slice are looked for unasked, among so many of all; the rest comes when asked for. */
const WANTED = 20;
const MOST_READ = 500;

/** The scenarios that were read and belong to the chosen slice. */
export function useScenariosOfSlice(evaluationId: string, choice: SliceChoice) {
  const pages = useInfiniteQuery(scenariosQuery(evaluationId));
  const sliced = useSlices(evaluationId, choice);
  const read = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  // Which values are the others is known with the slices.
  const isKnown = choice.others !== true || sliced.data !== undefined;
  const scenarios = isKnown
    ? read.filter(({ inputs }) => isInSlice(inputs, choice, sliced.slices))
    : [];
  const { hasNextPage, isFetching, error, fetchNextPage } = pages;
  const isTooFew = isNarrow(choice) && isKnown && scenarios.length < WANTED;
  const goesOn = isTooFew && read.length < MOST_READ && hasNextPage && !isFetching;
  useEffect(() => {
    if (goesOn && error === null) void fetchNextPage();
  }, [goesOn, error, fetchNextPage]);
  return { pages, scenarios, readCount: read.length };
}
