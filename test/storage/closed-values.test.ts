import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  EVALUATION_TYPES,
  SETTING_FIELDS,
} from '../../src/contract/evaluations/evaluation-settings.ts';
import { EVALUATION_STATUSES } from '../../src/contract/evaluations/human-evaluations.ts';
import { ACTOR_KINDS } from '../../src/contract/identity/audit-trail.ts';
import { ASSIGNMENT_STATUSES } from '../../src/contract/judging/assignments.ts';
import { ANNOTATOR_KINDS, OUTCOMES } from '../../src/contract/judging/judgements.ts';
import {
  CELL_STATUSES,
  GENERATION_STATUSES,
  SOURCE_KINDS,
} from '../../src/contract/outputs/generation.ts';
import { DECISIONS, ISSUE_KINDS } from '../../src/contract/results/issues.ts';
import { ENVIRONMENT_NAMES } from '../../src/contract/variants/environments.ts';
import type { Engine } from '../../src/storage/database.ts';
import type { updateStatus } from '../../src/storage/evaluations/human-evaluation-changes.ts';
import type { insertCredential } from '../../src/storage/identity/credentials.ts';
import type { OwnJudgement } from '../../src/storage/judging/judgements.ts';
import { adHocStatement, type Row, statement } from '../../src/storage/statement.ts';
import { ENGINES, type EngineName } from '../support/engine-names.ts';
import { openTestEngine } from '../support/open-engine.ts';

const FLAG = ['0', '1'];

/** The values that the contract and the domain know, by the column that holds them. */
const CLOSED: Readonly<Record<string, readonly string[]>> = {
  'assignments.side': FLAG,
  'assignments.status': ASSIGNMENT_STATUSES,
  'audit_entries.actor_kind': ACTOR_KINDS,
  'credentials.kind': allOf<Parameters<typeof insertCredential>[1]['kind']>({
    key: true,
    session: true,
  }),
  'environments.name': ENVIRONMENT_NAMES,
  'evaluation_annotators.kind': ANNOTATOR_KINDS,
  'evaluation_variants.source_kind': SOURCE_KINDS,
  'evaluation_headlines.is_settled': FLAG,
  'generation_cells.status': CELL_STATUSES,
  'generation_runs.reuse': FLAG,
  // An evaluation without a run has no row.
  'generation_runs.status': GENERATION_STATUSES.filter((status) => status !== 'none'),
  'guests.saw_names': FLAG,
  'human_evaluations.status': EVALUATION_STATUSES,
  'human_evaluations.status_set_by': allOf<StatusAuthor>({ server: true, user: true }),
  'human_evaluations.type': EVALUATION_TYPES,
  'issue_decisions.decision': DECISIONS,
  'issue_decisions.kind': ISSUE_KINDS,
  'judgements.counts': FLAG,
  'judgements.named_by': allOf<OwnJudgement['namedBy']>({ slot: true, variant: true }),
  'judgements.outcome': OUTCOMES,
  'judgements.saw_names': FLAG,
  'judgements.side': FLAG,
  'output_imports.is_settled': FLAG,
  'scenarios.has_tasks': FLAG,
  'scenarios.is_complete': FLAG,
  'scenarios.is_pinned': FLAG,
  'setting_changes.field': SETTING_FIELDS,
  'tasks.is_ready': FLAG,
  'workspaces.is_default': FLAG,
};

/** Columns with names like those above that hold any value, and why. */
const OPEN: Readonly<Record<string, string>> = {
  'audit_entries.object_kind': 'named after parameters of paths',
  'organizations.type': 'the caller chooses it',
  'workspaces.type': 'the caller chooses it',
  'memberships.roles': 'a list',
  'invitations.roles': 'a list',
  'assignments.flag': 'the annotator writes it',
  'assignments.skip_reason': 'the annotator writes it',
  'exclusions.reason': 'an editor writes it',
  'generation_cells.error_code': 'the contract promises no closed set',
  'generation_cells.finish_reason': 'the provider chooses it',
};

const LIKE_CLOSED =
  /^(is|has|saw|may|can|was)_|(^|_)(status|state|kind|type|roles?|outcome|reason|code|mode|flag|side|by)$|^(counts|reuse)$/;

for (const kind of ENGINES) {
  describe(`columns with a closed set of values on ${kind}`, () => {
    test('are constrained to the values of the contract', async () => {
      await withEngine(kind, async (engine) => {
        assert.deepEqual(await listConstraints(engine), sorted(CLOSED));
      });
    });

    test('refuse any other value', async () => {
      await withEngine(kind, async (engine) => {
        const columns = await engine.query(COLUMNS, []);
        for (const [name, values] of Object.entries(CLOSED)) {
          for (const value of values) {
            assert.equal(await tryValue(engine, columns, { name, value }), 'accepted', name);
          }
          const foreign = values === FLAG ? '2' : `${values[0]} `;
          const refusal = new RegExp(`check constraint .*${name}`, 'i');
          assert.match(await tryValue(engine, columns, { name, value: foreign }), refusal);
        }
      });
    });
  });
}

test('every column whose name suggests a closed set of values has one or is listed as open', async () => {
  // Only PostgreSQL distinguishes ids from other text.
  await withEngine('postgres', async (engine) => {
    const columns = await engine.query(COLUMNS, []);
    const suspects = columns
      .filter(({ columnName, type }) => /text|integer/.test(type) && LIKE_CLOSED.test(columnName))
      .map(nameOf);
    const known = new Set([...Object.keys(CLOSED), ...Object.keys(OPEN)]);
    assert.deepEqual(
      suspects.filter((name) => !known.has(name)),
      [],
    );
    const names = new Set(columns.map(nameOf));
    assert.deepEqual(
      Object.keys(OPEN).filter((name) => !names.has(name)),
      [],
    );
  });
});

type StatusAuthor = Parameters<typeof updateStatus>[2]['setBy'];

/** All values of a type: a missing one does not compile. */
function allOf<Value extends string>(values: Readonly<Record<Value, true>>): readonly string[] {
  return Object.keys(values);
}

const COLUMNS = statement(
  {
    sqlite: `SELECT t.name AS table_name, c.name AS column_name, c.type AS type,
        c."notnull" AS is_required
      FROM sqlite_master t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'`,
    postgres: `SELECT c.table_name::text AS table_name, c.column_name::text AS column_name,
        c.data_type::text AS type, CASE c.is_nullable WHEN 'NO' THEN 1 ELSE 0 END AS is_required
      FROM information_schema.columns c
      JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'`,
  },
  { tableName: 'text', columnName: 'text', type: 'text', isRequired: 'integer' },
);

type Column = Row<typeof COLUMNS>;

function nameOf({ tableName, columnName }: Column): string {
  return `${tableName}.${columnName}`;
}

const DEFINITIONS = statement(
  {
    sqlite: "SELECT sql AS text FROM sqlite_master WHERE type = 'table'",
    postgres: `SELECT 'CONSTRAINT "' || conname || '" ' || pg_get_constraintdef(oid) AS text
      FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace`,
  },
  { text: 'text' },
);

/** The literals of every check constraint, by its name. */
async function listConstraints(engine: Engine): Promise<Readonly<Record<string, string[]>>> {
  const definitions = await engine.query(DEFINITIONS, []);
  const literals: Record<string, string[]> = {};
  for (const part of definitions.flatMap(({ text }) => text.split('CONSTRAINT "').slice(1))) {
    const [, name, condition = ''] = /^(\S+)" CHECK (.*)$/s.exec(part) ?? [];
    if (name === undefined) continue;
    assert.doesNotMatch(condition, /NOT VALID/, name);
    literals[name] = Array.from(condition.matchAll(/'([^']*)'|\b(\d+)\b/g), ([, text, digits]) =>
      String(text ?? digits),
    );
  }
  return sorted(literals);
}

function sorted(values: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  const entries = Object.entries(values).map(([name, list]) => [name, list.toSorted()] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Inserts a row with the value, ignoring foreign keys, rolls back and returns the outcome. */
async function tryValue(
  engine: Engine,
  columns: readonly Column[],
  { name, value }: { name: string; value: string },
): Promise<string> {
  const row = columns.filter(
    (column) =>
      name.startsWith(`${column.tableName}.`) && (column.isRequired || nameOf(column) === name),
  );
  const literals = row.map((column) =>
    literal(column, nameOf(column) === name ? value : CLOSED[nameOf(column)]?.[0]),
  );
  const table = name.split('.')[0];
  const insert = `INSERT INTO ${table} (${row.map(({ columnName }) => columnName).join()}) VALUES (${literals.join()})`;
  const attempt = engine.transaction(async (tx) => {
    await tx.query(IGNORE_FOREIGN_KEYS, []);
    await tx.query(adHocStatement(insert, {}), []);
    throw new Error('accepted');
  });
  return attempt.then(
    () => '',
    (error: Error) => error.message,
  );
}

const IGNORE_FOREIGN_KEYS = statement(
  {
    sqlite: 'PRAGMA defer_foreign_keys = ON',
    postgres: 'SET LOCAL session_replication_role = replica',
  },
  {},
);

function literal({ type }: Column, value: string | undefined): string {
  if (type === 'uuid') return "'00000000-0000-0000-0000-000000000000'";
  return /text/i.test(type) ? `'${value ?? ''}'` : (value ?? '0');
}

async function withEngine(kind: EngineName, run: (engine: Engine) => Promise<void>): Promise<void> {
  const { engine, close } = await openTestEngine(kind);
  try {
    await run(engine);
  } finally {
    await close();
  }
}
