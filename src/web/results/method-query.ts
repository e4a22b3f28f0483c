import { queryOptions } from '@tanstack/react-query';
import { readMethodPage } from './method-pages.ts';

/** Null if the method has no page. */
export const methodQuery = (method: string) =>
  queryOptions({
    queryKey: ['method', method],
    queryFn: async () => (await readMethodPage(method)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
