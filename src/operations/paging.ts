import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { PageInput } from '../contract/fields.ts';
import { Problem } from '../contract/problems.ts';
import { type AgeKey, type Page, WHOLE_LIST } from '../storage/page.ts';
import type { Context } from './context.ts';

const CURSOR_LIFE_MS = 24 * 60 * 60 * 1000;

/** A list request: which page of which list. */
export interface PageRequest<Key> {
  readonly page: Page<Key>;
  readonly filters: readonly unknown[];
  readonly limit: number | undefined;
}

/** Reads `limit` and `cursor`; `filters` name the list, so that a cursor fits no other list. */
export function readPage<Key>(
  context: Context,
  query: PageInput,
  filters: readonly unknown[],
): PageRequest<Key> {
  const after =
    query.cursor === undefined ? undefined : openCursor<Key>(context, query.cursor, filters);
  // One row more than requested shows whether another page follows.
  const limit = query.limit === undefined ? WHOLE_LIST : query.limit + 1;
  return { page: { after, limit }, filters, limit: query.limit };
}

/** Cuts off the extra row and makes the cursor of the next page from the last kept row. */
export function cutPage<Key, Item>(
  context: Context,
  request: PageRequest<Key>,
  { items, keyOf }: { items: readonly Item[]; keyOf: (item: Item) => Key },
): { items: readonly Item[]; next: string | undefined } {
  const { limit } = request;
  if (limit === undefined || items.length <= limit) return { items, next: undefined };
  const pageItems = items.slice(0, limit);
  const last = pageItems.at(-1);
  const next = last && sealCursor(context, keyOf(last), request.filters);
  return { items: pageItems, next };
}

export function ageKey(item: AgeKey): AgeKey {
  return { createdAt: item.createdAt, id: item.id };
}

function sealCursor(context: Context, key: unknown, filters: readonly unknown[]): string {
  const content = JSON.stringify([key, listName(filters), context.now + CURSOR_LIFE_MS]);
  const payload = Buffer.from(content).toString('base64url');
  return `${payload}.${sign(context, payload)}`;
}

function openCursor<Key>(context: Context, cursor: string, filters: readonly unknown[]): Key {
  const [payload = '', signature = ''] = cursor.split('.');
  const expected = Buffer.from(sign(context, payload));
  const sent = Buffer.from(signature);
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) throw invalidCursor();
  const [key, name, expiresAt] = JSON.parse(Buffer.from(payload, 'base64url').toString());
  if (name !== listName(filters) || expiresAt < context.now) throw invalidCursor();
  return key;
}

function listName(filters: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(filters)).digest('base64url').slice(0, 16);
}

function sign(context: Context, payload: string): string {
  return createHmac('sha256', context.cursorSecret)
    .update(payload)
    .digest('base64url')
    .slice(0, 22);
}

function invalidCursor(): Problem {
  return new Problem(
    'invalid_cursor',
    'This cursor is not valid for this list, or no longer. Start again without a cursor.',
  );
}
