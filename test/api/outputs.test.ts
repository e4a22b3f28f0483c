import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { makeForeigner, makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { outputsOf } from '../support/generation.ts';
import { outputTable, type SentOutputs, sendOutputs } from '../support/output-files.ts';
import { updateScenario } from '../support/scenarios.ts';
import { openSlowRequest } from '../support/slow-request.ts';
import { takeTasks } from '../support/take-tasks.ts';
import { unknownIds } from '../support/unknown-ids.ts';

onEachEngine((server) => {
  describe('importOutputs', () => {
    const make = (rows: number, wish: Parameters<typeof makeHumanEvaluation>[1] = {}) =>
      makeHumanEvaluation(server().owner, { rows: numberedRows(rows), ...wish });

    test('200 takes a column per variant, by name or id, row by row', async () => {
      const { owner } = server();
      const made = await make(4);
      const [first, second] = made.variants;
      const name = ` ${first?.name.toUpperCase()} `;
      const id = second?.id.replaceAll('-', '').toUpperCase();
      const content = [
        `question,${name},remarks,${id},correct_answer`,
        'changed?,a0,none,b0,42',
        'changed?,a1,none,,42',
        'changed?,"a\n2",none,"b,2",42',
      ].join('\r\n');
      const { status, body } = await sendOutputs(owner, made, { content });
      assert.deepEqual([status, body], [200, { rows: 3, outputs: 5, left_out: ['remarks'] }]);
      assert.deepEqual(await outputsOf(owner, made), [
        ['a0', 'b0'],
        ['a1', undefined],
        ['a\n2', 'b,2'],
        [undefined, undefined],
      ]);
      const [scenario] = await owner.listEvaluationScenarios({ parameters: made });
      assert.deepEqual(scenario?.inputs, [{ input_name: 'question', input_value: 'question 0' }]);
      assert.equal(scenario?.correct_answer, '');
      const evaluation = await owner.fetchHumanEvaluation({ parameters: made });
      assert.equal(evaluation.status, 'EVALUATION_STARTED');
      assert.equal((await takeTasks(owner, made, 5)).length, 2, 'those with both outputs');
    });

    test('reads JSON and JSONL by the file name, and CSV by the requested delimiter', async () => {
      const { owner } = server();
      const made = await make(2);
      const [first = { name: '' }, second = { name: '' }] = made.variants;
      const rows = [
        { [first.name]: 'one', [second.name]: { answer: 1 } },
        { [first.name]: null, [second.name]: 2 },
      ];
      const files: SentOutputs[] = [
        { fileName: 'x.JSON', content: JSON.stringify(rows) },
        { fileName: 'x.jsonl', content: rows.map((row) => JSON.stringify(row)).join('\n') },
        { fileName: 'x.ndjson', content: `\n${rows.map((row) => JSON.stringify(row)).join('\n')}` },
        {
          fileName: 'x',
          delimiter: ';',
          content: `${first.name};${second.name};a,b,c\none;"{""answer"":1}"\n;2`,
        },
      ];
      for (const [index, file] of files.entries()) {
        const { status, body } = await sendOutputs(owner, made, file);
        const outputs = index === 0 ? 3 : 0;
        const left_out = file.delimiter === undefined ? [] : ['a,b,c'];
        assert.deepEqual(
          [status, body],
          [200, { rows: 2, outputs, left_out }],
          file.fileName ?? '',
        );
        const expected = [
          ['one', '{"answer":1}'],
          [undefined, '2'],
        ];
        assert.deepEqual(await outputsOf(owner, made), expected);
      }
      for (const content of ['[]', '[\n]']) {
        const { body } = await sendOutputs(owner, made, { fileName: 'empty.json', content });
        assert.deepEqual(body, { rows: 0, outputs: 0, left_out: [] });
      }
    });

    test('finds scenarios by id if a column names them', async () => {
      const { owner } = server();
      const made = await make(3);
      const scenarios = await owner.listEvaluationScenarios({ parameters: made });
      const [variant] = made.variants;
      const rows = scenarios
        .toReversed()
        .map(({ id, position }) => `${id.toUpperCase()},text ${position}\n`);
      const content = `scenario_id,${variant?.id}\n${rows.join('')}`;
      const { body } = await sendOutputs(owner, made, { content });
      assert.deepEqual(body, { rows: 3, outputs: 3, left_out: [] });
      const expected = [0, 1, 2].map((position) => [`text ${position}`, undefined]);
      assert.deepEqual(await outputsOf(owner, made), expected);
    });

    test('ignores columns of the test set, whatever their names', async () => {
      const { owner } = server();
      const { variants } = await make(1);
      const [variant] = variants;
      const name = variant?.name ?? '';
      const made = await makeHumanEvaluation(owner, { rows: [{ [name]: 'x', scenario_id: 'y' }] });
      const [own] = made.variants;
      const content = `scenario_id,${name},${own?.id}\nnobody,no output,an output\n`;
      const { body } = await sendOutputs(owner, made, { content });
      assert.deepEqual(body, { rows: 1, outputs: 1, left_out: [] });
      assert.deepEqual(await outputsOf(owner, made), [['an output', undefined]]);
    });

    test('overwrites outputs, and takes their tasks from annotators who hold them', async () => {
      const { owner } = server();
      const made = await make(2);
      await fillOutputs(owner, made);
      const annotator = await makeMember(server(), ['evaluator']);
      const tasks = await takeTasks(annotator.client, made, 2);
      const content = outputTable(made, [['', 'new text']]);
      const { body } = await sendOutputs(owner, made, { content });
      assert.deepEqual(body, { rows: 1, outputs: 1, left_out: [] });
      const [changed, unchanged] = await outputsOf(owner, made);
      assert.deepEqual(changed, ['output 0 of 0', 'new text']);
      assert.deepEqual(unchanged, ['output 0 of 1', 'output 1 of 1']);
      const listed = await annotator.client.listAssignments({ parameters: made });
      const open = listed.filter(({ status }) => status === 'open').map(({ id }) => id);
      assert.equal(open.length, 1, 'the other task stays open');
      const again = await takeTasks(annotator.client, made, 2);
      const idsOf = (list: typeof again) => list.map(({ id }) => id).sort();
      assert.deepEqual(idsOf(again), idsOf(tasks));
      const texts = again.flatMap(({ slots }) => slots.map(({ output }) => output));
      assert.ok(texts.includes('new text'), texts.join());
    });

    test('counts equal texts as no change, even if they are judged', async () => {
      const { owner } = server();
      const made = await make(2);
      await fillOutputs(owner, made, (position, variant) => `${position} ${variant}`);
      await updateScenario({ client: owner, made }, { vote: '0' });
      const content = outputTable(made, [
        ['0 0', '0 1'],
        ['1 0', 'other'],
      ]);
      const { status, body } = await sendOutputs(owner, made, { content });
      assert.deepEqual([status, body], [200, { rows: 2, outputs: 1, left_out: [] }]);
    });

    test('409 for a judged output, and nothing is written', async () => {
      const { owner } = server();
      const rows = 1_200;
      const made = await make(rows);
      const texts = Array.from({ length: rows }, (_, row) => [`a ${row}`, `b ${row}`]);
      const first = await sendOutputs(owner, made, { content: outputTable(made, texts) });
      assert.deepEqual(first.body, { rows, outputs: 2 * rows, left_out: [] });
      assert.deepEqual(await outputsOf(owner, made), texts);
      await updateScenario({ client: owner, made, position: rows - 1 }, { vote: '0' });
      const changed = texts.map((cells) => cells.map((cell) => `${cell}, changed`));
      const refused = await sendOutputs(owner, made, { content: outputTable(made, changed) });
      assert.match(expectProblem(refused, 'already_judged').detail, /scenario 1200/);
      assert.deepEqual(await outputsOf(owner, made), texts, 'all or nothing');
      const upTo = await sendOutputs(owner, made, {
        content: outputTable(made, changed.slice(0, -1)),
      });
      assert.deepEqual(upTo.body, { rows: rows - 1, outputs: 2 * (rows - 1), left_out: [] });
    });

    test('200 for outputs that a judged scenario lacks, which can then be judged', async () => {
      const { owner } = server();
      const made = await make(1, { type: 'single_model_test', variantCount: 2 });
      const send = (...cells: string[]) =>
        sendOutputs(owner, made, { content: outputTable(made, [cells]) });
      const judgeAll = async () => {
        const tasks = await takeTasks(owner, made, 5);
        for (const { id } of tasks) {
          const parameters = { assignment_id: id };
          await owner.submitJudgement({ parameters, body: { score: 1 } });
        }
        return tasks.length;
      };
      await send('a', '');
      assert.equal(await judgeAll(), 1);
      expectProblem(await send('other', 'b'), 'already_judged');
      const { body } = await send('a', 'b');
      assert.deepEqual(body, { rows: 1, outputs: 1, left_out: [] });
      assert.deepEqual(await outputsOf(owner, made), [['a', 'b']]);
      assert.equal(await judgeAll(), 1);
      expectProblem(await send('a', 'other'), 'already_judged');
    });

    test('409 for a closed evaluation', async () => {
      const { owner } = server();
      const made = await make(1);
      await owner.closeHumanEvaluation({ parameters: made });
      const reply = await sendOutputs(owner, made, { content: outputTable(made, [['a', 'b']]) });
      expectProblem(reply, 'evaluation_closed');
    });

    test('400 lists the variants if no column names one', async () => {
      const { owner } = server();
      const made = await make(1);
      const reply = await sendOutputs(owner, made, { content: 'question,other\nq,x\n' });
      const { reason, line } = expectProblem(reply, 'invalid_import');
      assert.equal(line, 1);
      for (const { name } of made.variants) assert.ok(String(reason).includes(`"${name}"`));
    });

    test('400 names the line of an invalid row, and nothing is written', async () => {
      const { owner } = server();
      const made = await make(2);
      const [{ id, name } = { id: '', name: '' }] = made.variants;
      const [scenario] = await owner.listEvaluationScenarios({ parameters: made });
      const EXACTLY = /^The number \S+ cannot be kept exactly\. Write it in quotes, as text\.$/;
      const long = 'é'.repeat(128 * 1024 + 1);
      const files: [content: string, line: number, reason: RegExp, fileName?: string][] = [
        [`${id}\na\n"b\nc"\nd\n`, 5, /Row 3 has no scenario: the last one is number 2/],
        [`scenario_id,${id}\n${scenario?.id},a\n${randomUUID()},b\n`, 3, /no scenario with this/],
        [`scenario_id,${id}\n,a\n`, 2, /no scenario with this/],
        [`scenario_id,${id}\n${scenario?.id},a\n${scenario?.id},b\n`, 3, /the same scenario/],
        [`${id},${name}\na,b\n`, 2, /Two columns name the same variant/],
        [`${id}\na\n${long}\n`, 3, /longer than 262144 bytes/],
        [`${id}\na\n"b\n`, 3, /quote/],
        [`{"${id}":"a"}\n{"${id}":}\n`, 2, /not JSON/, 'x.jsonl'],
        [`[{"${id}":"a\\u0000"}]`, 1, /NUL/, 'x.json'],
        [`{"${id}":"12345678901234567890"}\n{"${id}":12345678901234567890}`, 2, EXACTLY, 'x.jsonl'],
        [`[{"${id}":[9007199254740993]}]`, 1, EXACTLY, 'x.json'],
      ];
      for (const [content, line, reason, fileName = 'x.csv'] of files) {
        const reply = await sendOutputs(owner, made, { content, fileName });
        const problem = expectProblem(reply, 'invalid_import');
        assert.equal(problem['line'], line, content.slice(0, 100));
        assert.match(String(problem['reason']), reason);
      }
      assert.deepEqual((await outputsOf(owner, made)).flat(), Array(4).fill(undefined));
      const longest = `${id}\n${'é'.repeat(128 * 1024)}\n`;
      assert.equal((await sendOutputs(owner, made, { content: longest })).status, 200);
    });

    test('422 without a file, or with an unknown delimiter', async () => {
      const { owner } = server();
      const made = await make(1);
      const content = outputTable(made, [['a', 'b']]);
      // Types forbid both; other clients do not.
      const delimiter = ':' as ';';
      const reply = await sendOutputs(owner, made, { content, delimiter });
      expectInvalid(reply, { loc: ['body', 'delimiter'], type: 'enum' });
      const body = { file: 'text' };
      const bare = await owner.reply.importOutputs({ parameters: made, body });
      expectInvalid(bare, { loc: ['body', 'file'], type: 'missing' });
    });

    test('404 for an unknown or foreign evaluation, before the file has arrived', async () => {
      const foreigner = await makeForeigner(server());
      const made = await make(1);
      const sent = { content: outputTable(made, [['a', 'b']]) };
      for (const evaluation_id of unknownIds()) {
        const reply = await sendOutputs(server().owner, { evaluation_id }, sent);
        expectProblem(reply, 'evaluation_not_found');
      }
      expectProblem(await sendOutputs(foreigner.client, made, sent), 'evaluation_not_found');
      const early = openSlowRequest(server(), {
        method: 'POST',
        path: `/api/human-evaluations/${randomUUID()}/outputs`,
        headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '60000' },
      });
      assert.equal((await early.answer).body['code'], 'evaluation_not_found');
    });

    test('403 without the permission to run evaluations', async () => {
      const made = await make(1);
      const viewer = await makeMember(server(), ['viewer']);
      const reply = await sendOutputs(viewer.client, made, {
        content: outputTable(made, [['a', 'b']]),
      });
      assert.equal(expectProblem(reply, 'forbidden')['permission'], 'run_evaluations');
    });

    test('403 for blind annotators, whatever they send', async () => {
      const { owner } = server();
      const made = await make(2);
      const others = outputTable(made, [['a', 'b']]);
      assert.equal((await sendOutputs(owner, made, { content: others })).status, 200);
      const evaluator = await makeMember(server(), ['evaluator']);
      const contents = [
        outputTable(made, [['a', 'b']]),
        outputTable(made, [['b', 'a']]),
        outputTable(made, [
          ['', ''],
          ['c', 'd'],
        ]),
        'other\nx\n',
      ];
      for (const content of contents) {
        const refused = await sendOutputs(evaluator.client, made, { content });
        assert.equal(expectProblem(refused, 'forbidden')['permission'], 'edit_evaluation');
      }
      assert.deepEqual(await outputsOf(owner, made), [
        ['a', 'b'],
        [undefined, undefined],
      ]);
    });
  });
});
