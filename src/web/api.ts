import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../client/api-error.ts';
import { type ApiReply, type Client, createClient } from '../client/client.ts';
import { firstIdIn, namingFetch } from '../client/naming-fetch.ts';
import { endSession } from './identity/session-state.ts';

/** Authenticates with the session cookie. */
export const client = createClient({ baseUrl: '', fetch: namingFetch(firstIdIn) });

/** Judges one evaluation as one user; refused once this browser is signed in as another. */
export function judgingClient(profileId: string): Client {
  return createClient({
    baseUrl: '',
    headers: { 'x-profile-id': profileId },
    fetch: namingFetch(() => 'the evaluation'),
  });
}

/** A value with the version it was read at, for the next write. */
export interface Versioned<Value> {
  readonly value: Value;
  readonly etag: string;
}

export async function versioned<Value>(reply: Promise<ApiReply<Value>>): Promise<Versioned<Value>> {
  const answer = await reply;
  if (answer.status >= 400) throw new ApiError(answer);
  return { value: answer.body, etag: answer.headers.get('etag') ?? '' };
}

// Microtasks disable a button before the next click; a busy page handles clicks before timers.
notifyManager.setScheduler(queueMicrotask);

const RETRIES = 2;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEndedSession }),
  mutationCache: new MutationCache({ onError: noticeEndedSession }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Retries only lost requests and server errors: other answers would stay the same.
      retry: (count, error) =>
        count < RETRIES && !(error instanceof ApiError && error.status < 500),
      // The browser's online state says nothing about a server on this machine, so it is ignored.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/** Asks the user to sign in again if the error says that the session has ended. */
export function noticeEndedSession(error: unknown): void {
  if (error instanceof ApiError && error.code === 'unauthenticated') endSession();
}
