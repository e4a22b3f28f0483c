import { createHash } from 'node:crypto';
import pg from 'pg';
import { createDatabase } from './databases.ts';

type Value =
  | string
  | number
  | boolean
  | null
  | readonly unknown[]
  | Readonly<Record<string, unknown>>;

/** The tables of Agenta in the middle of 2024: no constraint but the primary keys. */
const TABLES: Readonly<Record<string, string>> = {
  users: 'uid text, username text, email text, created_at timestamptz, updated_at timestamptz',
  app_db: 'app_name text, user_id uuid, created_at timestamptz, updated_at timestamptz',
  deployments:
    'app_id uuid, user_id uuid, container_name text, container_id text, uri text, status text, created_at timestamptz, updated_at timestamptz',
  bases:
    'app_id uuid, user_id uuid, base_name text, image_id uuid, deployment_id uuid, created_at timestamptz, updated_at timestamptz',
  app_variants:
    "app_id uuid, variant_name text, revision int, image_id uuid, user_id uuid, modified_by_id uuid, base_name text, base_id uuid, config_name text NOT NULL DEFAULT 'default', config_parameters jsonb NOT NULL DEFAULT '{}', created_at timestamptz, updated_at timestamptz",
  app_variant_revisions:
    "variant_id uuid, revision int, modified_by_id uuid, base_id uuid, config_name text NOT NULL DEFAULT 'default', config_parameters jsonb NOT NULL DEFAULT '{}', created_at timestamptz, updated_at timestamptz",
  environments:
    'app_id uuid, name text, user_id uuid, revision int, deployed_app_variant_id uuid, deployed_app_variant_revision_id uuid, deployment_id uuid, created_at timestamptz',
  environments_revisions:
    'environment_id uuid, revision int, modified_by_id uuid, deployed_app_variant_revision_id uuid, deployment_id uuid, created_at timestamptz',
  testsets:
    'name text, app_id uuid, csvdata jsonb, user_id uuid, created_at timestamptz, updated_at timestamptz',
  human_evaluations:
    'app_id uuid, user_id uuid, status text, evaluation_type text, testset_id uuid, created_at timestamptz, updated_at timestamptz',
  human_evaluation_variants: 'human_evaluation_id uuid, variant_id uuid, variant_revision_id uuid',
  human_evaluations_scenarios:
    'user_id uuid, evaluation_id uuid, inputs jsonb, outputs jsonb, vote text, score text, correct_answer text, is_pinned bool, note text, created_at timestamptz, updated_at timestamptz',
};

export const AGENTA_TABLES = Object.keys(TABLES);

/** The same id for the same word. */
export function idOf(word: string): string {
  const hex = createHash('sha256').update(word).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export interface AgentaOriginal {
  readonly url: string;
  readonly run: (sql: string, values?: readonly unknown[]) => Promise<readonly pg.QueryResultRow[]>;
  readonly insert: (table: string, row: Readonly<Record<string, Value>>) => Promise<void>;
  readonly end: () => Promise<void>;
}

/** A database with the original's tables, all empty. */
export async function createOriginal(): Promise<AgentaOriginal> {
  const url = await createDatabase();
  const client = new pg.Client(url);
  await client.connect();
  for (const [table, columns] of Object.entries(TABLES)) {
    await client.query(`CREATE TABLE ${table} (id uuid PRIMARY KEY, ${columns})`);
  }
  const run: AgentaOriginal['run'] = async (sql, values = []) =>
    (await client.query(sql, [...values])).rows;
  return {
    url,
    run,
    insert: async (table, row) => {
      const names = Object.keys(row);
      const places = names.map((_, index) => `$${index + 1}`);
      const values = Object.values(row).map((value) =>
        typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
      );
      const into = `INSERT INTO ${table} (${names.join(', ')})`;
      await run(`${into} VALUES (${places.join(', ')})`, values);
    },
    end: () => client.end(),
  };
}

const TIME = '2024-06-01 12:00:00.123+00';

/** One user, app and base, two variants with two revisions each, an environment and a test set. */
export async function insertUsual({ insert }: AgentaOriginal): Promise<void> {
  const times = { created_at: TIME, updated_at: TIME };
  const user_id = idOf('user');
  const app_id = idOf('app');
  const base_id = idOf('base');
  await insert('users', { id: user_id, username: 'Ada', email: 'ada@example.org', ...times });
  await insert('app_db', { id: app_id, app_name: 'support', user_id, ...times });
  await insert('deployments', { id: idOf('deployment'), uri: 'http://agents.example.org/support' });
  const deployment_id = idOf('deployment');
  await insert('bases', { id: base_id, app_id, base_name: 'app', deployment_id, ...times });
  for (const name of ['concise', 'polite']) {
    const config_parameters = { temperature: 1, name };
    const modified_by_id = user_id;
    const id = idOf(name);
    const variant_name = `app.${name}`;
    const of = { app_id, user_id, modified_by_id, base_name: 'app', base_id, config_name: name };
    await insert('app_variants', {
      id,
      variant_name,
      revision: 2,
      config_parameters,
      ...of,
      ...times,
    });
    const revision = { variant_id: id, modified_by_id, base_id, config_name: name, ...times };
    const first = { revision: 1, config_parameters: { temperature: 0 } };
    await insert('app_variant_revisions', { id: idOf(`${name} 1`), ...first, ...revision });
    const second = { revision: 2, config_parameters };
    await insert('app_variant_revisions', { id: idOf(`${name} 2`), ...second, ...revision });
  }
  const production = { app_id, name: 'production', user_id, created_at: TIME };
  await insert('environments', {
    id: idOf('production'),
    ...production,
    revision: 2,
    deployed_app_variant_id: idOf('concise'),
    deployed_app_variant_revision_id: idOf('concise 2'),
  });
  for (const number of [1, 2]) {
    await insert('environments_revisions', {
      id: idOf(`production ${number}`),
      environment_id: idOf('production'),
      revision: number,
      modified_by_id: user_id,
      deployed_app_variant_revision_id: idOf(`concise ${number}`),
      created_at: TIME,
    });
  }
  const csvdata = [{ question: 'Why?', correct_answer: 'So.' }, { question: 'When?' }];
  await insert('testsets', {
    id: idOf('testset'),
    name: 'questions',
    app_id,
    user_id,
    csvdata,
    ...times,
  });
}

/** An evaluation of both variants. */
export async function insertEvaluation(
  { insert }: AgentaOriginal,
  word: string,
  overrides: Readonly<Record<string, Value>> = {},
): Promise<string> {
  const id = idOf(word);
  await insert('human_evaluations', {
    id,
    app_id: idOf('app'),
    user_id: idOf('user'),
    status: 'EVALUATION_STARTED',
    evaluation_type: 'human_a_b_testing',
    testset_id: idOf('testset'),
    created_at: TIME,
    updated_at: TIME,
    ...overrides,
  });
  const variants =
    overrides['evaluation_type'] === 'single_model_test' ? ['concise'] : ['concise', 'polite'];
  for (const name of variants) {
    await insert('human_evaluation_variants', {
      id: idOf(`${word} ${name}`),
      human_evaluation_id: id,
      variant_id: idOf(name),
      variant_revision_id: idOf(`${name} 1`),
    });
  }
  return id;
}

/** Inserts scenarios. Of ten: 4 votes for the first, 2 for the second, a tie, a both bad, 2 open. */
export async function insertScenarios(
  { run }: AgentaOriginal,
  evaluationId: string,
  count: number,
): Promise<void> {
  await run(
    `INSERT INTO human_evaluations_scenarios (id, user_id, evaluation_id, inputs, outputs, vote,
       score, correct_answer, is_pinned, note, created_at, updated_at)
     SELECT CAST(md5($1 || n) AS uuid), $2, CAST($1 AS uuid),
       jsonb_build_array(jsonb_build_object('input_name', 'question', 'input_value', 'Question ' || n)),
       jsonb_build_array(
         jsonb_build_object('variant_id', CAST($3 AS text), 'variant_output', 'Concise ' || n),
         jsonb_build_object('variant_id', CAST($4 AS text), 'variant_output', 'Polite ' || n)),
       CASE WHEN n % 10 < 4 THEN CAST($3 AS text) WHEN n % 10 < 6 THEN CAST($4 AS text)
         WHEN n % 10 = 6 THEN '1' WHEN n % 10 = 7 THEN '0' ELSE '' END,
       '', 'Answer ' || n, n % 100 = 0, '',
       timestamptz '2024-06-01 00:00+00' + n * interval '1 second',
       timestamptz '2024-06-02 00:00+00' + n * interval '1 second'
     FROM generate_series(0, $5 - 1) AS n`,
    [evaluationId, idOf('user'), idOf('concise'), idOf('polite'), count],
  );
}
