import { findRow, type Queryable } from '../database.ts';
import { statement } from '../statement.ts';
import { workspaceWriter } from '../writers.ts';

const SETTINGS = { auditDays: 'integer?', evaluationDays: 'integer?' } as const;

const FIND_RETENTION = statement(
  'SELECT r.audit_days, r.evaluation_days FROM retention_settings r WHERE r.workspace_id = $1',
  SETTINGS,
);

/** How many days audit entries and evaluations are kept; null for ever. */
export interface Retention {
  readonly auditDays: number | null;
  readonly evaluationDays: number | null;
}

export async function getRetention(db: Queryable, workspaceId: string): Promise<Retention> {
  const row = await findRow(db, FIND_RETENTION, [workspaceId]);
  return row ?? { auditDays: null, evaluationDays: null };
}

export const upsertRetention = workspaceWriter(
  `INSERT INTO retention_settings (workspace_id, audit_days, evaluation_days) VALUES ($1, $2, $3)
   ON CONFLICT (workspace_id) DO UPDATE
   SET audit_days = excluded.audit_days, evaluation_days = excluded.evaluation_days`,
  SETTINGS,
);

const LIST_RETENTIONS = statement(
  'SELECT r.workspace_id, r.audit_days, r.evaluation_days FROM retention_settings r ORDER BY r.workspace_id',
  { workspaceId: 'text', ...SETTINGS },
);

/** The workspaces whose retention was set. */
export async function listRetentions(
  db: Queryable,
): Promise<readonly (Retention & { readonly workspaceId: string })[]> {
  return db.query(LIST_RETENTIONS, []);
}
