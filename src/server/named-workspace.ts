import type { IncomingHttpHeaders } from 'node:http';
import { issues, type ValidationIssue } from '../contract/validation.ts';
import type { Context } from '../operations/context.ts';
import { parseWorkspaceId } from '../operations/tokens.ts';
import type { Exchange } from './exchange.ts';

/** In requests and answers alike. */
const HEADER = 'jurybox-workspace';

/**
 * Who asks, and in which workspace rows are looked for: keys and guests name it in their token, pages of
 * a member, who may be in several, in a header.
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

/** Tells pages of a member the workspace that an answer is about, for their next request. */
export function workspaceHeader(
  { credential }: Exchange,
  { gate }: Context,
): Readonly<Record<string, string>> {
  const isMember = credential.kind === 'session' && credential.holder === 'member';
  return isMember && gate.place !== undefined ? { [HEADER]: gate.place } : {};
}
