import { hash } from 'node:crypto';
import { Problem } from '../contract/problems.ts';
import type { Preconditions } from './context.ts';

/** The strong ETag of an object that counts its changes. */
export function versionEtag(version: number): string {
  return `"v${version}"`;
}

/**
 * The strong ETag of an object whose body shows rows of several tables, or depends on who reads it:
 * the text itself is hashed instead of counting changes.
 */
export function bodyEtag(body: object): string {
  return textEtag(JSON.stringify(body));
}

/** The same, where the text is there already. */
export function textEtag(json: string): string {
  return `"${hash('sha256', json, 'base64url').slice(0, 22)}"`;
}

/** Throws when the caller expects another object than the one that is there and locked. */
export function refuseOtherEtag({ ifMatch }: Preconditions, current: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*' || listsEtag(ifMatch, current)) return;
  throw new Problem(
    'revision_conflict',
    'It was changed since you read it: read it again and repeat your change.',
    { headers: { etag: current } },
  );
}

/** The object as it is now, for the answer that tells the caller what they missed. */
export interface CurrentState {
  readonly version: number;
  readonly revision?: number;
}

/**
 * The version that a writing statement has to find, or undefined when the caller does not care.
 * Throws when what was read in this transaction is already another one.
 */
export function expectedVersion(
  { ifMatch }: Preconditions,
  current: CurrentState,
): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  if (!listsEtag(ifMatch, versionEtag(current.version))) throw revisionConflict(current);
  return current.version;
}

/** Throws when an object that was left as it is has another version than the writer had to find. */
export function refuseOtherVersion(expected: number | undefined, current: CurrentState): void {
  if (expected !== undefined && current.version !== expected) throw revisionConflict(current);
}

/** Refuses updates that do not say what they were based on. */
export function requireIfMatch({ ifMatch }: Preconditions): void {
  if (ifMatch !== undefined) return;
  throw new Problem(
    'precondition_required',
    'Send If-Match with the ETag you last read, so that no other change is lost.',
  );
}

export function revisionConflict(current: CurrentState): Problem {
  return new Problem(
    'revision_conflict',
    'It was changed since you read it: read it again and repeat your change.',
    {
      members: current.revision === undefined ? {} : { current_revision: current.revision },
      headers: { etag: versionEtag(current.version) },
    },
  );
}

/**
 * Whether a header names an ETag. Proxies that compress an answer make its tag a weak one (nginx) or
 * write the encoding behind it (Caddy, Apache): it still names what was read.
 */
export function listsEtag(header: string, etag: string): boolean {
  return header.split(',').some((candidate) => {
    const tag = candidate.trim().replace(/^W\//, '');
    return tag === etag || tag.replace(ENCODING, '"') === etag;
  });
}

const ENCODING = /-(?:gzip|br|zstd|deflate)"$/;
