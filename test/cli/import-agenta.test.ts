import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  AGENTA_TABLES,
  type AgentaOriginal,
  createOriginal,
  idOf,
  insertEvaluation,
  insertScenarios,
  insertUsual,
} from '../support/agenta-original.ts';
import { makeTarget } from '../support/agenta-target.ts';
import { ENGINES } from '../support/engine-names.ts';
import type { TestServer } from '../support/running-server.ts';

const SCENARIOS = 20;

let original: AgentaOriginal;
before(async () => {
  original = await createOriginal();
  await insertUsual(original);
  await insertScenarios(original, await insertEvaluation(original, 'compared'), SCENARIOS);
  const type = { evaluation_type: 'single_model_test', status: 'EVALUATION_INITIALIZED' };
  const scored = await insertEvaluation(original, 'scored', type);
  for (const score of ['5', '7.5', '']) {
    await original.insert('human_evaluations_scenarios', {
      id: idOf(`scored ${score}`),
      evaluation_id: scored,
      inputs: [{ input_name: 'question', input_value: 'Why?' }],
      outputs: [{ variant_id: idOf('concise'), variant_output: 'So.' }],
      score,
      note: score === '' ? 'Too hard for me' : null,
      created_at: '2024-06-01 12:00:00+00',
    });
  }
  await insertThree(original);
});
after(() => original.end());

/** An evaluation of three variants, whose scenarios have one vote about all three. */
async function insertThree({ insert, run }: AgentaOriginal): Promise<void> {
  await run(
    `INSERT INTO app_variants SELECT $1, app_id, 'app.third', 1, image_id, user_id, modified_by_id,
       base_name, base_id, 'third', config_parameters, created_at, updated_at
     FROM app_variants WHERE id = $2`,
    [idOf('third'), idOf('concise')],
  );
  const evaluation = await insertEvaluation(original, 'three');
  await insert('human_evaluation_variants', {
    id: idOf('three third'),
    human_evaluation_id: evaluation,
    variant_id: idOf('third'),
    variant_revision_id: null,
  });
  for (const vote of [idOf('third'), '0', '']) {
    await insert('human_evaluations_scenarios', {
      id: idOf(`three ${vote}`),
      evaluation_id: evaluation,
      inputs: [],
      outputs: [],
      vote,
    });
  }
}

for (const engine of ENGINES) {
  describe(`import agenta into ${engine}`, () => {
    test('imports everything under its ids, once', async (t) => {
      const target = await makeTarget(t, engine);
      const empty = await target.digest();
      const rehearsed = await target.run('--from', original.url, '--dry-run', '--json');
      assert.equal(rehearsed.code, 0, rehearsed.stderr);
      assert.deepEqual(await target.digest(), empty);
      const imported = await target.run('--from', original.url, '--json');
      assert.equal(imported.code, 0, imported.stderr);
      assert.deepEqual(JSON.parse(imported.stdout), JSON.parse(rehearsed.stdout));
      const filled = await target.digest();
      const again = await target.run('--from', original.url);
      assert.equal(again.code, 0, again.stderr);
      assert.match(again.stdout, /human_evaluations_scenarios +26 +0 +26 +0/);
      assert.deepEqual(await target.digest(), filled);

      const { owner } = await target.serve();
      const [app] = await owner.listApps();
      assert.deepEqual([app?.app_id, app?.app_name], [idOf('app'), 'support']);
      const variant = await owner.fetchVariant({ parameters: { variant_id: idOf('concise') } });
      assert.deepEqual(
        [variant.variant_name, variant.config_name, variant.revision, variant.parameters],
        ['app.concise', 'concise', 2, { temperature: 1, name: 'concise' }],
      );
      assert.equal(variant.uri, 'http://agents.example.org/support');
      const revisions = await owner.listVariantRevisions({
        parameters: { variant_id: idOf('concise') },
      });
      assert.deepEqual(
        revisions.map(({ id, revision, modified_by }) => [id, revision, modified_by]),
        [2, 1].map((number) => [idOf(`concise ${number}`), number, 'Ada']),
      );
      const deployed = await owner.listEnvironmentRevisions({
        parameters: { app_id: idOf('app'), environment_name: 'production' },
      });
      assert.deepEqual(
        deployed.revisions.map(({ id, revision }) => [id, revision]),
        [2, 1].map((number) => [idOf(`production ${number}`), number]),
      );
      const testset = await owner.fetchTestset({ parameters: { testset_id: idOf('testset') } });
      assert.deepEqual(testset.csvdata, [
        { question: 'Why?', correct_answer: 'So.' },
        { question: 'When?' },
      ]);
    });

    test('turns votes into judgements, which results count and judging continues', async (t) => {
      const target = await makeTarget(t, engine);
      assert.equal((await target.run('--from', original.url)).code, 0);
      const { owner } = await target.serve();
      const parameters = { evaluation_id: idOf('compared') };
      assert.deepEqual(votesIn(await owner.fetchResults({ parameters })), {
        [idOf('concise')]: 8,
        [idOf('polite')]: 4,
        '1': 2,
        '0': 2,
        '': 4,
      });
      const overview = await owner.fetchEvaluationOverview({ parameters });
      assert.match(overview.description ?? '', /^Imported from Agenta\./);
      const judged = await owner.listJudgements({ parameters });
      const [first] = judged;
      assert.equal(judged.length, 16);
      assert.equal(first?.annotator.name, 'Ada');
      assert.equal(first?.winner_variant_id, idOf('concise'));
      assert.equal(first?.judged_at, '2024-06-02T00:00:00.000Z');

      const scenarios = await owner.listEvaluationScenarios({ parameters });
      assert.deepEqual(
        scenarios.map(({ inputs }) => inputs[0]?.input_value),
        Array.from({ length: SCENARIOS }, (_, number) => `Question ${number}`),
      );
      for (const [number, { id }] of scenarios.entries()) {
        if (number % 10 < 8) continue;
        await owner.updateEvaluationScenario({
          parameters: { ...parameters, scenario_id: id, evaluation_type: 'human_a_b_testing' },
          body: { vote: '1' },
        });
      }
      const then = await owner.fetchHumanEvaluation({ parameters });
      assert.equal(then.status, 'EVALUATION_FINISHED');
      const settings = await owner.fetchEvaluationSettings({ parameters });
      assert.deepEqual([settings.judged_count, settings.blind], [SCENARIOS, true]);

      const scored = await owner.fetchResults({ parameters: { evaluation_id: idOf('scored') } });
      assert.deepEqual(Reflect.get(scored, 'results_data'), { '5': 1, '7.5': 1 });
      const three = await owner.fetchResults({ parameters: { evaluation_id: idOf('three') } });
      assert.deepEqual(Object.keys(votesIn(three)).toSorted(), ['', '0', idOf('third')].toSorted());
    });
  });
}

describe('import agenta', () => {
  test('imports exported tables, as CSV, JSON or JSON lines, like the database', async (t) => {
    const target = await makeTarget(t, 'sqlite');
    const rehearsed = await target.run('--from', original.url, '--dry-run', '--json');
    const folder = join(target.directory, 'exports');
    await exportInto(folder);
    const imported = await target.run('--from', folder, '--json');
    assert.equal(imported.code, 0, imported.stderr);
    assert.deepEqual(JSON.parse(imported.stdout), JSON.parse(rehearsed.stdout));
    const filled = await target.digest();
    assert.equal((await target.run('--from', original.url)).code, 0);
    assert.deepEqual(await target.digest(), filled);
  });
});

/** How often each vote occurs. */
function votesIn(results: Awaited<ReturnType<TestServer['owner']['fetchResults']>>) {
  const { votes_data } = results;
  assert.ok(votes_data !== undefined && 'variants_votes_data' in votes_data);
  return Object.fromEntries(
    Object.entries(votes_data.variants_votes_data ?? {}).map(([vote, { number_of_votes }]) => [
      vote,
      number_of_votes,
    ]),
  );
}

const FORMATS = ['json', 'csv', 'jsonl'] as const;

/** Each table in the next format, so that each format holds scenarios or parameters somewhere. */
async function exportInto(folder: string): Promise<void> {
  mkdirSync(folder);
  for (const [number, table] of AGENTA_TABLES.entries()) {
    const format = FORMATS[number % FORMATS.length] ?? 'json';
    const rows = await original.run(`SELECT to_json(t) AS row FROM ${table} t`);
    const objects: readonly Record<string, unknown>[] = rows.map(({ row }) => row);
    const text = { json: jsonOf, csv: csvOf, jsonl: linesOf }[format](
      objects,
      await columnsOf(table),
    );
    writeFileSync(join(folder, `${table}.${format}`), text);
  }
}

async function columnsOf(table: string): Promise<readonly string[]> {
  const rows = await original.run(
    'SELECT attname FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0',
    [table],
  );
  return rows.map(({ attname }) => attname);
}

type Rows = readonly Readonly<Record<string, unknown>>[];

function jsonOf(rows: Rows): string {
  return JSON.stringify(rows, null, 2);
}

function linesOf(rows: Rows): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

function csvOf(rows: Rows, columns: readonly string[]): string {
  const cell = (value: unknown) => {
    if (value === null || value === undefined) return '';
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `"${text.replaceAll('"', '""')}"`;
  };
  const lines = rows.map((row) => columns.map((name) => cell(row[name])).join(','));
  return [columns.join(','), ...lines, ''].join('\n');
}
