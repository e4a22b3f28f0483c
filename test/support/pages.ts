import assert from 'node:assert/strict';
import { type ExactReply, sendExact } from './exact-request.ts';
import type { TestServer } from './running-server.ts';

/** A paged list, as the owner of the key sees it. */
export interface PagedList {
  readonly server: TestServer;
  readonly key: string;
  /** With `/api` and the query of the list, without limit and cursor. */
  readonly path: string;
  /** Takes the items from the body. */
  readonly itemsIn: (body: unknown) => readonly unknown[];
}

export interface ListPage {
  readonly items: readonly unknown[];
  /** Path of the next page, from the Link header. */
  readonly next: string | undefined;
}

export function requestPage({ server, key }: PagedList, path: string): Promise<ExactReply> {
  return sendExact(server, { path, headers: { authorization: key } });
}

export async function readPage(list: PagedList, path: string): Promise<ListPage> {
  const reply = await requestPage(list, path);
  assert.equal(reply.status, 200, reply.text);
  const link = reply.headers.get('link');
  if (link === null) return { items: list.itemsIn(reply.body), next: undefined };
  const next = /^<(\/api\/[^>]+)>; rel="next"$/.exec(link)?.[1];
  assert.ok(next, link);
  return { items: list.itemsIn(reply.body), next };
}

export function withQuery(path: string, query: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

/** All pages of a list; `between` runs after each of them. */
export async function walk(
  list: PagedList,
  limit: number,
  between: () => Promise<unknown> = async () => undefined,
): Promise<readonly (readonly unknown[])[]> {
  const pages: (readonly unknown[])[] = [];
  let next: string | undefined = withQuery(list.path, `limit=${limit}`);
  while (next !== undefined) {
    const page: ListPage = await readPage(list, next);
    pages.push(page.items);
    next = page.next;
    await between();
  }
  return pages;
}
