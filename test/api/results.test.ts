import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { makeHumanEvaluation } from '../support/evaluations.ts';
import { expectProblem } from '../support/expect.ts';
import { rowsOf } from '../support/rows-of.ts';
import { TIMESTAMP, unknownIds } from '../support/unknown-ids.ts';
import { scenarioIdsOf, sendVote } from '../support/votes.ts';

onEachEngine((server) => {
  const resultsOf = (evaluation_id: string, client = server().owner) =>
    client.fetchResults({ parameters: { evaluation_id } });

  describe('fetchResults', () => {
    test('200 counts each unjudged scenario as an empty vote', async () => {
      const rows = rowsOf(4);
      const { evaluation_id, variants } = await makeHumanEvaluation(server().owner, { rows });
      const body = await resultsOf(evaluation_id);
      assert.deepEqual(Object.keys(body), ['votes_data', 'statistics', 'progress']);
      assert.deepEqual(body.votes_data, {
        variants: variants.map(({ id }) => id),
        variant_names: variants.map(({ name }) => name),
        nb_of_rows: 4,
        positive_votes: { number_of_votes: 0, percentage: 0 },
        flag_votes: { number_of_votes: 0, percentage: 0 },
        variants_votes_data: { '': { number_of_votes: 4, percentage: 100 } },
      });
    });

    test('200 has only the counts if statistics are not requested', async () => {
      const made = await makeHumanEvaluation(server().owner);
      const [scenario_id] = await scenarioIdsOf(server().owner, made.evaluation_id);
      await sendVote(server().owner, made, { scenario_id, vote: '1' });
      const { statistics, ...whole } = await resultsOf(made.evaluation_id);
      const counts = await server().owner.fetchResults({
        parameters: { evaluation_id: made.evaluation_id },
        query: { statistics: false },
      });
      assert.ok(Object.keys(statistics).length > 0);
      assert.deepEqual(counts, { ...whole, statistics: {} });
    });

    test('counts the latest votes of all annotators', async () => {
      const made = await makeHumanEvaluation(server().owner, { rows: rowsOf(3) });
      const [first = '', second = ''] = made.variants.map(({ id }) => id);
      const [one, two] = await scenarioIdsOf(server().owner, made.evaluation_id);
      const { client } = await makeMember(server(), ['editor']);
      await sendVote(server().owner, made, { scenario_id: one, vote: first });
      await sendVote(client, made, { scenario_id: one, vote: '1' });
      await sendVote(server().owner, made, { scenario_id: two, vote: first });
      await sendVote(server().owner, made, { scenario_id: two, vote: second });
      await sendVote(client, made, { scenario_id: two, vote: '0' });
      const { votes_data } = await resultsOf(made.evaluation_id);
      assert.deepEqual(votes_data?.positive_votes, { number_of_votes: 1, percentage: 20 });
      assert.deepEqual(votes_data?.flag_votes, { number_of_votes: 1, percentage: 20 });
      assert.deepEqual(votes_data?.variants_votes_data, {
        '': { number_of_votes: 1, percentage: 20 },
        '0': { number_of_votes: 1, percentage: 20 },
        '1': { number_of_votes: 1, percentage: 20 },
        [first]: { number_of_votes: 1, percentage: 20 },
        [second]: { number_of_votes: 1, percentage: 20 },
      });
    });

    test('does not count a withdrawn vote', async () => {
      const made = await makeHumanEvaluation(server().owner);
      const [scenario_id] = await scenarioIdsOf(server().owner, made.evaluation_id);
      const before = await resultsOf(made.evaluation_id);
      await sendVote(server().owner, made, { scenario_id, vote: '1' });
      await sendVote(server().owner, made, { scenario_id, vote: '' });
      const after = await resultsOf(made.evaluation_id);
      assert.deepEqual(after.votes_data, before.votes_data);
    });

    test('rounds percentages as the original does', async () => {
      const made = await makeHumanEvaluation(server().owner, { rows: rowsOf(32) });
      const [scenario_id] = await scenarioIdsOf(server().owner, made.evaluation_id);
      await sendVote(server().owner, made, { scenario_id, vote: '1' });
      const { votes_data } = await resultsOf(made.evaluation_id);
      assert.deepEqual(votes_data?.positive_votes, { number_of_votes: 1, percentage: 3.12 });
      assert.deepEqual(votes_data?.variants_votes_data?.[''], {
        number_of_votes: 31,
        percentage: 96.88,
      });
    });

    test('counts votes on scenarios of three variants as a whole', async () => {
      const made = await makeHumanEvaluation(server().owner, { variantCount: 3, rows: rowsOf(2) });
      const [scenario_id] = await scenarioIdsOf(server().owner, made.evaluation_id);
      const third = made.variants[2]?.id ?? '';
      await sendVote(server().owner, made, { scenario_id, vote: third });
      const { votes_data, progress } = await resultsOf(made.evaluation_id);
      assert.deepEqual(votes_data?.variants_votes_data, {
        '': { number_of_votes: 1, percentage: 50 },
        [third]: { number_of_votes: 1, percentage: 50 },
      });
      assert.equal(progress?.tasks, 6);
      assert.equal(progress?.judgements, 1);
      assert.equal(progress?.scenarios_judged, 1);
    });

    test('counts scores by their shortest texts, and leaves out unscored scenarios', async () => {
      const wish = { type: 'single_model_test', rows: rowsOf(3) } as const;
      const made = await makeHumanEvaluation(server().owner, wish);
      const [one, two] = await scenarioIdsOf(server().owner, made.evaluation_id);
      const { client } = await makeMember(server(), ['editor']);
      await sendVote(server().owner, made, { scenario_id: one, score: 7.5 });
      await sendVote(client, made, { scenario_id: one, score: '7.50' });
      await sendVote(server().owner, made, { scenario_id: two, score: '5.0' });
      const body = await resultsOf(made.evaluation_id);
      assert.deepEqual(Object.keys(body), ['results_data', 'statistics', 'progress']);
      assert.deepEqual(body.results_data, { '5': 1, '7.5': 2 });
    });

    test('counts the scores of every variant', async () => {
      const wish = { type: 'single_model_test', variantCount: 2 } as const;
      const made = await makeHumanEvaluation(server().owner, wish);
      const [scenario_id] = await scenarioIdsOf(server().owner, made.evaluation_id);
      const scores = made.variants.map(({ id }, index) => ({ variant_id: id, score: index * 4 }));
      await sendVote(server().owner, made, { scenario_id, scores });
      assert.deepEqual((await resultsOf(made.evaluation_id)).results_data, { '0': 1, '4': 1 });
    });

    test('is empty without scenarios', async () => {
      const compared = await makeHumanEvaluation(server().owner, { rows: [] });
      assert.deepEqual((await resultsOf(compared.evaluation_id)).votes_data, {});
      const wish = { type: 'single_model_test', rows: [] } as const;
      const scored = await makeHumanEvaluation(server().owner, wish);
      assert.deepEqual((await resultsOf(scored.evaluation_id)).results_data, {});
    });

    test('shows the progress, and to editors that of each annotator', async () => {
      const settings = { judgements_per_task: 2 };
      const made = await makeHumanEvaluation(server().owner, { rows: rowsOf(3), settings });
      const [one, two] = await scenarioIdsOf(server().owner, made.evaluation_id);
      const people = [
        await makeMember(server(), ['editor']),
        await makeMember(server(), ['owner']),
      ];
      for (const client of [server().owner, ...people.map((person) => person.client)]) {
        await sendVote(client, made, { scenario_id: one, vote: '1' });
      }
      await sendVote(server().owner, made, { scenario_id: two, vote: '0' });
      const { annotators, ...counts } = (await resultsOf(made.evaluation_id)).progress ?? {};
      assert.deepEqual(counts, {
        scenarios: 3,
        scenarios_judged: 1,
        tasks: 3,
        tasks_ready: 0,
        judgements_wanted: 6,
        judgements_have: 3,
        judgements: 4,
        judgements_with_names: 4,
      });
      const { id, username } = await server().owner.fetchProfile();
      const [lead, ...others] = annotators ?? [];
      assert.match(lead?.last_active_at ?? '', TIMESTAMP);
      assert.deepEqual(
        { ...lead, last_active_at: '' },
        {
          id,
          name: username,
          kind: 'member',
          judged: 2,
          skipped: 0,
          flagged: 0,
          time_taken_ms: 0,
          last_active_at: '',
        },
      );
      assert.deepEqual(
        others.map((annotator) => [annotator.id, annotator.name, annotator.judged]),
        people.map(({ userId, email }) => [userId, email, 1]),
      );
    });

    test('shows only counts to members who may not edit', async () => {
      const { evaluation_id } = await makeHumanEvaluation(server().owner);
      const { client } = await makeMember(server(), ['viewer']);
      const { progress } = await resultsOf(evaluation_id, client);
      assert.equal(progress?.scenarios, 1);
      assert.equal(progress?.annotators, null);
    });

    test('G23: shows no totals to blind annotators until the evaluation is closed', async () => {
      const { client } = await makeMember(server(), ['evaluator']);
      for (const [type, counts] of [
        ['human_a_b_testing', 'votes_data'],
        ['single_model_test', 'results_data'],
      ] as const) {
        const { evaluation_id } = await makeHumanEvaluation(server().owner, { type });
        const parameters = { evaluation_id };
        assert.deepEqual(await client.fetchResults({ parameters }), {
          [counts]: {},
          statistics: {},
          progress: null,
        });
        await server().owner.closeHumanEvaluation({ parameters });
        const { progress, ...shown } = await client.fetchResults({ parameters });
        assert.deepEqual(shown[counts], (await resultsOf(evaluation_id))[counts]);
        assert.equal(progress?.scenarios, 1);
      }
    });

    test('shows totals to annotators of an evaluation that is not blind', async () => {
      const { client } = await makeMember(server(), ['evaluator']);
      const settings = { blind: false };
      const { evaluation_id } = await makeHumanEvaluation(server().owner, { settings });
      assert.equal((await resultsOf(evaluation_id, client)).votes_data?.nb_of_rows, 1);
    });

    test('404 evaluation_not_found', async () => {
      for (const evaluation_id of unknownIds()) {
        const reply = await server().owner.reply.fetchResults({ parameters: { evaluation_id } });
        expectProblem(reply, 'evaluation_not_found');
      }
    });
  });
});
