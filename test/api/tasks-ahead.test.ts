import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import { makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { type MadeEvaluation, makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';

onEachEngine((server) => {
  const makeReady = async (rows: number, outputOf?: (position: number) => string) => {
    const made = await makeHumanEvaluation(server().owner, { rows: numberedRows(rows) });
    await fillOutputs(server().owner, made, outputOf);
    return made;
  };
  const annotator = async () => (await makeMember(server(), ['evaluator'])).client;
  const takeTwenty = async (client: Client, made: MadeEvaluation) =>
    client.takeAssignments({ parameters: made, body: { count: 20 } });

  describe('takeAssignments, twenty at once', () => {
    test('200 returns twenty while many are left, and the same ones again', async () => {
      const made = await makeReady(110);
      const client = await annotator();
      const first = await takeTwenty(client, made);
      assert.equal(first.assignments.length, 20);
      const again = await takeTwenty(client, made);
      const idsOf = ({ assignments }: typeof first) => assignments.map(({ id }) => id);
      assert.deepEqual(idsOf(again), idsOf(first));
    });

    test('200 returns fewer when few are left, so that every annotator gets some', async () => {
      const made = await makeReady(14);
      const taken = [];
      for (const client of [await annotator(), await annotator(), await annotator()]) {
        const { assignments, progress } = await takeTwenty(client, made);
        taken.push([assignments.length, progress.remaining]);
      }
      assert.deepEqual(taken, [
        [5, 14],
        [5, 9],
        [4, 4],
      ]);
    });

    test('200 returns fewer if the texts are long, and the others later', async () => {
      const made = await makeReady(30, () => 'long '.repeat(10_000));
      const client = await annotator();
      const ids = new Set<string>();
      for (let judged = 0; judged < 6; judged += 1) {
        const { assignments } = await takeTwenty(client, made);
        assert.equal(assignments.length, 3);
        for (const { id } of assignments) ids.add(id);
        const assignment_id = assignments[0]?.id ?? '';
        await client.submitJudgement({ parameters: { assignment_id }, body: { outcome: 'tie' } });
      }
      assert.equal(ids.size, 8);
    });
  });
});
