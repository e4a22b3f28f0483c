import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../client/api-error.ts';
import type { Profile } from '../../contract/identity/profile.ts';
import { client, judgingClient } from '../api.ts';
import { browserStorage } from '../browser-storage.ts';
import { isGuest } from '../identity/is-guest.ts';
import type { Brief } from './brief.ts';
import type { JudgePlace } from './judge-place.ts';
import { findKeptTasks, type KeptTasks } from './kept-tasks.ts';

/** Read again each minute: guidelines and the remaining share change while annotators judge. */
export const briefQuery = (evaluationId: string, annotatorId: string) =>
  queryOptions({
    queryKey: ['brief', evaluationId, annotatorId],
    queryFn: () => fetchBrief(evaluationId, annotatorId),
    staleTime: 60_000,
    refetchInterval: 60_000,
    // Each time the page opens it reads the brief itself, never an older one.
    gcTime: 0,
  });

/** The user who opens a judge page. */
export type Entry =
  | { readonly kind: 'signed out' }
  /** A member with a guest's link, who stays signed in beside the guest. */
  | { readonly kind: 'member with link'; readonly username: string }
  | {
      readonly kind: 'annotator';
      readonly annotator: Profile;
      readonly brief: Brief;
      /** Tasks fetched earlier, if there is no connection now. */
      readonly kept: KeptTasks | undefined;
    };

/**
 * The annotator of this page, with their brief: the guest named in the URL, else the signed-in
 * member. Read once, because a page belongs to the annotator who opened it.
 */
export const entryQuery = (place: JudgePlace) =>
  queryOptions({
    queryKey: ['entry', place],
    queryFn: () => enter(place).catch((error: unknown) => enterOffline(place, error)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

async function enter({ evaluationId, annotatorId, hasLink }: JudgePlace): Promise<Entry> {
  const query = {
    evaluation_id: evaluationId,
    ...(annotatorId === undefined ? {} : { profile_id: annotatorId }),
  };
  const { profile } = await client.checkSession({ query });
  if (profile === null) return { kind: 'signed out' };
  if (hasLink && !isGuest(profile)) {
    return { kind: 'member with link', username: profile.username };
  }
  const brief = await fetchBrief(evaluationId, profile.id);
  return { kind: 'annotator', annotator: profile, brief, kept: undefined };
}

/** Without a connection the annotator continues with tasks fetched earlier. */
function enterOffline(place: JudgePlace, error: unknown): Entry {
  const kept = findKeptTasks(browserStorage, place);
  if (error instanceof ApiError || kept === undefined) throw error;
  return { kind: 'annotator', annotator: kept.annotator, brief: kept.brief, kept };
}

function fetchBrief(evaluationId: string, annotatorId: string): Promise<Brief> {
  return judgingClient(annotatorId).fetchBrief({ parameters: { evaluation_id: evaluationId } });
}
