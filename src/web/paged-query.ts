import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { ApiError } from '../client/api-error.ts';
import type { ApiReply } from '../client/client.ts';

/** Reads the page that starts at a cursor, or the first one without it. */
export type FetchPage<Item> = (start: {
  readonly cursor?: string;
}) => Promise<ApiReply<readonly Item[]>>;

interface Page<Item> {
  readonly items: readonly Item[];
  /** The cursor of the next page, if there is one. */
  readonly next: string | undefined;
  /** The number of items on all pages, if the server counts them. */
  readonly total: number | undefined;
}

/** A list that is read page by page; its data are the items of all pages read so far. */
export function pagedQuery<Item>(queryKey: readonly unknown[], fetchPage: FetchPage<Item>) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => readPage(fetchPage, pageParam),
    initialPageParam: undefined as string | undefined, // The first page has no cursor.
    getNextPageParam: ({ next }) => next,
    select: joinPages<Item>,
  });
}

export async function readPage<Item>(
  fetchPage: FetchPage<Item>,
  cursor: string | undefined,
): Promise<Page<Item>> {
  const answer = await fetchPage(cursor === undefined ? {} : { cursor });
  if (answer.status >= 400) throw new ApiError(answer);
  const count = answer.headers.get('x-total-count');
  return {
    items: answer.body,
    next: nextCursor(answer.headers),
    total: count === null ? undefined : Number(count),
  };
}

function joinPages<Item>({ pages }: InfiniteData<Page<Item>>) {
  return { items: pages.flatMap(({ items }) => items), total: pages.at(-1)?.total };
}

/** The Link header of a page has the address of the next one. */
function nextCursor(headers: Headers): string | undefined {
  const [, address] = /<([^>]+)>;\s*rel="next"/.exec(headers.get('link') ?? '') ?? [];
  if (address === undefined) return undefined;
  return new URLSearchParams(address.split('?')[1]).get('cursor') ?? undefined;
}
