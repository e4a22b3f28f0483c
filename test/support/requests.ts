/** A well-formed id that does not exist. */
export const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000';

export const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;

/** Lets a test send what the types forbid and the server must refuse. */
export function wrong(input: unknown): never {
  return input as never;
}

/** The secret in a link. */
export function tokenIn(url: string | undefined): string {
  const fragment = new URLSearchParams(new URL(url ?? '').hash.slice(1));
  return fragment.get('token') ?? '';
}

/** The cursor of the next page, if one follows. */
export function cursorIn(headers: Headers): string | undefined {
  const next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  return next && (new URL(next, 'http://here').searchParams.get('cursor') ?? undefined);
}

/** The session cookie an answer sets, as a browser would send it back. */
export function cookieIn(headers: Headers): string {
  return (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

/** The statuses of simultaneous answers, which come in no particular order. */
export function statusesOf(replies: readonly { readonly status: number }[]): number[] {
  return replies.map(({ status }) => status).toSorted((left, right) => left - right);
}
