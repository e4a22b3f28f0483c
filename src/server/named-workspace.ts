import type { IncomingHttpHeaders } from 'node:http';
import { issues, type ValidationIssue } from '../contract/validation.ts';
import type { Context } from '../operations/context.ts';
import { parseWorkspaceId } from '../operations/tokens.ts';
import type { Exchange } from './exchange.ts';

/** In requests and in answers. */
const HEADER = 'jurybox-workspace';

/**
 * The caller and the workspace whose rows they ask for. Keys and guest sessions name it in their
 * token; members may be in several, so their pages name it in a header.
 */
export function callerOf({ credential, request, now }: Exchange): Context['caller'] {
  if (credential.kind === 'none') return { tokenHash: '', now, workspaceId: null };
  const { tokenHash, workspaceId } = credential;
  const isMember = credential.kind === 'session' && credential.holder === 'member';
  return { tokenHash, now, workspaceId: isMember ? readHeader(request.headers) : workspaceId };
}

function readHeader(headers: IncomingHttpHeaders): string | null {
  return parseWorkspaceId(String(headers[HEADER] ?? ''));
}

export function workspaceFaults(headers: IncomingHttpHeaders): readonly ValidationIssue[] {
  if (headers[HEADER] === undefined || readHeader(headers) !== null) return [];
  return [issues.valueError(['header', HEADER], 'send the id of a workspace')];
}

/** Names the workspace of the answer, which a member's page sends with its next request. */
export function workspaceHeader(
  { credential }: Exchange,
  { gate }: Context,
): Readonly<Record<string, string>> {
  const isMember = credential.kind === 'session' && credential.holder === 'member';
  return isMember && gate.place !== undefined ? { [HEADER]: gate.place } : {};
}
