import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeForeigner, makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { type MadeEvaluation, makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { unknownIds } from '../support/unknown-ids.ts';
import { scenarioIdsOf, sendVote } from '../support/votes.ts';

onEachEngine((server) => {
  const fetchEvaluation = (made: MadeEvaluation) =>
    server().owner.fetchHumanEvaluation({ parameters: made });

  describe('closeHumanEvaluation', () => {
    test('200 finishes and locks the evaluation: nothing can be written any more', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(2) });
      await fillOutputs(owner, made);
      const [scenario_id = ''] = await scenarioIdsOf(owner, made.evaluation_id);
      const taken = await owner.takeAssignments({ parameters: made });
      const { status, headers, body } = await owner.reply.closeHumanEvaluation({
        parameters: made,
      });
      assert.equal(status, 200);
      assert.equal(body.status, 'EVALUATION_FINISHED');
      const fetched = await owner.reply.fetchHumanEvaluation({ parameters: made });
      assert.deepEqual(fetched.body, body);
      assert.equal(fetched.headers.get('etag'), headers.get('etag'));
      const parameters = { ...made, scenario_id };
      for (const change of [
        { vote: '1' },
        { note: 'late' },
        { outputs: [] },
        { inputs: [] },
        { correct_answer: 'late' },
        { is_pinned: true },
      ]) {
        const reply = await owner.reply.updateEvaluationScenario({ parameters, body: change });
        expectProblem(reply, 'evaluation_closed');
      }
      const [assignment] = taken.assignments;
      const judged = await owner.reply.submitJudgement({
        parameters: { assignment_id: assignment?.id ?? '' },
        body: { outcome: 'tie' },
      });
      expectProblem(judged, 'evaluation_closed');
    });

    test('changes nothing when repeated', async () => {
      const made = await makeHumanEvaluation(server().owner);
      const first = await server().owner.closeHumanEvaluation({ parameters: made });
      assert.deepEqual(await server().owner.closeHumanEvaluation({ parameters: made }), first);
    });

    test('409 for a failed evaluation, with the allowed statuses', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner);
      const body = { status: 'EVALUATION_FAILED' } as const;
      await owner.updateHumanEvaluation({ parameters: made, body });
      const reply = await owner.reply.closeHumanEvaluation({ parameters: made });
      const problem = expectProblem(reply, 'invalid_transition');
      assert.equal(problem['current'], 'EVALUATION_FAILED');
      assert.deepEqual(problem['allowed'], ['EVALUATION_INITIALIZED', 'EVALUATION_STARTED']);
      assert.equal((await fetchEvaluation(made)).status, 'EVALUATION_FAILED');
    });

    test('stores exactly those of simultaneous votes that were acknowledged', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(12) });
      const ids = await scenarioIdsOf(owner, made.evaluation_id);
      const votes = ids.map((scenario_id) =>
        owner.reply.updateEvaluationScenario({
          parameters: { ...made, scenario_id },
          body: { vote: '1' },
        }),
      );
      const closed = owner.closeHumanEvaluation({ parameters: made });
      const replies = await Promise.all(votes);
      await closed;
      for (const reply of replies) {
        if (reply.status !== 204) expectProblem(reply, 'evaluation_closed');
      }
      const scenarios = await owner.listEvaluationScenarios({ parameters: made });
      assert.deepEqual(
        scenarios.map(({ vote }) => vote === '1'),
        replies.map(({ status }) => status === 204),
      );
    });

    test('403 for evaluators and 404 for unknown evaluations', async () => {
      const made = await makeHumanEvaluation(server().owner);
      const { client } = await makeMember(server(), ['evaluator']);
      const refused = await client.reply.closeHumanEvaluation({ parameters: made });
      assert.equal(expectProblem(refused, 'forbidden')['permission'], 'edit_evaluation');
      for (const evaluation_id of unknownIds()) {
        const reply = await server().owner.reply.closeHumanEvaluation({
          parameters: { evaluation_id },
        });
        expectProblem(reply, 'evaluation_not_found');
      }
    });
  });

  describe('reopenHumanEvaluation', () => {
    test('200 unlocks the evaluation, whose status follows from its content', async () => {
      const { owner } = server();
      const contents = {
        EVALUATION_INITIALIZED: async () => undefined,
        EVALUATION_STARTED: (made: MadeEvaluation) => fillOutputs(owner, made),
        EVALUATION_FINISHED: async (made: MadeEvaluation) => {
          for (const scenario_id of await scenarioIdsOf(owner, made.evaluation_id)) {
            await sendVote(owner, made, { scenario_id, vote: '0' });
          }
        },
      } as const;
      for (const [status, fill] of Object.entries(contents)) {
        const made = await makeHumanEvaluation(owner, { rows: numberedRows(2) });
        await fill(made);
        await owner.closeHumanEvaluation({ parameters: made });
        const reply = await owner.reply.reopenHumanEvaluation({ parameters: made });
        assert.equal(reply.status, 200);
        assert.equal(reply.body.status, status);
        assert.deepEqual(await fetchEvaluation(made), reply.body);
        const [scenario_id] = await scenarioIdsOf(owner, made.evaluation_id);
        await sendVote(owner, made, { scenario_id, vote: '1' });
      }
    });

    test('never calls an evaluation without scenarios complete', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, { rows: [] });
      await owner.closeHumanEvaluation({ parameters: made });
      const { status } = await owner.reopenHumanEvaluation({ parameters: made });
      assert.equal(status, 'EVALUATION_INITIALIZED');
    });

    test('changes nothing in an open evaluation', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner);
      const body = { status: 'EVALUATION_FINISHED_WITH_ERRORS' } as const;
      await owner.updateHumanEvaluation({ parameters: made, body });
      const before = await fetchEvaluation(made);
      assert.deepEqual(await owner.reopenHumanEvaluation({ parameters: made }), before);
    });

    test('403 for evaluators and 404 for unknown evaluations', async () => {
      const made = await makeHumanEvaluation(server().owner);
      const { client } = await makeMember(server(), ['evaluator']);
      const refused = await client.reply.reopenHumanEvaluation({ parameters: made });
      assert.equal(expectProblem(refused, 'forbidden')['permission'], 'edit_evaluation');
      for (const evaluation_id of unknownIds()) {
        const reply = await server().owner.reply.reopenHumanEvaluation({
          parameters: { evaluation_id },
        });
        expectProblem(reply, 'evaluation_not_found');
      }
    });
  });

  describe('deleteHumanEvaluations', () => {
    test('204 deletes each named evaluation once, with everything in it', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, { type: 'single_model_test' });
      await fillOutputs(owner, made);
      const [scenario_id = ''] = await scenarioIdsOf(owner, made.evaluation_id);
      const { assignments } = await owner.takeAssignments({ parameters: made });
      await sendVote(owner, made, { scenario_id, score: 5 });
      const other = await makeHumanEvaluation(owner);
      const id = made.evaluation_id;
      const reply = await owner.reply.deleteHumanEvaluations({
        body: { evaluations_ids: [id, id.toUpperCase(), id] },
      });
      assert.equal(reply.status, 204);
      const gone = await owner.reply.fetchHumanEvaluation({ parameters: made });
      expectProblem(gone, 'evaluation_not_found');
      const scenarios = await owner.reply.listEvaluationScenarios({ parameters: made });
      expectProblem(scenarios, 'evaluation_not_found');
      const score = await owner.reply.fetchScenarioScore({ parameters: { scenario_id } });
      expectProblem(score, 'scenario_not_found');
      const parameters = { assignment_id: assignments[0]?.id ?? '' };
      expectProblem(await owner.reply.fetchAssignment({ parameters }), 'assignment_not_found');
      assert.deepEqual(await owner.listHumanEvaluations({ query: { app_id: made.app_id } }), []);
      await owner.fetchHumanEvaluation({ parameters: other });
    });

    test('frees the variants and the test set', async () => {
      const { owner } = server();
      const { evaluation_id, testset_id, variants } = await makeHumanEvaluation(owner);
      await owner.deleteHumanEvaluations({ body: { evaluations_ids: [evaluation_id] } });
      await owner.deleteTestsets({ body: { testset_ids: [testset_id] } });
      for (const { id } of variants) await owner.deleteVariant({ parameters: { variant_id: id } });
    });

    test('204 for an empty list, whatever the role', async () => {
      const { client } = await makeMember(server(), ['viewer']);
      const reply = await client.reply.deleteHumanEvaluations({ body: { evaluations_ids: [] } });
      assert.equal(reply.status, 204);
    });

    test('404 names the first unknown id, and nothing is deleted', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner);
      const foreign = await makeHumanEvaluation((await makeForeigner(server())).client);
      for (const id of [...unknownIds(), foreign.evaluation_id]) {
        const body = { evaluations_ids: [made.evaluation_id, id, 'nonsense'] };
        const reply = await owner.reply.deleteHumanEvaluations({ body });
        const problem = expectProblem(reply, 'evaluation_not_found');
        assert.equal(problem['field'], 'evaluations_ids[1]');
      }
      await fetchEvaluation(made);
    });

    test('403 for editors, and nothing is deleted', async () => {
      const made = await makeHumanEvaluation(server().owner);
      const { client } = await makeMember(server(), ['editor']);
      const body = { evaluations_ids: [made.evaluation_id] };
      const reply = await client.reply.deleteHumanEvaluations({ body });
      assert.equal(expectProblem(reply, 'forbidden')['permission'], 'delete_evaluation');
      await fetchEvaluation(made);
    });

    test('422 for more than a thousand ids', async () => {
      const evaluations_ids = Array.from({ length: 1_001 }, () => 'x');
      const reply = await server().owner.reply.deleteHumanEvaluations({
        body: { evaluations_ids },
      });
      expectInvalid(reply, { loc: ['body', 'evaluations_ids'], type: 'too_long' });
    });
  });

  describe('deleteApp', () => {
    test('200 deletes the evaluations of the app, even judged ones', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner);
      await fillOutputs(owner, made);
      const [scenario_id = ''] = await scenarioIdsOf(owner, made.evaluation_id);
      await sendVote(owner, made, { scenario_id, vote: '1' });
      await owner.deleteApp({ parameters: made });
      const gone = await owner.reply.fetchHumanEvaluation({ parameters: made });
      expectProblem(gone, 'evaluation_not_found');
    });
  });
});
