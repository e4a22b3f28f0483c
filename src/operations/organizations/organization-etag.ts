import { hash } from 'node:crypto';
import type { Output } from '../../contract/api.ts';
import { Problem } from '../../contract/problems.ts';
import type { Preconditions } from '../context.ts';
import { listsEtag } from '../preconditions.ts';

/**
 * The strong ETag of an organization. Its body shows rows of four tables and depends on who reads
 * it, so the text itself is hashed instead of counting changes.
 */
export function organizationEtag(body: Output<'fetchOrganization'>): string {
  return `"${hash('sha256', JSON.stringify(body), 'base64url').slice(0, 22)}"`;
}

/** Refuses a change that was based on another state than the one with this ETag. */
export function refuseOutdated({ ifMatch }: Preconditions, etag: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  if (listsEtag(ifMatch, etag)) return;
  throw new Problem(
    'revision_conflict',
    'It was changed since you read it: read it again and repeat your change.',
    { headers: { etag } },
  );
}
