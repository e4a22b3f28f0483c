import { queryOptions } from '@tanstack/react-query';
import { readMethodPage } from './method-pages.ts';

/** Null if there is no such page. */
export const methodQuery = (method: string) =>
  queryOptions({
    queryKey: ['method', method],
    queryFn: async () => (await readMethodPage(method)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
