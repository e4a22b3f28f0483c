import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../client/api-error.ts';
import { type ApiReply, type Client, createClient } from '../client/client.ts';
import { endSession } from './identity/session-state.ts';

/** The session cookie speaks for the user. */
export const client = createClient({ baseUrl: '' });

/** Speaks for one person: refused by the server once this browser is signed in as another. */
export function clientOf(profileId: string): Client {
  return createClient({ baseUrl: '', headers: { 'x-profile-id': profileId } });
}

/** A value together with the version it was read at, for the write that follows. */
export interface Versioned<Value> {
  readonly value: Value;
  readonly etag: string;
}

export async function versioned<Value>(reply: Promise<ApiReply<Value>>): Promise<Versioned<Value>> {
  const answer = await reply;
  if (answer.status >= 400) throw new ApiError(answer);
  return { value: answer.body, etag: answer.headers.get('etag') ?? '' };
}

const RETRIES = 2;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEndedSession }),
  mutationCache: new MutationCache({ onError: noticeEndedSession }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // An answer is an answer: only what did not arrive, or a server in trouble, is asked again.
      retry: (count, error) =>
        count < RETRIES && !(error instanceof ApiError && error.status < 500),
      // Trying is the only way to learn whether a server on this very machine can be reached.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/** Asks to sign in again, if that is what an error means. */
export function noticeEndedSession(error: unknown): void {
  if (error instanceof ApiError && error.code === 'unauthenticated') endSession();
}
