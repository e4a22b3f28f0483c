import type { Migration } from './migration.ts';

const FLAG = [0, 1] as const;

/** Columns with a closed set of values; some may also be null. */
const VALUES: Readonly<Record<string, readonly (string | number)[]>> = {
  'workspaces.is_default': FLAG,
  'credentials.kind': ['key', 'session'],
  'environments.name': ['development', 'staging', 'production'],
  'human_evaluations.type': ['human_a_b_testing', 'single_model_test'],
  'human_evaluations.status': [
    'EVALUATION_INITIALIZED',
    'EVALUATION_STARTED',
    'EVALUATION_FINISHED',
    'EVALUATION_FINISHED_WITH_ERRORS',
    'EVALUATION_FAILED',
  ],
  'human_evaluations.status_set_by': ['server', 'user'],
  'evaluation_variants.source_kind': ['base', 'provider', 'import'],
  'scenarios.is_pinned': FLAG,
  'scenarios.is_complete': FLAG,
  'scenarios.has_tasks': FLAG,
  'tasks.is_ready': FLAG,
  'evaluation_annotators.kind': ['member', 'guest'],
  'assignments.side': FLAG,
  'assignments.status': ['open', 'judged', 'skipped', 'expired'],
  'judgements.counts': FLAG,
  'judgements.outcome': ['slot', 'tie', 'both_bad'],
  'judgements.named_by': ['slot', 'variant'],
  'judgements.side': FLAG,
  'judgements.saw_names': FLAG,
  'guests.saw_names': FLAG,
  'output_imports.is_settled': FLAG,
  'generation_runs.status': ['preparing', 'running', 'paused', 'canceled', 'finished'],
  'generation_runs.reuse': FLAG,
  'generation_cells.status': ['waiting', 'running', 'done', 'failed', 'canceled'],
};

export interface ClosedColumn {
  readonly table: string;
  readonly column: string;
  /** The SQL list inside the parentheses of IN. */
  readonly values: string;
}

export const CLOSED_COLUMNS: readonly ClosedColumn[] = Object.entries(VALUES).map(
  ([name, values]) => {
    const [table = '', column = ''] = name.split('.');
    return { table, column, values: values.map(literal).join(', ') };
  },
);

function literal(value: string | number): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

/**
 * Makes the database refuse values that the product does not know. PostgreSQL checks only new rows
 * for now, so that other processes wait only while the constraint is added.
 */
export const closedValues: Migration = {
  number: 14,
  name: 'closed-values',
  statements: (_, engine) =>
    CLOSED_COLUMNS.map(({ table, column, values }) => {
      const check = `CHECK (${column} IN (${values}))${engine === 'postgres' ? ' NOT VALID' : ''}`;
      return `ALTER TABLE ${table} ADD CONSTRAINT "${table}.${column}" ${check}`;
    }),
};
