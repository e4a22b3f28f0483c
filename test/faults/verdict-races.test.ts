import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ScenarioUpdate } from '../../src/contract/evaluations/scenarios.ts';
import { rounds } from '../support/effort.ts';
import { onEachEngine } from '../support/engines.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { scenarioIdsOf } from '../support/votes.ts';

/** How often each pair of requests meets, each time on its own scenario. */
const MEETINGS = rounds({ short: 2, long: 6 });

/** Two of seven requests. */
const PAIRS = (7 * 6) / 2;

onEachEngine((server) => {
  describe('two simultaneous requests of one annotator about one scenario', () => {
    test('are both applied, one after the other, in every combination', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(PAIRS * MEETINGS) });
      await fillOutputs(owner, made);
      const ids = await scenarioIdsOf(owner, made.evaluation_id);
      const [first, second] = made.variants.map(({ id }) => id);
      const sent: readonly ScenarioUpdate[] = [
        { vote: first ?? '' },
        { vote: second ?? '' },
        { vote: '1' },
        { vote: '' },
        { note: 'one' },
        { note: 'two' },
        { vote: '0', note: 'three' },
      ];
      const pairs = sent.flatMap((one, index) =>
        sent.slice(index + 1).map((other) => [one, other] as const),
      );
      for (const [index, pair] of pairs.entries()) {
        for (let meeting = 0; meeting < MEETINGS; meeting += 1) {
          const position = index * MEETINGS + meeting;
          const replies = await Promise.all(
            pair.map((body) => {
              const parameters = { ...made, scenario_id: ids[position] ?? '' };
              return owner.reply.updateEvaluationScenario({ parameters, body });
            }),
          );
          const label = `${JSON.stringify(pair)} at ${position}`;
          assert.deepEqual(
            replies.map(({ status }) => status),
            [204, 204],
            label,
          );
        }
      }
      const judgements = await owner.listJudgements({
        parameters: made,
        query: { history: true },
      });
      for (const { version, versions } of judgements) {
        assert.deepEqual(
          versions?.map((each) => each.version),
          Array.from({ length: version }, (_, number) => number + 1),
        );
      }
    });
  });
});
