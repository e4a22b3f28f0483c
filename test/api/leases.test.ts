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
    const ready = async (wish: EvaluationWish = {}) => {
      const made = await makeHumanEvaluation(server().owner, wish);
      await fillOutputs(server().owner, made);
      return made;
    };
    const judge = (client: Client, { id }: Pick<Assignment, 'id'>) =>
      client.reply.submitJudgement({ parameters: { assignment_id: id }, body: { outcome: 'tie' } });
    /** Somebody takes a task and leaves; somebody else gets it once the lease has run out. */
    const abandoned = async (made: MadeEvaluation) => {
      const gone = await annotator();
      const next = await annotator();
      const [left] = await takeTasks(gone, made);
      assert.ok(left);
      let taken: readonly Assignment[] = [];
      await until('the task came back', async () => {
        taken = await takeTasks(next, made);
        return taken.length > 0;
      });
      return { gone, left, next, taken };
    };

    describe('a lease that ran out', () => {
      test('gives the task to others, and shows as expired to who left', async () => {
        const { gone, left, next, taken } = await abandoned(await ready());
        const parameters = { assignment_id: left.id };
        assert.equal((await gone.fetchAssignment({ parameters })).status, 'expired');
        assert.notEqual(taken[0]?.id, left.id);
        assert.equal((await judge(next, taken[0] ?? left)).status, 200);
      });

      test('409 lease_expired for submitJudgement when others have the task by now', async () => {
        const made = await ready();
        const { gone, left, next, taken } = await abandoned(made);
        expectProblem(await judge(gone, left), 'lease_expired');
        await judge(next, taken[0] ?? left);
        expectProblem(await judge(gone, left), 'lease_expired');
        const judgements = await server().owner.listJudgements({ parameters: made });
        assert.equal(judgements.length, 1);
      });

      test('lets a late judgement in while the task is free', async () => {
        const made = await ready({ rows: numberedRows(1), settings: { judgements_per_task: 2 } });
        const gone = await annotator();
        const [left] = await takeTasks(gone, made);
        assert.ok(left);
        const next = await annotator();
        const parameters = { assignment_id: left.id };
        await until('the lease ran out', async () => {
          await takeTasks(next, made, 5);
          return (await gone.fetchAssignment({ parameters })).status === 'expired';
        });
        const late = await judge(gone, left);
        assert.equal(late.status, 200, JSON.stringify(late.body));
        const { status } = await judge(next, (await takeTasks(next, made))[0] ?? left);
        assert.equal(status, 200);
        const judged = await server().owner.fetchHumanEvaluation({ parameters: made });
        assert.equal(judged.status, 'EVALUATION_FINISHED');
      });

      test('hands the task to the same person again as it was', async () => {
        const settings = { judgements_per_task: 2 };
        const made = await ready({ rows: numberedRows(9), settings });
        const keeper = await annotator();
        // With nothing left for them, asking only takes back what ran out.
        await judgeTasks(keeper, made, () => ({ outcome: 'tie' }));
        const client = await annotator();
        const [first] = await takeTasks(client, made);
        assert.ok(first);
        const parameters = { assignment_id: first.id };
        await until('the lease ran out', async () => {
          await takeTasks(keeper, made);
          return (await client.fetchAssignment({ parameters })).status === 'expired';
        });
        const [again] = await takeTasks(client, made);
        assert.deepEqual([again?.id, again?.slots], [first.id, first.slots]);
      });
    });

    describe('a lease', () => {
      test('is renewed by whatever its annotator does', async () => {
        const made = await ready({ rows: numberedRows(30) });
        const client = await annotator();
        const [kept] = await takeTasks(client, made, 2);
        assert.ok(kept);
        const parameters = { assignment_id: kept.id };
        const expiryOf = async () =>
          Date.parse((await client.fetchAssignment({ parameters })).lease_expires_at ?? '');
        let expiry = await expiryOf();
        const acts: readonly (() => Promise<unknown>)[] = [
          () => takeTasks(client, made, 2),
          async () => judge(client, (await takeTasks(client, made, 2))[1] ?? kept),
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
