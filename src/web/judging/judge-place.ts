import type { Profile } from '../../contract/identity/profile.ts';
import { isGuest } from '../identity/is-guest.ts';

/** The parsed URL of a judge page. */
export interface JudgePlace {
  readonly evaluationId: string;
  /** The guest named in the URL. */
  readonly annotatorId: string | undefined;
  /** The URL carries a guest link. */
  readonly hasLink: boolean;
}

/**
 * Whether the page belongs to this annotator. A URL without a guest belongs to a member, unless it
 * carries a guest link (0025): the browser may keep tasks of both.
 */
export function isPlaceOf({ annotatorId, hasLink }: JudgePlace, annotator: Profile): boolean {
  return annotatorId === undefined ? isGuest(annotator) === hasLink : annotator.id === annotatorId;
}
