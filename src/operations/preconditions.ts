import { hash } from 'node:crypto';
import { Problem } from '../contract/problems.ts';
import type { Preconditions } from './context.ts';

/** The strong ETag of an object that counts its changes. */
export function versionEtag(version: number): string {
  return `"v${version}"`;
}

/**
 * The strong ETag of an object whose body shows rows of several tables, or depends on the reader: a
 * hash of the text itself, instead of a count of changes.
 */
export function bodyEtag(body: object): string {
  return textEtag(JSON.stringify(body));
}

/** The same for a body that is text already. */
export function textEtag(json: string): string {
  return `"${hash('sha256', json, 'base64url').slice(0, 22)}"`;
}

/** Throws if the caller expects another version than the current, locked one. */
export function refuseOtherEtag({ ifMatch }: Preconditions, current: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*' || listsEtag(ifMatch, current)) return;
  throw new Problem(
    'revision_conflict',
    'It was changed since you read it: read it again and repeat your change.',
    { headers: { etag: current } },
  );
}

/** The current object, for the answer that shows the caller what they missed. */
export interface CurrentState {
  readonly version: number;
  readonly revision?: number;
}

/**
 * The version that a writing statement must find; undefined if the caller accepts any. Throws if
 * this transaction has already read another version.
 */
export function expectedVersion(
  { ifMatch }: Preconditions,
  current: CurrentState,
): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  if (!listsEtag(ifMatch, versionEtag(current.version))) throw revisionConflict(current);
  return current.version;
}

/** Throws if an object that was not written has another version than the one expected. */
export function refuseOtherVersion(expected: number | undefined, current: CurrentState): void {
  if (expected !== undefined && current.version !== expected) throw revisionConflict(current);
}

/** Refuses updates that do not name the version they are based on. */
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
 * Whether a header names an ETag. Proxies that compress an answer make its tag weak (nginx) or
 * append the encoding to it (Caddy, Apache): it still names the same version.
 */
export function listsEtag(header: string, etag: string): boolean {
  return header.split(',').some((candidate) => {
    const tag = candidate.trim().replace(/^W\//, '');
    return tag === etag || tag.replace(ENCODING, '"') === etag;
  });
}

const ENCODING = /-(?:gzip|br|zstd|deflate)"$/;
