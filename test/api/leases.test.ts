import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import type { Assignment } from '../../src/contract/judging/assignments.ts';
import { makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import {
  type EvaluationWish,
  type MadeEvaluation,
  makeHumanEvaluation,
  numberedRows,
} from '../support/evaluations.ts';
import { expectProblem } from '../support/expect.ts';
import { judgeTasks } from '../support/judge-tasks.ts';
import { takeTasks } from '../support/take-tasks.ts';
import { until } from '../support/until.ts';

onEachEngine(
  (server) => {
    const annotator = async () => (await makeMember(server(), ['evaluator'])).client;
    const makeReady = async (wish: EvaluationWish = {}) => {
      const made = await makeHumanEvaluation(server().owner, wish);
      await fillOutputs(server().owner, made);
      return made;
    };
    const judge = (client: Client, { id }: Pick<Assignment, 'id'>) =>
      client.reply.submitJudgement({ parameters: { assignment_id: id }, body: { outcome: 'tie' } });
    /** One annotator takes a task and leaves; the next one gets it once the lease expires. */
    const abandon = async (made: MadeEvaluation) => {
      const leaver = await annotator();
      const next = await annotator();
      const [task] = await takeTasks(leaver, made);
      assert.ok(task);
      let taken: readonly Assignment[] = [];
      await until('the task came back', async () => {
        taken = await takeTasks(next, made);
        return taken.length > 0;
      });
      return { leaver, task, next, taken };
    };

    describe('an expired lease', () => {
      test('gives the task to others, and is shown to its annotator as expired', async () => {
        const { leaver, task, next, taken } = await abandon(await makeReady());
        const parameters = { assignment_id: task.id };
        assert.equal((await leaver.fetchAssignment({ parameters })).status, 'expired');
        assert.notEqual(taken[0]?.id, task.id);
        assert.equal((await judge(next, taken[0] ?? task)).status, 200);
      });

      test('409 lease_expired for a judgement once another annotator has the task', async () => {
        const made = await makeReady();
        const { leaver, task, next, taken } = await abandon(made);
        expectProblem(await judge(leaver, task), 'lease_expired');
        await judge(next, taken[0] ?? task);
        expectProblem(await judge(leaver, task), 'lease_expired');
        const judgements = await server().owner.listJudgements({ parameters: made });
        assert.equal(judgements.length, 1);
      });

      test('accepts a late judgement while the task is free', async () => {
        const made = await makeReady({
          rows: numberedRows(1),
          settings: { judgements_per_task: 2 },
        });
        const late = await annotator();
        const [task] = await takeTasks(late, made);
        assert.ok(task);
        const next = await annotator();
        const parameters = { assignment_id: task.id };
        await until('the lease has expired', async () => {
          await takeTasks(next, made, 5);
          return (await late.fetchAssignment({ parameters })).status === 'expired';
        });
        const reply = await judge(late, task);
        assert.equal(reply.status, 200, JSON.stringify(reply.body));
        const { status } = await judge(next, (await takeTasks(next, made))[0] ?? task);
        assert.equal(status, 200);
        const judged = await server().owner.fetchHumanEvaluation({ parameters: made });
        assert.equal(judged.status, 'EVALUATION_FINISHED');
      });

      test('hands the same annotator the task again, unchanged', async () => {
        const settings = { judgements_per_task: 2 };
        const made = await makeReady({ rows: numberedRows(9), settings });
        const keeper = await annotator();
        // With no task left for them, asking only returns expired tasks to the queue.
        await judgeTasks(keeper, made, () => ({ outcome: 'tie' }));
        const client = await annotator();
        const [first] = await takeTasks(client, made);
        assert.ok(first);
        const parameters = { assignment_id: first.id };
        await until('the lease has expired', async () => {
          await takeTasks(keeper, made);
          return (await client.fetchAssignment({ parameters })).status === 'expired';
        });
        const [again] = await takeTasks(client, made);
        assert.deepEqual([again?.id, again?.slots], [first.id, first.slots]);
      });
    });

    describe('a lease', () => {
      test('is renewed by everything its annotator does', async () => {
        const made = await makeReady({ rows: numberedRows(30) });
        const client = await annotator();
        const [task] = await takeTasks(client, made, 2);
        assert.ok(task);
        const parameters = { assignment_id: task.id };
        const expiryOf = async () =>
          Date.parse((await client.fetchAssignment({ parameters })).lease_expires_at ?? '');
        let expiry = await expiryOf();
        const acts: readonly (() => Promise<unknown>)[] = [
          () => takeTasks(client, made, 2),
          async () => judge(client, (await takeTasks(client, made, 2))[1] ?? task),
          () => client.flagAssignment({ parameters, body: { reason: 'x' } }),
        ];
        for (const act of acts) {
          await until('the clock moved on', async () => Date.now() > expiry - 900);
          await act();
          const renewed = await expiryOf();
          assert.ok(renewed > expiry, `${renewed} after ${expiry}`);
          expiry = renewed;
        }
      });
    });
  },
  { environment: { LEASE_SECONDS: '1' } },
);
