import type { Profile } from '../../contract/identity/profile.ts';
import { isGuest } from '../identity/is-guest.ts';

/** The address of a judge page. */
export interface JudgePlace {
  readonly evaluationId: string;
  /** The guest named in the address. */
  readonly annotatorId: string | undefined;
  /** The address brings a guest's link. */
  readonly hasLink: boolean;
}

/**
 * An address that names no guest belongs to a member, unless it brings a guest's link (0025): the
 * browser may keep tasks of both.
 */
export function isPlaceOf({ annotatorId, hasLink }: JudgePlace, annotator: Profile): boolean {
  return annotatorId === undefined ? isGuest(annotator) === hasLink : annotator.id === annotatorId;
}
