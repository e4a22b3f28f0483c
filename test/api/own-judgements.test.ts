import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CallInput, Client } from '../../src/client/client.ts';
import type { Assignment } from '../../src/contract/judging/assignments.ts';
import { makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { type EvaluationWish, makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { wrong } from '../support/requests.ts';
import { scenarioAt, updateScenario } from '../support/scenarios.ts';
import { takeTasks } from '../support/take-tasks.ts';
import { unknownIds } from '../support/unknown-ids.ts';

type Submission = NonNullable<CallInput<'submitJudgement'>['body']>;

onEachEngine((server) => {
  const annotator = async () => (await makeMember(server(), ['evaluator'])).client;
  /** An annotator who holds the first task of a new evaluation. */
  const atWork = async (wish: EvaluationWish = {}) => {
    const made = await makeHumanEvaluation(server().owner, wish);
    await fillOutputs(server().owner, made);
    const client = await annotator();
    const [assignment] = await takeTasks(client, made);
    assert.ok(assignment);
    return { made, client, assignment };
  };
  const submit = (client: Client, { id }: Pick<Assignment, 'id'>, body: Submission) =>
    client.reply.submitJudgement({ parameters: { assignment_id: id }, body });
  const fetchOne = (client: Client, { id }: Pick<Assignment, 'id'>) =>
    client.fetchAssignment({ parameters: { assignment_id: id } });

  describe('submitJudgement', () => {
    test('200 answers with the judgement, which the assignment then shows', async () => {
      const { client, assignment } = await atWork();
      const [slot] = assignment.slots;
      const body = { outcome: slot?.slot_id ?? '', note: 'clear', time_taken_ms: 1_500 };
      const reply = await submit(client, assignment, body);
      assert.equal(reply.status, 200);
      assert.deepEqual(reply.body, {
        version: 1,
        outcome: slot?.slot_id,
        score: null,
        answers: [],
        note: 'clear',
        time_taken_ms: 1_500,
        guidelines_version: 1,
        judged_at: reply.body.judged_at,
      });
      assert.deepEqual(await fetchOne(client, assignment), {
        ...assignment,
        status: 'judged',
        lease_expires_at: null,
        judgement: reply.body,
      });
    });

    test('412 instead of replacing a judgement, with If-None-Match: *', async () => {
      const { client, assignment } = await atWork();
      const parameters = { assignment_id: assignment.id };
      const send = (body: Submission) =>
        client.reply.submitJudgement({ parameters, body, ifNoneMatch: '*' });
      const first = { outcome: 'tie', note: 'from one device' };
      assert.equal((await send(first)).body.version, 1);
      assert.equal((await send(first)).body.version, 1);
      expectProblem(await send({ outcome: 'both_bad' }), 'revision_conflict');
      const { judgement } = await fetchOne(client, assignment);
      assert.deepEqual([judgement?.outcome, judgement?.note], ['tie', 'from one device']);
      await client.withdrawJudgement({ parameters });
      assert.equal((await send({ outcome: 'both_bad' })).body.version, 3);
      assert.equal((await submit(client, assignment, { outcome: 'tie' })).body.version, 4);
    });

    test('counts the variant behind the slot', async () => {
      const { made, client, assignment } = await atWork();
      const slot = assignment.slots.find(({ output }) => output === 'output 1 of 0');
      await submit(client, assignment, { outcome: slot?.slot_id ?? '' });
      const [judgement] = await server().owner.listJudgements({ parameters: made });
      assert.equal(judgement?.winner_variant_id, made.variants[1]?.id);
    });

    test('keeps the version for the same judgement, and makes the next for another', async () => {
      const { made, client, assignment } = await atWork();
      const first = await submit(client, assignment, { outcome: 'tie' });
      assert.deepEqual((await submit(client, assignment, { outcome: 'tie' })).body, first.body);
      const second = await submit(client, assignment, { outcome: 'tie', note: 'more' });
      const third = await submit(client, assignment, { outcome: 'both_bad' });
      assert.deepEqual([second.body.version, third.body.version, third.body.note], [2, 3, '']);
      const { progress } = await client.fetchBrief({ parameters: made });
      assert.deepEqual(progress, { judged: 1, skipped: 0, remaining: 0 });
      const query = { history: true };
      const [judgement] = await server().owner.listJudgements({ parameters: made, query });
      assert.deepEqual(
        judgement?.versions?.map(({ version, outcome, note }) => [version, outcome, note]),
        [
          [1, 'tie', ''],
          [2, 'tie', 'more'],
          [3, 'both_bad', ''],
        ],
      );
    });

    test('makes one version of simultaneous equal judgements', async () => {
      const { made, client, assignment } = await atWork({ rows: numberedRows(2) });
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => submit(client, assignment, { outcome: 'tie' })),
      );
      for (const { status, body } of replies) {
        assert.equal(status, 200);
        assert.deepEqual(body, replies[0]?.body);
      }
      assert.equal((await client.fetchBrief({ parameters: made })).progress.judged, 1);
    });

    test('422 for the slot of another task or annotator, and for forbidden outcomes', async () => {
      const settings = { judgements_per_task: 2, allow_tie: false, allow_both_bad: false };
      const { made, client, assignment } = await atWork({ rows: numberedRows(2), settings });
      const [, second] = await takeTasks(client, made, 2);
      const theirs = await takeTasks(await annotator(), made, 2);
      const elsewhere = [second, ...theirs].flatMap((each) => each?.slots ?? []);
      const outcomes = [...elsewhere.map(({ slot_id }) => slot_id), 'tie', 'both_bad', ''];
      const variants = made.variants.map(({ id }) => id);
      for (const outcome of [...outcomes, ...variants, ...unknownIds()]) {
        const reply = await submit(client, assignment, { outcome });
        expectInvalid(reply, { loc: ['body', 'outcome'], type: 'value_error' });
      }
      expectInvalid(await submit(client, assignment, {}), {
        loc: ['body', 'outcome'],
        type: 'missing',
      });
      assert.equal((await fetchOne(client, assignment)).judgement, null);
    });

    test('422 for wrong types, in field order', async () => {
      const { client, assignment } = await atWork();
      const faulty = { outcome: 5, score: 'x', answers: [{}], note: null, time_taken_ms: -1 };
      expectInvalid(
        await submit(client, assignment, wrong(faulty)),
        { loc: ['body', 'outcome'], type: 'string_type' },
        { loc: ['body', 'score'], type: 'float_type' },
        { loc: ['body', 'answers', 0, 'criterion'], type: 'missing' },
        { loc: ['body', 'answers', 0, 'value'], type: 'missing' },
        { loc: ['body', 'time_taken_ms'], type: 'greater_than_equal' },
      );
      expectInvalid(await submit(client, assignment, { outcome: 'tie', score: 1 }), {
        loc: ['body', 'score'],
        type: 'value_error',
      });
    });

    test('scores one output within the scale', async () => {
      const wish = { type: 'single_model_test', settings: { score_max: 10 } } as const;
      const { made, client, assignment } = await atWork(wish);
      expectInvalid(await submit(client, assignment, { score: 11 }), {
        loc: ['body', 'score'],
        type: 'less_than_equal',
      });
      expectInvalid(await submit(client, assignment, { outcome: 'tie', score: 1 }), {
        loc: ['body', 'outcome'],
        type: 'value_error',
      });
      assert.equal((await submit(client, assignment, { score: 7.5 })).body.score, 7.5);
      assert.equal((await scenarioAt({ client, made })).score, '7.5');
    });

    test('keeps the answers to criteria by slot', async () => {
      const settings: EvaluationWish['settings'] = {
        criteria: [
          { name: 'clear', scale: { kind: 'likert', labels: ['no', 'so-so', 'yes'] } },
          { name: 'closer', scale: { kind: 'binary' }, about: 'comparison', required: false },
        ],
      };
      const { client, assignment } = await atWork({ settings });
      const [left, right] = assignment.slots.map(({ slot_id }) => slot_id);
      const answers = [
        { criterion: 'clear', slot_id: left ?? '', value: 1 },
        { criterion: 'clear', slot_id: right ?? '', value: 3 },
      ];
      expectInvalid(await submit(client, assignment, { outcome: 'tie' }), {
        loc: ['body', 'answers'],
        type: 'missing',
      });
      const faulty = [
        { criterion: 'unclear', value: 1 },
        { criterion: 'clear', slot_id: 'elsewhere', value: 1 },
        { criterion: 'clear', slot_id: left ?? '', value: 4 },
        { criterion: 'clear', slot_id: right ?? '', value: 1 },
      ];
      expectInvalid(
        await submit(client, assignment, { outcome: 'tie', answers: faulty }),
        { loc: ['body', 'answers', 0, 'criterion'], type: 'value_error' },
        { loc: ['body', 'answers', 1, 'slot_id'], type: 'value_error' },
        { loc: ['body', 'answers', 2, 'value'], type: 'less_than_equal' },
      );
      const { body } = await submit(client, assignment, { outcome: 'tie', answers });
      assert.deepEqual(body.answers, answers);
    });

    test('409 once the evaluation is closed, unless the same was sent before', async () => {
      const { made, client, assignment } = await atWork();
      const before = await submit(client, assignment, { outcome: 'tie' });
      await server().owner.closeHumanEvaluation({ parameters: made });
      const late = await submit(client, assignment, { outcome: 'both_bad' });
      expectProblem(late, 'evaluation_closed');
      const again = await submit(client, assignment, { outcome: 'tie' });
      assert.deepEqual([again.status, again.body], [200, before.body]);
    });

    test('404 for foreign and unknown assignments', async () => {
      const { assignment } = await atWork();
      for (const id of [assignment.id, ...unknownIds()]) {
        const reply = await submit(server().owner, { id }, { outcome: 'tie' });
        expectProblem(reply, 'assignment_not_found');
      }
    });

    test('409 lease_expired when the texts have changed since', async () => {
      const { made, client, assignment } = await atWork();
      const owner = server().owner;
      await fillOutputs(owner, made, () => 'new');
      const stale = await submit(client, assignment, { outcome: 'tie' });
      expectProblem(stale, 'lease_expired');
      assert.equal((await fetchOne(client, assignment)).status, 'expired');
      const [again] = await takeTasks(client, made);
      assert.equal(again?.id, assignment.id);
      assert.deepEqual(
        again?.slots.map(({ output }) => output),
        ['new', 'new'],
      );
      assert.equal((await submit(client, assignment, { outcome: 'tie' })).status, 200);
    });
  });

  describe('withdrawJudgement', () => {
    const withdraw = (client: Client, { id }: Pick<Assignment, 'id'>) =>
      client.reply.withdrawJudgement({ parameters: { assignment_id: id } });

    test('204 reopens the task for the same annotator, and keeps the versions', async () => {
      const { made, client, assignment } = await atWork();
      await submit(client, assignment, { outcome: 'tie', note: 'n' });
      assert.equal((await withdraw(client, assignment)).status, 204);
      const open = await fetchOne(client, assignment);
      assert.deepEqual([open.status, open.judgement], ['open', null]);
      const { progress } = await client.fetchBrief({ parameters: made });
      assert.deepEqual(progress, { judged: 0, skipped: 0, remaining: 1 });
      assert.deepEqual(await takeTasks(await annotator(), made), [], 'no other annotator gets it');
      const { status } = await server().owner.fetchHumanEvaluation({ parameters: made });
      assert.equal(status, 'EVALUATION_STARTED');
      const again = await submit(client, assignment, { outcome: 'tie' });
      assert.equal(again.body.version, 3);
    });

    test('204 without a judgement to withdraw, also once the evaluation is closed', async () => {
      const { made, client, assignment } = await atWork();
      assert.equal((await withdraw(client, assignment)).status, 204);
      await server().owner.closeHumanEvaluation({ parameters: made });
      assert.equal((await withdraw(client, assignment)).status, 204);
    });

    test('409 once the evaluation is closed', async () => {
      const { made, client, assignment } = await atWork();
      await submit(client, assignment, { outcome: 'tie' });
      await server().owner.closeHumanEvaluation({ parameters: made });
      expectProblem(await withdraw(client, assignment), 'evaluation_closed');
    });

    test('404 for foreign and unknown assignments', async () => {
      const { assignment } = await atWork();
      for (const id of [assignment.id, ...unknownIds()]) {
        expectProblem(await withdraw(server().owner, { id }), 'assignment_not_found');
      }
    });
  });

  describe('both ways of judging', () => {
    test('make one judgement of one annotator', async () => {
      const { made, client, assignment } = await atWork({ settings: { judgements_per_task: 2 } });
      await updateScenario({ client, made }, { vote: '1' });
      const judged = await fetchOne(client, assignment);
      assert.deepEqual([judged.status, judged.judgement?.outcome], ['judged', 'tie']);
      await submit(client, assignment, { outcome: assignment.slots[0]?.slot_id ?? '' });
      assert.equal((await scenarioAt({ client, made })).vote, assignment.slots[0]?.slot_id);
      await updateScenario({ client, made }, { vote: '' });
      const withdrawn = await fetchOne(client, assignment);
      assert.deepEqual([withdrawn.status, withdrawn.judgement], ['expired', null]);
      const { progress } = await client.fetchBrief({ parameters: made });
      assert.deepEqual(progress, { judged: 0, skipped: 0, remaining: 1 });
    });

    test('leave no task skipped that was judged after all', async () => {
      const { made, client, assignment } = await atWork();
      await client.skipAssignment({ parameters: { assignment_id: assignment.id }, body: {} });
      await updateScenario({ client, made }, { vote: '1' });
      const { progress } = await client.fetchBrief({ parameters: made });
      assert.deepEqual(progress, { judged: 1, skipped: 0, remaining: 0 });
    });
  });
});
