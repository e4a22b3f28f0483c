import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import { makeMember } from '../support/builders.ts';
import { changeSettings } from '../support/change-settings.ts';
import { onEachEngine } from '../support/engines.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import {
  type EvaluationWish,
  type MadeEvaluation,
  makeHumanEvaluation,
  numberedRows,
} from '../support/evaluations.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { takeTasks } from '../support/take-tasks.ts';
import { scenarioIdsOf, sendVote } from '../support/votes.ts';

const COMPARISON = 'human_a_b_testing';
const SCORING = 'single_model_test';
const RACES = 12;
const COMPARED = {
  name: 'shorter',
  scale: { kind: 'binary' },
  about: 'comparison',
} as const;

onEachEngine((server) => {
  describe('updateEvaluationSettings', () => {
    test('turns a comparison into scoring: each output becomes a task', async () => {
      const { owner } = server();
      const made = await makeFilled(owner, { rows: numberedRows(3) });
      const [task] = await takeTasks(owner, made);
      const scoring = await change(owner, made, SCORING);

      const { evaluation_type } = await owner.fetchHumanEvaluation({ parameters: made });
      assert.equal(evaluation_type, SCORING);
      const gone = await owner.reply.submitJudgement({
        parameters: { assignment_id: task?.id ?? '' },
        body: { outcome: 'tie' },
      });
      expectProblem(gone, 'assignment_not_found');
      const [scenario_id = ''] = await scenarioIdsOf(owner, made.evaluation_id);
      const vote = await owner.reply.updateEvaluationScenario({
        parameters: { ...made, scenario_id },
        body: { vote: '1' },
      });
      expectProblem(vote, 'scenario_not_found');

      const outputs = await judgeAll(owner, scoring, { score: 7 });
      assert.deepEqual(outputs.toSorted(), [
        'output 0 of 0',
        'output 0 of 1',
        'output 0 of 2',
        'output 1 of 0',
        'output 1 of 1',
        'output 1 of 2',
      ]);
      const { results_data, progress } = await owner.fetchResults({ parameters: made });
      assert.deepEqual(results_data, { '7': 6 });
      assert.equal(progress?.judgements_wanted, 6);
      assert.equal(
        (await owner.fetchHumanEvaluation({ parameters: made })).status,
        'EVALUATION_FINISHED',
      );
    });

    test('turns scoring into a comparison of pairs_per_scenario pairs', async () => {
      const { owner } = server();
      const wish: EvaluationWish = { type: SCORING, variantCount: 3, rows: numberedRows(3) };
      const made = await makeFilled(owner, wish);
      const reply = await changeSettings(owner, made, {
        evaluation_type: COMPARISON,
        pairs_per_scenario: 1,
      });
      assert.equal(reply.status, 200, JSON.stringify(reply.body));
      assert.equal(reply.body.evaluation_type, COMPARISON);
      assert.equal(reply.body.pairs_per_scenario, 1);
      const comparison = { ...made, evaluation_type: COMPARISON } as const;
      assert.equal((await judgeAll(owner, comparison, { outcome: 'tie' })).length, 6);
      const { votes_data } = await owner.fetchResults({ parameters: made });
      assert.equal(votes_data?.['nb_of_rows'], 3);
    });

    test('keeps original votes, scores and notes working, there and back again', async () => {
      const { owner } = server();
      for (const variantCount of [2, 3]) {
        const made = await makeFilled(owner, { variantCount, rows: numberedRows(2) });
        const [first = '', second = ''] = await scenarioIdsOf(owner, made.evaluation_id);
        const note = async (of: MadeEvaluation, text: string) =>
          owner.updateEvaluationScenario({
            parameters: { ...of, scenario_id: first },
            body: { note: text },
          });
        const noted = async () =>
          (await owner.listEvaluationScenarios({ parameters: made }))[0]?.note;
        await note(made, 'compared');
        await sendVote(owner, made, { scenario_id: second, vote: '1' });
        await sendVote(owner, made, { scenario_id: second, vote: '' });

        const scoring = await change(owner, made, SCORING);
        assert.equal(await noted(), 'compared');
        await note(scoring, 'scored');
        const scores = made.variants.map(({ id }) => ({ variant_id: id, score: 3 }));
        await sendVote(owner, scoring, { scenario_id: second, scores });
        const results = await owner.fetchResults({ parameters: made });
        assert.deepEqual(results.results_data, { '3': variantCount });
        const none = scores.map(({ variant_id }) => ({ variant_id, score: '' }));
        await sendVote(owner, scoring, { scenario_id: second, scores: none });

        const comparison = await change(owner, made, COMPARISON);
        assert.equal(await noted(), 'scored');
        await note(comparison, 'compared again');
        assert.equal(await noted(), 'compared again');
        const winner = made.variants[1]?.id ?? '';
        await sendVote(owner, comparison, { scenario_id: second, vote: winner });
        const [, voted] = await owner.listEvaluationScenarios({ parameters: made });
        assert.equal(voted?.vote, winner);
        const { votes_data, progress } = await owner.fetchResults({ parameters: made });
        assert.equal(progress?.scenarios_judged, 1);
        // A vote on three variants is about the whole scenario: its pairs are still to be judged.
        assert.equal(progress?.judgements_have, variantCount === 2 ? 1 : 0);
        assert.deepEqual(votes_data?.['variants_votes_data'], {
          ...votes_data?.['variants_votes_data'],
          [winner]: { number_of_votes: 1, percentage: 50 },
        });
      }
    });

    test('makes tasks of the new type wait for outputs', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(2) });
      const scoring = await change(owner, made, SCORING);
      assert.deepEqual(await takeTasks(owner, made, 5), []);
      await fillOutputs(owner, scoring);
      assert.equal((await takeTasks(owner, made, 5)).length, 4);
    });

    test('409 already_judged, 403 and 412 for a type as for any other setting', async () => {
      const { owner } = server();
      const made = await makeFilled(owner);
      const parameters = { evaluation_id: made.evaluation_id };
      const body = { evaluation_type: SCORING } as const;
      const { client } = await makeMember(server(), ['evaluator']);
      expectProblem(await changeSettings(client, made, body), 'forbidden');
      const stale = await owner.reply.updateEvaluationSettings({
        parameters,
        body,
        ifMatch: '"x"',
      });
      expectProblem(stale, 'revision_conflict');
      const [scenario_id] = await scenarioIdsOf(owner, made.evaluation_id);
      await sendVote(owner, made, { scenario_id, vote: '1' });
      expectProblem(await changeSettings(owner, made, body), 'already_judged');
      assert.equal(
        (await changeSettings(owner, made, { evaluation_type: COMPARISON })).status,
        200,
      );
    });

    test('422 to compare one variant, and to score with criteria that compare', async () => {
      const { owner } = server();
      const type = 'value_error';
      const loc = ['body', 'evaluation_type'];
      const single = await makeHumanEvaluation(owner, { type: SCORING });
      const compared = await changeSettings(owner, single, { evaluation_type: COMPARISON });
      expectInvalid(compared, { loc, type });

      const made = await makeHumanEvaluation(owner, { settings: { criteria: [COMPARED] } });
      const body = { evaluation_type: SCORING } as const;
      expectInvalid(await changeSettings(owner, made, body), { loc, type });
      const criteria = [{ ...COMPARED, about: 'output' as const }];
      const reply = await changeSettings(owner, made, { ...body, criteria });
      assert.equal(reply.status, 200, JSON.stringify(reply.body));
      assert.equal(reply.body.criteria[0]?.about, 'output');
      expectInvalid(
        await changeSettings(owner, made, { criteria: [{ ...COMPARED, about: 'comparison' }] }),
        { loc: ['body', 'criteria', 0, 'about'], type },
      );
    });

    test('never accepts both a vote and a change of the type', async () => {
      const { owner } = server();
      let changes = 0;
      for (let race = 0; race < RACES; race += 1) {
        const made = await makeFilled(owner);
        const [scenario_id = ''] = await scenarioIdsOf(owner, made.evaluation_id);
        const [changed, voted] = await Promise.all([
          owner.reply.updateEvaluationSettings({
            parameters: { evaluation_id: made.evaluation_id },
            body: { evaluation_type: SCORING },
            ifMatch: '*',
          }),
          voteLater(owner, { ...made, scenario_id }, race),
        ]);
        const { votes_data } = await owner.fetchResults({ parameters: made });
        if (changed.status === 200) {
          changes += 1;
          expectProblem(voted, 'scenario_not_found');
          assert.equal(votes_data, undefined);
        } else {
          expectProblem(changed, 'already_judged');
          assert.equal(voted.status, 204);
          assert.equal(votes_data?.positive_votes?.number_of_votes, 1);
        }
      }
      assert.ok(changes > 0, 'votes always came first, so nothing was tested');
    });
  });
});

async function makeFilled(client: Client, wish: EvaluationWish = {}): Promise<MadeEvaluation> {
  const made = await makeHumanEvaluation(client, wish);
  await fillOutputs(client, made);
  return made;
}

async function change(
  client: Client,
  made: MadeEvaluation,
  evaluation_type: MadeEvaluation['evaluation_type'],
): Promise<MadeEvaluation> {
  const reply = await changeSettings(client, made, { evaluation_type });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return { ...made, evaluation_type };
}

/** Judges until nothing is left; returns the outputs that were shown. */
async function judgeAll(
  client: Client,
  made: MadeEvaluation,
  body: { outcome: 'tie' } | { score: number },
): Promise<string[]> {
  const outputs: string[] = [];
  for (;;) {
    const [task] = await takeTasks(client, made);
    if (task === undefined) return outputs;
    outputs.push(...task.slots.map(({ output }) => output));
    await client.submitJudgement({ parameters: { assignment_id: task.id }, body });
  }
}

/** Sends this many other requests first, to meet the change at different moments. */
async function voteLater(
  client: Client,
  parameters: Parameters<Client['updateEvaluationScenario']>[0]['parameters'],
  requests: number,
): ReturnType<Client['reply']['updateEvaluationScenario']> {
  for (let request = 0; request < requests; request += 1) {
    await client.fetchEvaluationSettings({ parameters });
  }
  return client.reply.updateEvaluationScenario({ parameters, body: { vote: '1' } });
}
