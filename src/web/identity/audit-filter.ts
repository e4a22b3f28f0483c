import type { CallInput } from '../../client/client.ts';

/** The values of the filters; dates are days in the reader's time zone. */
export interface AuditFilter {
  readonly actorId?: string;
  readonly operation?: string;
  readonly objectId?: string;
  readonly since?: string;
  readonly until?: string;
}

export type AuditQuery = NonNullable<CallInput<'exportAuditEntries'>['query']>;

/** The filters as query parameters, without empty ones. The last day counts as a whole. */
export function auditQueryOf(filter: AuditFilter): AuditQuery {
  const { actorId, operation, objectId, since, until } = filter;
  return {
    ...(actorId ? { actor_id: actorId } : {}),
    ...(operation ? { operation } : {}),
    ...(objectId?.trim() ? { object_id: objectId.trim() } : {}),
    ...(since ? { since: startOf(since, 0) } : {}),
    ...(until ? { until: startOf(until, 1) } : {}),
  };
}

function startOf(day: string, daysLater: number): string {
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + daysLater);
  return date.toISOString();
}
