import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { CallInput, Client } from '../../src/client/client.ts';
import { makeForeigner, makeMember, unique } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { type ExactReply, sendExact } from '../support/exact-request.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { enter } from '../support/guests.ts';
import { OWNER_KEY } from '../support/reachable.ts';
import { tokenIn } from '../support/requests.ts';
import { takeTasks } from '../support/take-tasks.ts';
import { rowsOf } from '../support/testsets.ts';

type Fields = Omit<CallInput<'createQuickEvaluation'>['body'], 'file'>;

const TABLE = [
  'id,question,reference,current,shorter',
  '1,Where is my card?,In the post.,It was sent on Monday.,Sent Monday.',
  '2,"How do I, well, pay?",By card.,You can pay by card.,By card.',
  ',,,,',
].join('\r\n');

onEachEngine((server) => {
  const send = (
    content: string | Uint8Array<ArrayBuffer>,
    { fileName = `${unique('file')}.csv`, ...fields }: { fileName?: string } & Fields = {},
    client: Client = server().owner,
  ) =>
    client.reply.createQuickEvaluation({
      body: { file: new File([content], fileName), ...fields },
    });

  const appNames = async () =>
    (await server().owner.listApps({ query: {} })).map((a) => a.app_name);

  /** Sends a request that must be refused, and checks that no app was created. */
  const sendRefused = async (...sent: Parameters<typeof send>) => {
    const before = await appNames();
    const reply = await send(...sent);
    assert.ok(reply.status >= 400, JSON.stringify(reply.body));
    assert.deepEqual(await appNames(), before);
    return reply;
  };

  describe('createQuickEvaluation', () => {
    test('201 creates everything from a file whose columns are guessed', async () => {
      const { owner } = server();
      const fileName = `${unique('answers')}.csv`;
      const { status, body, headers } = await send(TABLE, { fileName });
      assert.equal(status, 201, JSON.stringify(body));
      assert.equal(headers.get('location'), `/api/human-evaluations/${body.evaluation_id}`);
      assert.equal(body.app_name, fileName.replace('.csv', ''));
      assert.deepEqual(body.columns, {
        inputs: ['question'],
        expected: 'reference',
        outputs: ['current', 'shorter'],
        left_out: ['id'],
      });
      assert.equal(body.row_count, 2);
      assert.deepEqual(await rowsOf(owner, body.testset_id), [
        { question: 'Where is my card?', reference: 'In the post.' },
        { question: 'How do I, well, pay?', reference: 'By card.' },
      ]);
      const evaluation = await owner.fetchHumanEvaluation({
        parameters: { evaluation_id: body.evaluation_id },
      });
      assert.deepEqual(evaluation.variant_names, ['current', 'shorter']);
      assert.deepEqual(evaluation.variant_ids, body.variant_ids);
      assert.equal(evaluation.evaluation_type, 'human_a_b_testing');
      assert.equal(evaluation.status, 'EVALUATION_STARTED');
      const scenarios = await owner.listEvaluationScenarios({
        parameters: { evaluation_id: body.evaluation_id },
      });
      assert.deepEqual(
        scenarios.map(({ outputs }) => outputs.map(({ variant_output }) => variant_output)),
        [
          ['It was sent on Monday.', 'Sent Monday.'],
          ['You can pay by card.', 'By card.'],
        ],
      );
      assert.deepEqual(
        scenarios.map(({ correct_answer }) => correct_answer),
        ['In the post.', 'By card.'],
      );
      assert.equal(body.url, `${server().url}/judge/${body.evaluation_id}`);
    });

    test('201 makes tasks that can be judged at once, also through the guest link', async () => {
      const { body } = await send(TABLE);
      const [task] = await takeTasks(server().owner, body);
      assert.equal(task?.slots.length, 2);
      assert.equal(task?.inputs[0]?.input_name, 'question');
      const link = { token: tokenIn(body.guest_url), evaluationId: body.evaluation_id };
      const guest = await enter(server(), link);
      assert.equal((await takeTasks(guest.browser, body)).length, 1);
    });

    test('201 makes variants that are listed in the order of their columns', async () => {
      const outputs = ['v9', 'v2', 'v7', 'v4', 'v5', 'v8', 'v3', 'v6', `v1 ${'😀'.repeat(125)}`];
      const { body } = await send(`prompt,${outputs.join()}\nx,1,2,3,4,5,6,7,8,9\n`);
      const variants = await server().owner.listAppVariants({
        parameters: { app_id: body.app_id },
      });
      assert.deepEqual(
        variants.map(({ variant_name }) => variant_name),
        outputs,
      );
    });

    test('201 compares three outputs, and scores one', async () => {
      const three = await send('prompt\tA\tB\tC\nx\t1\t2\t3\n', { fileName: 'three.tsv' });
      assert.equal(three.body.variant_ids.length, 3);
      assert.equal(three.body.evaluation_type, 'human_a_b_testing');
      const one = await send('prompt,answer\nx,1\n');
      assert.equal(one.body.evaluation_type, 'single_model_test');
      const scored = await send('prompt,A,B\nx,1,2\n', { evaluation_type: 'single_model_test' });
      assert.equal(scored.body.evaluation_type, 'single_model_test');
      const { evaluation_id } = scored.body;
      const settings = await server().owner.fetchEvaluationSettings({
        parameters: { evaluation_id },
      });
      assert.deepEqual([settings.score_min, settings.score_max], [1, 5]);
    });

    test('201 reads JSON and JSONL, by name or by content', async () => {
      const rows = [
        { question: 'x', a: 'one', b: 'two' },
        { b: 'four', question: { deep: [1] }, a: 'three', later: 'left out' },
      ];
      const lines = rows.map((row) => JSON.stringify(row)).join('\n');
      for (const [fileName, content] of [
        ['rows.json', JSON.stringify(rows)],
        ['rows.jsonl', lines],
        ['rows', JSON.stringify(rows)],
        ['rows.txt', lines],
      ] as const) {
        const { status, body } = await send(content, { fileName });
        assert.equal(status, 201, `${fileName}: ${JSON.stringify(body)}`);
        assert.deepEqual(body.columns.outputs, ['a', 'b']);
        const stored = await rowsOf(server().owner, body.testset_id);
        assert.deepEqual(stored, [{ question: 'x' }, { question: { deep: [1] } }]);
      }
    });

    test('201 takes the roles, name, rules and guidelines that are sent', async () => {
      const name = unique('chosen');
      const columns = JSON.stringify({ inputs: ['shorter'], outputs: ['question', 'reference'] });
      const { body } = await send(TABLE, {
        name,
        columns,
        judgements_per_task: 3,
        guidelines: 'Be strict.',
      });
      assert.equal(body.app_name, name);
      assert.deepEqual(body.columns, {
        inputs: ['shorter'],
        expected: null,
        outputs: ['question', 'reference'],
        left_out: ['id', 'current'],
      });
      const settings = await server().owner.fetchEvaluationSettings({
        parameters: { evaluation_id: body.evaluation_id },
      });
      assert.equal(settings.judgements_per_task, 3);
      assert.equal(settings.guidelines, 'Be strict.');
    });

    test('201 numbers the name of a file if it is taken, 409 for a requested name', async () => {
      const stem = unique('twice');
      const fileName = `${stem}.csv`;
      assert.equal((await send(TABLE, { fileName })).body.app_name, stem);
      assert.equal((await send(TABLE, { fileName })).body.app_name, `${stem} (2)`);
      const both = await Promise.all([send(TABLE, { fileName }), send(TABLE, { fileName })]);
      assert.deepEqual(both.map(({ body }) => body.app_name).sort(), [
        `${stem} (3)`,
        `${stem} (4)`,
      ]);
      expectProblem(await sendRefused(TABLE, { name: stem }), 'app_name_taken');
    });

    test('has one effect and one answer for an idempotency key', async () => {
      const key = randomUUID();
      const boundary = 'the-boundary';
      const fileName = `${unique('keyed')}.csv`;
      const again = (content: string): Promise<ExactReply> =>
        sendExact(server(), {
          method: 'POST',
          path: '/api/quick-evaluations',
          headers: {
            authorization: OWNER_KEY,
            'idempotency-key': key,
            'content-type': `multipart/form-data; boundary=${boundary}`,
          },
          body: [
            `--${boundary}`,
            `content-disposition: form-data; name="file"; filename="${fileName}"`,
            '',
            content,
            `--${boundary}--`,
            '',
          ].join('\r\n'),
        });
      const first = await again(TABLE);
      assert.equal(first.status, 201, first.text);
      const count = (await appNames()).length;
      const second = await again(TABLE);
      assert.deepEqual([second.status, second.text], [201, first.text]);
      assert.equal((await appNames()).length, count);
      assert.equal((await again('question,a,b\nx,1,2\n')).status, 422);
    });

    test('400 invalid_import explains what to do about a file that cannot be used', async () => {
      const cases: [
        content: string | Uint8Array<ArrayBuffer>,
        reason: RegExp,
        fileName?: string,
      ][] = [
        ['only\none\ntwo\n', /one column, "only".*one for each output/],
        ['', /no header/],
        ['question,a,b\n', /no rows below the header/],
        ['question,a,b\n,,\n,,\n', /no rows below the header/],
        ['How are you?,Fine.,Well enough.\nx,y,z\n', /reads like data.*column names/],
        ['question,a,a\nx,y,z\n', /column name twice/],
        ['question,,b\nx,y,z\n', /needs a name/],
        ['question,a,b\nx,y,\n', /column "b" is empty in this row/],
        ['question,a,b\nx,y,\nx,,z\nx,y,\n', /column "a" is empty in this row/],
        ['question,a,b\nx,y,\nx,z,\n', /column "b" is empty in 2 rows/],
        ['question,a,b\nx,y,z,w\n', /4 cells, the header 3/],
        [new Uint8Array([0x61, 0x2c, 0x62, 0x0a, 0xc3, 0x2c, 0xe4, 0x0a]), /UTF-8/],
        ['anything', /workbook.*CSV/, 'Book.xlsx'],
        ['PK\u0003\u0004anything', /workbook.*CSV/, 'book'],
        ['{"question":"x"', /./, 'rows.json'],
        ['[1]', /./, 'rows.json'],
      ];
      for (const [content, reason, fileName = 'bad.csv'] of cases) {
        const problem = expectProblem(await sendRefused(content, { fileName }), 'invalid_import');
        assert.match(String(problem['reason']), reason);
        assert.match(problem.detail, /^Nothing was imported/);
      }
    });

    test('413 for too many columns or rows', async () => {
      const wide = Array.from({ length: 500 }, (_, index) => `c${index}`).join(',');
      const columns = expectProblem(await sendRefused(`${wide}\n${wide}\n`), 'payload_too_large');
      assert.deepEqual([columns['limit'], columns['limit_kind']], [200, 'columns']);
      const long = `question,a,b\n${'x,y,z\n'.repeat(100_001)}`;
      const rows = expectProblem(await sendRefused(long), 'payload_too_large');
      assert.deepEqual([rows['limit'], rows['limit_kind']], [100_000, 'rows']);
    });

    test('415 without a form, 422 without a file', async () => {
      const path = '/api/quick-evaluations';
      const json = await sendExact(server(), {
        method: 'POST',
        path,
        headers: { authorization: OWNER_KEY, 'content-type': 'application/json' },
        body: '{}',
      });
      assert.equal(json.status, 415);
      expectInvalid(
        await server().owner.reply.createQuickEvaluation({ body: { file: undefined } }),
        { loc: ['body', 'file'], type: 'missing' },
      );
    });

    test('422 for roles that do not fit the file', async () => {
      const at = (place: (string | number)[]) => ({
        loc: ['body', 'columns', ...place],
        type: 'value_error',
      });
      const cases: [columns: object, ...places: (string | number)[][]][] = [
        [{ inputs: ['nothing'], outputs: ['current'] }, ['inputs', 0]],
        [{ outputs: ['current', 'current'] }, ['outputs', 1]],
        [{ inputs: ['question'], outputs: ['question', 'current'] }, ['outputs', 0]],
        [{ expected: 'current', outputs: ['current', 'shorter'] }, ['outputs', 0]],
        [{ inputs: ['question'], outputs: [] }, ['outputs']],
        [{ expected: 'missing', outputs: ['missing too'] }, ['expected'], ['outputs', 0]],
      ];
      for (const [columns, ...places] of cases) {
        expectInvalid(
          await sendRefused(TABLE, { columns: JSON.stringify(columns) }),
          ...places.map(at),
        );
      }
      expectInvalid(await sendRefused(TABLE, { columns: '{"outputs":' }), at([]));
      expectInvalid(await sendRefused(TABLE, { columns: '{"inputs":[]}' }), {
        loc: ['body', 'columns', 'outputs'],
        type: 'missing',
      });
      const eleven = Array.from({ length: 11 }, (_, index) => `answer ${index}`).join();
      expectInvalid(await sendRefused(`question,${eleven}\nx,${eleven}\n`), at(['outputs']));
      const long = 'x'.repeat(129);
      const named = JSON.stringify({ outputs: [long] });
      expectInvalid(await sendRefused(`${long}\nx\n`, { columns: named }), at(['outputs', 0]));
      const alike = JSON.stringify({ outputs: ['A', 'a'] });
      expectInvalid(await sendRefused('A,a\nx,y\n', { columns: alike }), at(['outputs', 1]));
    });

    test('422 for a comparison of one output, and for fields that are out of bounds', async () => {
      const one = 'question,answer\nx,y\n';
      expectInvalid(await sendRefused(one, { evaluation_type: 'human_a_b_testing' }), {
        loc: ['body', 'evaluation_type'],
        type: 'value_error',
      });
      expectInvalid(await sendRefused(TABLE, { judgements_per_task: 21 }), {
        loc: ['body', 'judgements_per_task'],
        type: 'less_than_equal',
      });
    });

    test('403 for members who may not create apps, 404 in a foreign workspace', async () => {
      for (const role of ['viewer', 'evaluator', 'deployment_manager'] as const) {
        const { client } = await makeMember(server(), [role]);
        expectProblem(await sendRefused(TABLE, {}, client), 'forbidden');
      }
      const { client } = await makeMember(server(), ['editor']);
      assert.equal((await send(TABLE, {}, client)).status, 201);
      const foreigner = await makeForeigner(server());
      const reply = await sendRefused(TABLE, { workspace_id: foreigner.workspaceId });
      expectProblem(reply, 'workspace_not_found');
    });
  });
});
