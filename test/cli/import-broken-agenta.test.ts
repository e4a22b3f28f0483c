import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Note } from '../../src/domain/agenta/row-reader.ts';
import {
  AGENTA_TABLES,
  type AgentaOriginal,
  createOriginal,
  idOf,
  insertEvaluation,
  insertUsual,
} from '../support/agenta-original.ts';
import { makeTarget } from '../support/agenta-target.ts';
import { ENGINES } from '../support/engine-names.ts';

const LONG = 'long '.repeat(400_000);
const NOWHERE = idOf('nowhere');
/** Rows are read in the order of their ids, and the first of two keeps a name. */
const LAST = 'ffffffff-ffff-4fff-8fff-ffffffffffff';

type Row = Parameters<AgentaOriginal['insert']>[1] & { readonly id: string };

/** Everything that the original can store and that cannot be imported as it is. */
const BROKEN: readonly (readonly [table: string, row: Row, expected: string])[] = [
  ['users', { id: idOf('twin'), username: 'Ada', email: 'ADA@example.org' }, 'left_out duplicate'],
  ['users', { id: idOf('nameless') }, 'changed broken_value renamed'],
  [
    'users',
    { id: idOf('odd'), username: 'a\u0001b\u2028', email: 'no address' },
    'changed broken_value renamed',
  ],
  ['app_db', { id: LAST, app_name: 'Support ', user_id: idOf('user') }, 'changed renamed'],
  ['app_db', { id: idOf('lone'), app_name: LONG, user_id: null }, 'changed no_author renamed'],
  ['bases', { id: idOf('lost base'), app_id: null, base_name: 'x' }, 'left_out orphan'],
  ['bases', { id: idOf('lost base 2'), app_id: NOWHERE, base_name: 'x' }, 'left_out orphan'],
  [
    'bases',
    { id: LAST, app_id: idOf('app'), base_name: 'APP', deployment_id: NOWHERE },
    'changed orphan renamed',
  ],
  [
    'app_variants',
    { id: idOf('baseless'), app_id: idOf('app'), variant_name: 'x', base_id: null },
    'left_out orphan',
  ],
  [
    'app_variants',
    {
      id: idOf('scalar'),
      app_id: idOf('app'),
      variant_name: 'scalar',
      user_id: idOf('user'),
      base_id: idOf('base'),
      config_name: 'scalar',
      config_parameters: ['no'],
    },
    'left_out broken_value',
  ],
  [
    'app_variants',
    {
      id: LAST,
      app_id: NOWHERE,
      variant_name: 'app.concise',
      user_id: idOf('user'),
      base_id: idOf('base'),
      config_name: 'concise',
      config_parameters: { now: 1 },
    },
    'changed added orphan renamed',
  ],
  [
    'app_variant_revisions',
    {
      id: idOf('zero'),
      variant_id: idOf('polite'),
      revision: 0,
      modified_by_id: idOf('user'),
      config_name: 'polite',
      created_at: '2024-05-01',
    },
    'changed renumbered',
  ],
  [
    'app_variant_revisions',
    {
      id: idOf('again'),
      variant_id: idOf('polite'),
      revision: 1,
      modified_by_id: null,
      config_name: 'polite',
      created_at: 'infinity',
    },
    'changed broken_value no_author renumbered',
  ],
  [
    'app_variant_revisions',
    { id: idOf('no object'), variant_id: idOf('polite'), revision: 3, config_parameters: '"text"' },
    'left_out broken_value',
  ],
  [
    'app_variant_revisions',
    { id: idOf('stray'), variant_id: NOWHERE, revision: 1 },
    'left_out orphan',
  ],
  [
    'app_variant_revisions',
    { id: idOf('stray 2'), variant_id: null, revision: null },
    'left_out orphan',
  ],
  ['environments', { id: LAST, app_id: idOf('app'), name: 'production' }, 'left_out duplicate'],
  [
    'environments',
    { id: idOf('testing'), app_id: idOf('app'), name: 'testing' },
    'left_out unknown_value',
  ],
  [
    'environments',
    {
      id: idOf('staging'),
      app_id: idOf('app'),
      name: 'staging',
      user_id: idOf('user'),
      deployed_app_variant_id: idOf('polite'),
    },
    'changed added',
  ],
  [
    'environments_revisions',
    { id: idOf('nothing'), environment_id: idOf('production'), revision: 3 },
    'left_out orphan',
  ],
  [
    'environments_revisions',
    { id: idOf('of testing'), environment_id: idOf('testing'), revision: 1 },
    'left_out orphan',
  ],
  [
    'testsets',
    {
      id: LAST,
      name: 'questions',
      app_id: idOf('app'),
      user_id: idOf('user'),
      csvdata: { a: 1 },
    },
    'changed broken_value renamed',
  ],
  [
    'testsets',
    {
      id: idOf('mixed'),
      name: 'mixed',
      app_id: idOf('app'),
      user_id: idOf('user'),
      csvdata: [1, { a: LONG }, { b: { c: [] } }],
    },
    'changed broken_value',
  ],
  ['testsets', { id: idOf('appless'), name: 'x', app_id: null, csvdata: [] }, 'left_out orphan'],
  [
    'human_evaluations',
    { id: idOf('odd type'), app_id: idOf('app'), evaluation_type: 'web_eval' },
    'left_out unknown_value',
  ],
  [
    'human_evaluations',
    { id: idOf('variantless'), app_id: idOf('app'), evaluation_type: 'human_a_b_testing' },
    'left_out orphan',
  ],
  [
    'human_evaluation_variants',
    {
      id: LAST,
      human_evaluation_id: idOf('kept'),
      variant_id: idOf('concise'),
      variant_revision_id: idOf('concise 1'),
    },
    'left_out duplicate',
  ],
  [
    'human_evaluation_variants',
    {
      id: idOf('gone'),
      human_evaluation_id: idOf('kept'),
      variant_id: null,
      variant_revision_id: null,
    },
    'left_out orphan',
  ],
  [
    'human_evaluation_variants',
    { id: idOf('stray'), human_evaluation_id: null, variant_id: idOf('concise') },
    'left_out orphan',
  ],
  ['human_evaluations_scenarios', { id: idOf('s stray'), evaluation_id: null }, 'left_out orphan'],
  [
    'human_evaluations_scenarios',
    { id: idOf('s stray 2'), evaluation_id: NOWHERE },
    'left_out orphan',
  ],
  [
    'human_evaluations_scenarios',
    { id: idOf('s odd type'), evaluation_id: idOf('odd type') },
    'left_out orphan',
  ],
  [
    'human_evaluations_scenarios',
    {
      id: idOf('s shapes'),
      evaluation_id: idOf('kept'),
      inputs: { a: 1 },
      outputs: ['x'],
      vote: '2',
    },
    'changed broken_value unknown_value',
  ],
  [
    'human_evaluations_scenarios',
    {
      id: idOf('s twice'),
      evaluation_id: idOf('kept'),
      inputs: [{ input_name: 'a', input_value: 1 }, { input_name: 'a' }, {}],
      outputs: [{ variant_id: NOWHERE, variant_output: 'x' }],
      vote: NOWHERE,
    },
    'changed broken_value duplicate orphan unknown_value',
  ],
];

/** Unusual rows that are imported as they are. */
const UNUSUAL: readonly (readonly [table: string, row: Row])[] = [
  [
    'human_evaluations_scenarios',
    {
      id: idOf('s long'),
      evaluation_id: idOf('kept'),
      inputs: [{ input_name: 'q', input_value: LONG }],
      outputs: [{ variant_id: idOf('polite').toUpperCase(), variant_output: `${LONG}🏳️‍🌈` }],
      vote: '1',
      note: '\u202e\u0007',
    },
  ],
  [
    'human_evaluations_scenarios',
    {
      id: idOf('s null'),
      evaluation_id: idOf('kept'),
      inputs: null,
      outputs: null,
      vote: null,
      is_pinned: null,
    },
  ],
];

let original: AgentaOriginal;
before(async () => {
  original = await createOriginal();
  await insertUsual(original);
  // Half of the releases have times without a zone.
  await original.run('ALTER TABLE human_evaluations ALTER created_at TYPE timestamp');
  await insertEvaluation(original, 'kept', { testset_id: null, status: 'DONE', user_id: null });
  for (const [table, row] of BROKEN) await original.insert(table, row);
  for (const [table, row] of UNUSUAL) await original.insert(table, row);
});
after(() => original.end());

for (const engine of ENGINES) {
  describe(`import agenta into ${engine}`, () => {
    test('lists every duplicate, orphan and broken row with its table and id', async (t) => {
      const target = await makeTarget(t, engine);
      const result = await target.run('--from', original.url);
      assert.equal(result.code, 0, result.stderr);
      const notes = target.notes();
      for (const [table, row, expected] of BROKEN) {
        const { id } = row;
        assert.equal(
          summaryOf(notes, table, id),
          expected,
          `${table} ${JSON.stringify(row).slice(0, 200)}`,
        );
      }
      for (const [table, row] of UNUSUAL) {
        assert.equal(summaryOf(notes, table, row.id), '', table);
      }
      assert.equal(
        summaryOf(notes, 'human_evaluations', idOf('kept')),
        'changed added no_author unknown_value',
      );
      const filled = await target.digest();
      assert.equal((await target.run('--from', original.url)).code, 0);
      assert.deepEqual(target.notes(), notes);
      assert.deepEqual(await target.digest(), filled);

      const { owner } = await target.serve();
      const revisions = await owner.listVariantRevisions({
        parameters: { variant_id: idOf('polite') },
      });
      assert.deepEqual(
        revisions.map(({ id, revision }) => [revision, id]),
        ['polite 2', 'again', 'polite 1', 'zero'].map((word, place) => [4 - place, idOf(word)]),
      );
      const parameters = { evaluation_id: idOf('kept') };
      const { created_at, testset_name } = await owner.fetchHumanEvaluation({ parameters });
      assert.equal(created_at, '2024-06-01T12:00:00.123Z');
      assert.match(testset_name, /^Deleted test set/);
      const scenarios = await owner.listEvaluationScenarios({ parameters });
      const long = scenarios.find(({ id }) => id === idOf('s long'));
      assert.equal(long?.inputs[0]?.input_value, LONG);
      assert.equal(long?.outputs[0]?.variant_output, `${LONG}🏳️‍🌈`);
      assert.equal(scenarios.length, 4);
    });
  });
}

describe('import agenta', () => {
  test('imports exported texts that no database can store', async (t) => {
    const target = await makeTarget(t, 'sqlite');
    const folder = join(target.directory, 'exports');
    mkdirSync(folder);
    for (const table of AGENTA_TABLES) writeFileSync(join(folder, `${table}.json`), '[]');
    const [id, other] = [idOf('a'), idOf('b')];
    const users = `[{"id": "${id}", "username": "a\\u0000b", "email": "a@example.org"},
      {"id": "${id.toUpperCase()}", "username": "c", "email": "c@example.org"},
      {"id": "${other}", "username": "half \\ud800", "email": "d@example.org"},
      {"id": "not an id", "username": "e", "email": "e@example.org"}]`;
    writeFileSync(join(folder, 'users.json'), users);
    const result = await target.run('--from', folder);
    assert.equal(result.code, 0, result.stderr);
    const notes = target.notes();
    assert.equal(summaryOf(notes, 'users', id), 'changed left_out duplicate renamed');
    assert.equal(summaryOf(notes, 'users', other), 'changed renamed');
    assert.equal(summaryOf(notes, 'users', 'not an id'), 'left_out broken_value');
  });
});

/** Effects and reasons of the notes about a row. */
function summaryOf(notes: readonly Note[], table: string, id: string): string {
  const own = notes.filter((note) => note.table === table && note.id === id);
  const words = (kind: 'effect' | 'reason') =>
    [...new Set(own.map((note) => note[kind]))].toSorted();
  return [...words('effect'), ...words('reason')].join(' ');
}
