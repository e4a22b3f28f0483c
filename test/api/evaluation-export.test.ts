import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { CallInput, Client } from '../../src/client/client.ts';
import { makeForeigner, makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import {
  createFrom,
  type MadeEvaluation,
  makeEvaluationParts,
  makeHumanEvaluation,
} from '../support/evaluations.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { wrong } from '../support/requests.ts';
import { takeTasks } from '../support/take-tasks.ts';
import { unknownIds } from '../support/unknown-ids.ts';

const seed = Number(process.env['TEST_SEED'] ?? Math.trunc(Math.random() * 0x7fffffff));
console.log(`evaluation-export: TEST_SEED=${seed}`);

/** What a spreadsheet may take for a formula, also in full width (G30). */
const DANGEROUS = /^[=+\-@\t\r\n\0＝＋－＠]/u;

/** … and texts that look as if they had an apostrophe already: both get one. */
const NEEDS_APOSTROPHE = /^'*[=+\-@\t\r\n\0＝＋－＠]/u;

const STARTS = ['', "'=", "''-", ...'=+-@\t\r\n＝＋－＠"\'\ufeff ;'];
const TEXT = fc
  .tuple(
    fc.constantFrom(...STARTS),
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', ';', '=', 'x', '\u2028', '😀') }),
    ),
  )
  .map((parts) => parts.join('').replaceAll('\0', ''));

type Query = NonNullable<CallInput<'exportHumanEvaluation'>['query']>;

onEachEngine((server) => {
  describe('exportHumanEvaluation', () => {
    test('200 has a row with all details for each judgement', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, {
        settings: {
          judgements_per_task: 3,
          criteria: [
            { name: 'correct', scale: { kind: 'binary' } },
            { name: 'margin', scale: { kind: 'likert', labels: ['a', 'b'] }, about: 'comparison' },
          ],
        },
      });
      const [scenario] = await fillOutputs(owner, made, (_, variant) => `by ${variant}`);
      const annotator = await makeMember(server(), ['evaluator']);
      const [task] = await takeTasks(annotator.client, made);
      const [left, right] = task?.slots ?? [];
      const submission = {
        outcome: left?.slot_id ?? '',
        answers: [
          { criterion: 'correct', slot_id: left?.slot_id ?? '', value: true },
          { criterion: 'correct', slot_id: right?.slot_id ?? '', value: false },
          { criterion: 'margin', value: 2 },
        ],
        note: '=1+1',
        time_taken_ms: 900,
      };
      await annotator.client.submitJudgement({
        parameters: { assignment_id: task?.id ?? '' },
        body: submission,
      });
      await owner.updateEvaluationScenario({
        parameters: { ...made, scenario_id: scenario?.id ?? '' },
        body: { vote: '0' },
      });

      const [first, second, ...rest] = readCsv(await exported(owner, made, {}));
      assert.deepEqual(rest, []);
      const at = (output: string | undefined) => made.variants[Number(output?.at(-1))];
      const listed = await owner.listJudgements({ parameters: made });
      assert.deepEqual(first, {
        evaluation_id: made.evaluation_id,
        judgement_id: listed[0]?.id,
        scenario_id: scenario?.id,
        position: '0',
        annotator_id: annotator.userId,
        annotator_name: annotator.email,
        annotator_kind: 'member',
        variant_ids: JSON.stringify(made.variants.map(({ id }) => id)),
        variant_names: JSON.stringify(made.variants.map(({ name }) => name)),
        variant_revisions: '[1,1]',
        left_variant_id: at(left?.output)?.id,
        left_variant_name: at(left?.output)?.name,
        right_variant_id: at(right?.output)?.id,
        right_variant_name: at(right?.output)?.name,
        outcome: 'slot',
        winner_variant_id: at(left?.output)?.id,
        winner_variant_name: at(left?.output)?.name,
        'answer (left): correct': 'true',
        'answer (right): correct': 'false',
        'answer: margin': '2',
        note: "'=1+1",
        time_taken_ms: '900',
        version: '1',
        withdrawn: 'false',
        guidelines_version: '1',
        created_at: listed[0]?.judged_at,
        judged_at: listed[0]?.judged_at,
      });
      assert.equal(second?.['outcome'], 'both_bad');
      assert.equal(second?.['left_variant_id'], '');
      assert.equal(second?.['winner_variant_id'], '');

      const lines = readLines(await exported(owner, made, { format: 'jsonl' }));
      const history = await owner.listJudgements({ parameters: made, query: { history: true } });
      const pinned = await owner.fetchHumanEvaluation({ parameters: made });
      const variants = made.variants.map(({ id, name }, index) => ({
        variant_id: id,
        variant_name: name,
        revision_id: pinned.variants_revision_ids[index],
        revision: 1,
      }));
      assert.deepEqual(
        lines,
        history.map((judgement) => ({ ...judgement, created_at: judgement.judged_at, variants })),
      );
    });

    test('200 of scores, with withdrawn ones', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, {
        type: 'single_model_test',
        settings: { score_min: -10 },
        rows: [{ a: '1' }, { a: '2' }],
      });
      const scenarios = await owner.listEvaluationScenarios({ parameters: made });
      const score = (scenario_id: string, value: string) =>
        owner.updateEvaluationScenario({
          parameters: { ...made, scenario_id },
          body: { score: value },
        });
      for (const { id } of scenarios) await score(id, '-2.5');
      await score(scenarios[1]?.id ?? '', '');
      const rows = readCsv(await exported(owner, made, { raw: true }));
      assert.deepEqual(
        rows.map((row) => [row['variant_id'], row['variant_revision'], row['score']]),
        [
          [made.variants[0]?.id, '1', '-2.5'],
          [made.variants[0]?.id, '1', ''],
        ],
      );
      assert.deepEqual(
        rows.map((row) => [row['version'], row['withdrawn']]),
        [
          ['1', 'false'],
          ['2', 'true'],
        ],
      );
    });

    test('200 of scenarios with their texts and tallies', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, {
        rows: [
          { question: 'one', correct_answer: 'yes' },
          { question: 'two', correct_answer: 'no' },
        ],
      });
      const scenarios = await fillOutputs(owner, made, (row, variant) => `${row}/${variant}`);
      const [one, two] = made.variants;
      const editor = await makeMember(server(), ['editor']);
      const parameters = { ...made, scenario_id: scenarios[0]?.id ?? '' };
      await owner.updateEvaluationScenario({
        parameters,
        body: {
          inputs: [
            { input_name: 'question', input_value: 'one!' },
            { input_name: 'hint', input_value: 'think' },
          ],
          is_pinned: true,
        },
      });
      await owner.updateEvaluationScenario({ parameters, body: { vote: two?.id ?? '' } });
      await editor.client.updateEvaluationScenario({ parameters, body: { vote: '1' } });

      const rows = readCsv(await exported(owner, made, { content: 'scenarios' }));
      assert.deepEqual(rows[0], {
        evaluation_id: made.evaluation_id,
        scenario_id: scenarios[0]?.id,
        position: '0',
        'input: question': 'one!',
        'input: correct_answer': '',
        other_inputs: '{"hint":"think"}',
        correct_answer: 'yes',
        is_pinned: 'true',
        [`output: ${one?.name}`]: '0/0',
        [`output: ${two?.name}`]: '0/1',
        judgements: '2',
        [`wins: ${one?.name}`]: '0',
        [`wins: ${two?.name}`]: '1',
        ties: '1',
        both_bad: '0',
      });
      assert.equal(rows[1]?.['judgements'], '0');
      assert.equal(rows[1]?.['other_inputs'], '');

      const query = { content: 'scenarios', format: 'jsonl' } as const;
      const [line] = readLines(await exported(owner, made, query));
      assert.deepEqual(line, {
        evaluation_id: made.evaluation_id,
        scenario_id: scenarios[0]?.id,
        position: 0,
        inputs: [
          { input_name: 'question', input_value: 'one!' },
          { input_name: 'hint', input_value: 'think' },
        ],
        correct_answer: 'yes',
        is_pinned: true,
        outputs: made.variants.map(({ id, name }, variant) => ({
          variant_id: id,
          variant_name: name,
          variant_output: `0/${variant}`,
        })),
        judgements: 2,
        ties: 1,
        both_bad: 0,
        per_variant: [
          { variant_id: one?.id, variant_name: one?.name, judgements: 0 },
          { variant_id: two?.id, variant_name: two?.name, judgements: 1 },
        ],
      });
    });

    test('200 of preference pairs: prompt, chosen and rejected by most votes, ties on request', async () => {
      const { owner } = server();
      const rows = [{ question: 'clear' }, { question: 'even' }, { question: 'bad' }];
      const made = await makeHumanEvaluation(owner, { rows });
      const scenarios = await fillOutputs(owner, made, (row, variant) => `${variant} to ${row}`);
      const votes = [made.variants[1]?.id ?? '', '1', '0'];
      for (const [place, vote] of votes.entries()) {
        await owner.updateEvaluationScenario({
          parameters: { ...made, scenario_id: scenarios[place]?.id ?? '' },
          body: { vote },
        });
      }
      const query = { content: 'preferences' } as const;
      const [clear, ...rest] = readCsv(await exported(owner, made, query));
      assert.deepEqual(rest, []);
      assert.deepEqual(clear, {
        prompt: 'clear',
        chosen: '1 to 0',
        rejected: '0 to 0',
        tie: 'false',
        votes_chosen: '1',
        votes_rejected: '0',
        ties: '0',
        chosen_variant: made.variants[1]?.name,
        rejected_variant: made.variants[0]?.name,
        evaluation_id: made.evaluation_id,
        scenario_id: scenarios[0]?.id,
        position: '0',
      });
      const text = await exported(owner, made, { ...query, format: 'jsonl', ties: 'keep' });
      const lines = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      assert.deepEqual(
        lines.map(({ prompt, tie }) => [prompt, tie]),
        [
          ['clear', false],
          ['even', true],
        ],
      );
    });

    test('422 for preference pairs of scored outputs', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, { type: 'single_model_test' });
      const reply = await owner.reply.exportHumanEvaluation({
        parameters: made,
        query: { content: 'preferences' },
      });
      expectInvalid(reply, { loc: ['query', 'content'], type: 'value_error' });
    });

    test('G30: exported strings are harmless in CSV and the same in every format', async () => {
      const { owner } = server();
      const texts = fc.sample(fc.array(TEXT, { minLength: 4, maxLength: 4 }), {
        seed,
        numRuns: 120,
      });
      const rows = texts.map(([question = '', correct_answer = '']) => ({
        '=question': question,
        correct_answer,
      }));
      const made = await makeHumanEvaluation(owner, { rows });
      const scenarios = await fillOutputs(owner, made, (row) => texts[row]?.[2] ?? '');
      for (const [row, { id }] of scenarios.entries()) {
        await owner.updateEvaluationScenario({
          parameters: { ...made, scenario_id: id },
          body: { vote: '1', note: texts[row]?.[3] ?? '' },
        });
      }
      const output = `output: ${made.variants[0]?.name}`;
      const safe = (text: string | undefined) =>
        NEEDS_APOSTROPHE.test(text ?? '') ? `'${text}` : (text ?? '');

      for (const content of ['scenarios', 'judgements'] as const) {
        const cells = parse(await exported(owner, made, { content }), CRLF) as string[][];
        for (const cell of cells.flat()) assert.doesNotMatch(cell, DANGEROUS);
        const raw = inOrder(readCsv(await exported(owner, made, { content, raw: true })));
        const shown = inOrder(readCsv(await exported(owner, made, { content })));
        assert.equal(raw.length, texts.length);
        for (const [row, record] of raw.entries()) {
          const values = Object.values(record);
          assert.deepEqual(Object.values(shown[row] ?? {}), values.map(safe));
        }
        const lines = inOrder(readLines(await exported(owner, made, { content, format: 'jsonl' })));
        for (const [row, [question, answer, text, note]] of texts.entries()) {
          const record = raw[row] ?? {};
          const line = lines[row] ?? {};
          if (content === 'judgements') {
            assert.equal(record['note'], note);
            assert.equal(line['note'], note);
            continue;
          }
          assert.deepEqual(
            [record['input: =question'], record['correct_answer'], record[output]],
            [question, answer, text],
          );
          assert.deepEqual(
            [line['inputs'], line['correct_answer']],
            [
              [
                { input_name: '=question', input_value: question },
                { input_name: 'correct_answer', input_value: answer },
              ],
              answer,
            ],
          );
        }
      }
    });

    test('200 contains all of 450 scenarios or judgements', async () => {
      const { owner } = server();
      const rows = Array.from({ length: 450 }, (_, row) => ({ a: `${row}` }));
      const made = await makeHumanEvaluation(owner, { rows });
      const scenarios = await owner.listEvaluationScenarios({ parameters: made });
      for (const { id } of scenarios) {
        await owner.updateEvaluationScenario({
          parameters: { ...made, scenario_id: id },
          body: { vote: '1' },
        });
      }
      for (const content of ['scenarios', 'judgements'] as const) {
        const records = readCsv(await exported(owner, made, { content }));
        assert.deepEqual(
          inOrder(records).map((row) => row['scenario_id']),
          scenarios.map(({ id }) => id),
        );
      }
    });

    test('200 is a download under the name of the test set, with a header even if empty', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, { rows: [] });
      const { testset_name } = await owner.fetchHumanEvaluation({ parameters: made });
      for (const content of ['scenarios', 'judgements'] as const) {
        const reply = await owner.reply.exportHumanEvaluation({
          parameters: made,
          query: { content },
        });
        assert.equal(reply.headers.get('content-type'), 'application/octet-stream');
        assert.equal(reply.headers.get('cache-control'), 'no-store');
        const [, name = ''] =
          /filename\*=UTF-8''(.+)$/.exec(reply.headers.get('content-disposition') ?? '') ?? [];
        assert.equal(decodeURIComponent(name), `${testset_name} ${content}.csv`);
        assert.match(reply.body, /^evaluation_id,[^\n]*\r\n$/);
        const lines = await exported(owner, made, { content, format: 'jsonl' });
        assert.equal(lines ?? '', '');
      }
    });

    test('403 for all but editors and the creator', async () => {
      const creator = await makeMember(server(), ['evaluator']);
      const parameters = await createFrom(
        creator.client,
        await makeEvaluationParts(server().owner),
      );
      for (const role of ['evaluator', 'viewer'] as const) {
        const { client } = await makeMember(server(), [role]);
        const problem = expectProblem(
          await client.reply.exportHumanEvaluation({ parameters }),
          'forbidden',
        );
        assert.equal(problem['permission'], 'edit_evaluation');
      }
      const editor = await makeMember(server(), ['editor']);
      for (const { client } of [editor, creator]) {
        assert.equal((await client.reply.exportHumanEvaluation({ parameters })).status, 200);
      }
    });

    test('404 for an evaluation that the caller cannot see', async () => {
      const foreign = await makeHumanEvaluation((await makeForeigner(server())).client);
      for (const evaluation_id of [...unknownIds(), foreign.evaluation_id]) {
        const reply = await server().owner.reply.exportHumanEvaluation({
          parameters: { evaluation_id },
        });
        expectProblem(reply, 'evaluation_not_found');
      }
    });

    test('422 for unknown contents, formats and flags', async () => {
      const parameters = await makeHumanEvaluation(server().owner);
      const query = wrong({ content: 'people', format: 'xlsx', raw: 'maybe' });
      expectInvalid(
        await server().owner.reply.exportHumanEvaluation({ parameters, query }),
        { loc: ['query', 'content'], type: 'enum' },
        { loc: ['query', 'format'], type: 'enum' },
        { loc: ['query', 'raw'], type: 'bool_parsing' },
      );
    });
  });
});

async function exported(client: Client, made: MadeEvaluation, query: Query): Promise<string> {
  return client.exportHumanEvaluation({ parameters: made, query });
}

const CRLF = { record_delimiter: '\r\n' } as const;

/** A reader other than our own. */
function readCsv(text: string): Record<string, string>[] {
  return parse(text, { ...CRLF, columns: true });
}

/** Judgements of the same instant come in any order. */
function inOrder<Row extends Record<string, unknown>>(rows: readonly Row[]): Row[] {
  return rows.toSorted((left, right) => Number(left['position']) - Number(right['position']));
}

function readLines(text: string): Record<string, unknown>[] {
  const lines = text.split('\n');
  assert.equal(lines.pop(), '');
  return lines.map((line) => JSON.parse(line));
}
