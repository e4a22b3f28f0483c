import type { CallInput } from '../../client/client.ts';

/** What the filters hold; dates are days of the reader's calendar. */
export interface AuditFilter {
  readonly actorId?: string;
  readonly operation?: string;
  readonly objectId?: string;
  readonly since?: string;
  readonly until?: string;
}

export type AuditQuery = NonNullable<CallInput<'exportAuditEntries'>['query']>;

/** As the API takes them; what is empty is left out. The last day is meant as a whole. */
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
