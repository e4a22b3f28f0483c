import type { Input } from '../../../contract/api.ts';
import type { AuditEntry } from '../../../contract/identity/audit-trail.ts';
import { issues, ValidationFailure } from '../../../contract/validation.ts';
import { parseId, referenceInPath } from '../../../domain/ids.ts';
import { formatTimestamp } from '../../../domain/timestamps.ts';
import { getStanding } from '../../../storage/callers.ts';
import type { AuditFilter, ListedEntry } from '../../../storage/identity/audit-entries.ts';
import type { Context } from '../../context.ts';

/** The workspace in the path, whose trail the caller may read. */
export async function getAuditedWorkspace(
  context: Context,
  { workspace_id }: { readonly workspace_id: string },
): Promise<string> {
  const standing = await getStanding(context.db, context.caller, referenceInPath(workspace_id));
  context.gate.permit(standing);
  return standing.workspaceId;
}

/** A malformed id counts as unknown, so no entry matches it. */
const UNUSED_ID = '';

export function readAuditFilter(query: Input<'exportAuditEntries'>['query']): AuditFilter {
  const { actor_id, operation, object_id, since, until } = query;
  return {
    actorId: actor_id === undefined ? undefined : (parseId(actor_id) ?? UNUSED_ID),
    operation,
    objectId: object_id?.toLowerCase(),
    since: readMoment('since', since),
    until: readMoment('until', until),
  };
}

function readMoment(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const moment = Date.parse(text);
  if (Number.isNaN(moment)) {
    const why = 'this is not a time; write it like 2026-01-31T12:00:00Z';
    throw new ValidationFailure([issues.valueError(['query', name], why)]);
  }
  return moment;
}

export function presentAuditEntry(entry: ListedEntry): AuditEntry {
  const { objectKind, objectId } = entry;
  return {
    id: entry.id,
    at: formatTimestamp(entry.at),
    operation: entry.operation,
    actor: {
      kind: entry.actorKind,
      id: entry.actorId,
      name: entry.actorName,
      key_prefix: entry.keyPrefix,
    },
    object: objectKind === null || objectId === null ? null : { kind: objectKind, id: objectId },
    detail: entry.detail,
    address: entry.address,
    request_id: entry.requestId,
    seal: entry.seal,
  };
}
