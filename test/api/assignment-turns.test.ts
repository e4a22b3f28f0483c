import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import type { Assignment } from '../../src/contract/judging/assignments.ts';
import { makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { type EvaluationWish, makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { cursorIn } from '../support/requests.ts';
import { takeTasks } from '../support/take-tasks.ts';
import { unknownIds } from '../support/unknown-ids.ts';

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
  const judge = (client: Client, { id }: Pick<Assignment, 'id'>) =>
    client.reply.submitJudgement({ parameters: { assignment_id: id }, body: { outcome: 'tie' } });
  const fetchOne = (client: Client, { id }: Pick<Assignment, 'id'>) =>
    client.fetchAssignment({ parameters: { assignment_id: id } });

  describe('skipAssignment', () => {
    const skip = (client: Client, { id }: Pick<Assignment, 'id'>, reason?: string) =>
      client.reply.skipAssignment({
        parameters: { assignment_id: id },
        body: reason === undefined ? {} : { reason },
      });

    test('204 leaves the task to others, with a reason', async () => {
      const { made, client, assignment } = await atWork();
      assert.equal((await skip(client, assignment, 'too long')).status, 204);
      assert.equal((await skip(client, assignment, 'again')).status, 204);
      const skipped = await fetchOne(client, assignment);
      assert.deepEqual([skipped.status, skipped.skip_reason], ['skipped', 'too long']);
      const { progress } = await client.fetchBrief({ parameters: made });
      assert.equal(progress.skipped, 1);
      const other = await annotator();
      const [theirs] = await takeTasks(other, made);
      assert.ok(theirs);
      assert.notEqual(theirs.id, assignment.id);
    });

    test('204 without a body', async () => {
      const { client, assignment } = await atWork();
      const parameters = { assignment_id: assignment.id };
      assert.equal((await client.reply.skipAssignment({ parameters })).status, 204);
    });

    test('brings the task back to the same annotator only when nothing else is left', async () => {
      const { made, client, assignment } = await atWork({ rows: numberedRows(4) });
      await skip(client, assignment, 'later');
      const order: string[] = [];
      for (;;) {
        const [next] = await takeTasks(client, made);
        if (next === undefined) break;
        order.push(next.id);
        assert.deepEqual(next.skip_reason, null);
        await judge(client, next);
      }
      assert.equal(order.length, 4);
      assert.equal(order.at(-1), assignment.id);
      const { progress } = await client.fetchBrief({ parameters: made });
      assert.deepEqual(progress, { judged: 4, skipped: 0, remaining: 0 });
    });

    test('counts a task that came back in the progress', async () => {
      const { made, client, assignment } = await atWork();
      await skip(client, assignment);
      const { assignments, progress } = await client.takeAssignments({ parameters: made });
      assert.equal(assignments[0]?.id, assignment.id);
      assert.deepEqual(progress, { judged: 0, skipped: 0, remaining: 1 });
    });

    test('brings the task back with the current texts, to be judged', async () => {
      const { made, client, assignment } = await atWork();
      await skip(client, assignment);
      await fillOutputs(server().owner, made, () => 'new');
      const [again] = await takeTasks(client, made);
      assert.equal(again?.id, assignment.id);
      assert.equal(again?.slots[0]?.output, 'new');
      assert.equal((await judge(client, assignment)).status, 200);
    });

    test('lets the annotator judge the task after all, while it is free', async () => {
      const { made, client, assignment } = await atWork();
      await skip(client, assignment);
      assert.equal((await judge(client, assignment)).status, 200);
      const { progress } = await client.fetchBrief({ parameters: made });
      assert.deepEqual(progress, { judged: 1, skipped: 0, remaining: 0 });
      assert.deepEqual(await takeTasks(await annotator(), made), []);
    });

    test('409 already_judged for a judged task', async () => {
      const { client, assignment } = await atWork();
      await judge(client, assignment);
      expectProblem(await skip(client, assignment), 'already_judged');
    });

    test('409 once the evaluation is closed, 404 for foreign and unknown assignments', async () => {
      const { made, client, assignment } = await atWork();
      for (const id of [assignment.id, ...unknownIds()]) {
        expectProblem(await skip(server().owner, { id }), 'assignment_not_found');
      }
      await server().owner.closeHumanEvaluation({ parameters: made });
      expectProblem(await skip(client, assignment), 'evaluation_closed');
    });
  });

  describe('flagAssignment', () => {
    const flag = (client: Client, { id }: Pick<Assignment, 'id'>, reason = 'broken') =>
      client.reply.flagAssignment({ parameters: { assignment_id: id }, body: { reason } });

    test('204 sets and changes the flag, and keeps the task open', async () => {
      const { client, assignment } = await atWork();
      for (const reason of ['broken', 'broken', 'cut off']) {
        assert.equal((await flag(client, assignment, reason)).status, 204);
        const flagged = await fetchOne(client, assignment);
        assert.deepEqual([flagged.flag, flagged.status], [reason, 'open']);
      }
      assert.equal((await judge(client, assignment)).status, 200);
      assert.equal((await fetchOne(client, assignment)).flag, 'cut off');
    });

    test('422 without a reason', async () => {
      const { client, assignment } = await atWork();
      const parameters = { assignment_id: assignment.id };
      const reply = await client.reply.flagAssignment({ parameters, body: JSON.parse('{}') });
      expectInvalid(reply, { loc: ['body', 'reason'], type: 'missing' });
    });

    test('409 once the evaluation is closed, 404 for foreign and unknown assignments', async () => {
      const { made, client, assignment } = await atWork();
      for (const id of [assignment.id, ...unknownIds()]) {
        expectProblem(await flag(server().owner, { id }), 'assignment_not_found');
      }
      await server().owner.closeHumanEvaluation({ parameters: made });
      expectProblem(await flag(client, assignment), 'evaluation_closed');
    });
  });

  describe('unflagAssignment', () => {
    const unflag = (client: Client, { id }: Pick<Assignment, 'id'>) =>
      client.reply.unflagAssignment({ parameters: { assignment_id: id } });

    test('204 removes the flag, if the task has one', async () => {
      const { client, assignment } = await atWork();
      const parameters = { assignment_id: assignment.id };
      await client.flagAssignment({ parameters, body: { reason: 'broken' } });
      for (let round = 0; round < 2; round += 1) {
        assert.equal((await unflag(client, assignment)).status, 204);
        assert.equal((await fetchOne(client, assignment)).flag, null);
      }
    });

    test('409 once the evaluation is closed, 404 for foreign and unknown assignments', async () => {
      const { made, client, assignment } = await atWork();
      const parameters = { assignment_id: assignment.id };
      await client.flagAssignment({ parameters, body: { reason: 'broken' } });
      for (const id of [assignment.id, ...unknownIds()]) {
        expectProblem(await unflag(server().owner, { id }), 'assignment_not_found');
      }
      await server().owner.closeHumanEvaluation({ parameters: made });
      expectProblem(await unflag(client, assignment), 'evaluation_closed');
    });
  });

  describe('listAssignments', () => {
    test('200 lists the caller’s own, newest first, by status and by pages', async () => {
      const settings = { judgements_per_task: 2 };
      const { made, client } = await atWork({ rows: numberedRows(5), settings });
      const taken = await takeTasks(client, made, 5);
      await takeTasks(await annotator(), made, 5);
      const [first, second] = taken;
      assert.ok(first && second);
      await judge(client, first);
      await client.skipAssignment({ parameters: { assignment_id: second.id }, body: {} });
      const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);
      const all = await client.listAssignments({ parameters: made });
      assert.deepEqual(ids(all), ids(taken).toReversed());
      const statuses = { open: 3, judged: 1, skipped: 1, expired: 0 } as const;
      for (const [status, count] of Object.entries(statuses)) {
        const query = { status: status as keyof typeof statuses }; // One of the keys above.
        const list = await client.listAssignments({ parameters: made, query });
        assert.equal(list.length, count, status);
        for (const assignment of list) assert.equal(assignment.status, status);
      }
      const page = await client.reply.listAssignments({ parameters: made, query: { limit: 2 } });
      assert.deepEqual(ids(page.body), ids(all).slice(0, 2));
      assert.match(page.headers.get('link') ?? '', /rel="next"/);
      assert.deepEqual(await server().owner.listAssignments({ parameters: made }), []);
    });

    test('200 lists judged tasks by time of judging, latest first, also by pages', async (t) => {
      const { made, client } = await atWork({ rows: numberedRows(4) });
      const [first, second, third, fourth] = await takeTasks(client, made, 4);
      assert.ok(first && second && third && fourth);
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
      for (const assignment of [second, first, fourth, third]) {
        t.mock.timers.tick(1);
        await judge(client, assignment);
      }
      const list = (query: { cursor?: string; limit?: number }) =>
        client.reply.listAssignments({ parameters: made, query: { status: 'judged', ...query } });
      const expected = [third, fourth, first, second].map(({ id }) => id);
      const whole = await list({});
      assert.deepEqual(
        whole.body.map(({ id }) => id),
        expected,
      );
      const paged: string[] = [];
      let page = await list({ limit: 1 });
      for (let cursor = cursorIn(page.headers); ; cursor = cursorIn(page.headers)) {
        paged.push(...page.body.map(({ id }) => id));
        if (cursor === undefined) break;
        page = await list({ limit: 1, cursor });
      }
      assert.deepEqual(paged, expected);
    });

    test('returns pages of 50 by default', async () => {
      const { made, client } = await atWork({ rows: numberedRows(52) });
      for (let taken = 5; taken <= 55; taken += 5) {
        for (const assignment of await takeTasks(client, made, 5)) await judge(client, assignment);
      }
      const page = await client.reply.listAssignments({ parameters: made });
      assert.equal(page.body.length, 50);
      assert.match(page.headers.get('link') ?? '', /rel="next"/);
    });

    test('400 for a cursor of another list, 404 for an unknown evaluation', async () => {
      const { made, client } = await atWork();
      const query = { cursor: 'x.y' };
      const reply = await client.reply.listAssignments({ parameters: made, query });
      expectProblem(reply, 'invalid_cursor');
      for (const evaluation_id of unknownIds()) {
        const unknown = await client.reply.listAssignments({ parameters: { evaluation_id } });
        expectProblem(unknown, 'evaluation_not_found');
      }
    });
  });

  describe('fetchAssignment', () => {
    test('200 shows the assignment as it was handed out', async () => {
      const { client, assignment } = await atWork();
      assert.deepEqual(await fetchOne(client, assignment), assignment);
    });

    test('404 assignment_not_found for foreign and unknown assignments', async () => {
      const { assignment } = await atWork();
      for (const client of [server().owner, await annotator()]) {
        for (const id of [assignment.id, ...unknownIds()]) {
          const reply = await client.reply.fetchAssignment({ parameters: { assignment_id: id } });
          expectProblem(reply, 'assignment_not_found');
        }
      }
    });
  });
});
