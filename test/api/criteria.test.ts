import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Criterion } from '../../src/contract/evaluations/evaluation-settings.ts';
import { makeForeigner, makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { makeHumanEvaluation } from '../support/evaluations.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { wrong } from '../support/requests.ts';
import { unknownIds } from '../support/unknown-ids.ts';

const SCORING = { type: 'single_model_test' } as const;

onEachEngine((server) => {
  describe('fetchCriteria', () => {
    test('200 returns the criteria that were sent with the evaluation', async () => {
      const { owner } = server();
      const parameters = await makeHumanEvaluation(owner, {
        settings: { criteria: [{ name: ' correct ', scale: { kind: 'binary' } }] },
      });
      const reply = await owner.reply.fetchCriteria({ parameters });
      assert.deepEqual(reply.body, [
        {
          name: 'correct',
          question: '',
          scale: { kind: 'binary' },
          required: true,
          about: 'output',
        },
      ]);
      const ifNoneMatch = reply.headers.get('etag') ?? '';
      assert.equal((await owner.reply.fetchCriteria({ parameters, ifNoneMatch })).status, 304);
    });

    test('404 for an evaluation that the caller cannot see', async () => {
      const foreign = await makeHumanEvaluation((await makeForeigner(server())).client);
      for (const evaluation_id of [...unknownIds(), foreign.evaluation_id]) {
        const reply = await server().owner.reply.fetchCriteria({ parameters: { evaluation_id } });
        expectProblem(reply, 'evaluation_not_found');
      }
    });
  });

  describe('replaceCriteria', () => {
    test('200 replaces all criteria, with every kind of scale', async () => {
      const { owner } = server();
      const parameters = await makeHumanEvaluation(owner);
      const body: Criterion[] = [
        { name: 'correct', scale: { kind: 'binary' } },
        {
          name: 'fluent',
          question: 'How well does it read?',
          scale: { kind: 'likert', labels: ['badly', 'well', 'very well'] },
          required: false,
        },
        { name: 'length', scale: { kind: 'numeric', min: 0, max: 1, step: 0.1 } },
        { name: 'tone', scale: { kind: 'choice', options: ['warm', 'cold'] } },
        { name: 'why', scale: { kind: 'text' }, about: 'comparison' },
      ];
      const reply = await owner.reply.replaceCriteria({ parameters, body });
      assert.equal(reply.status, 200, JSON.stringify(reply.body));
      const full = body.map((criterion) => ({
        question: '',
        required: true,
        about: 'output',
        ...criterion,
      }));
      assert.deepEqual(reply.body, full);
      const fetched = await owner.reply.fetchCriteria({ parameters });
      assert.deepEqual(fetched.body, full);
      assert.equal(fetched.headers.get('etag'), reply.headers.get('etag'));
      const settings = await owner.fetchEvaluationSettings({ parameters });
      assert.deepEqual(settings.criteria, full);
      await owner.replaceCriteria({ parameters, body: [] });
      assert.deepEqual(await owner.fetchCriteria({ parameters }), []);
    });

    test('409 already_judged after a judgement, unless the criteria stay the same', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner);
      const { evaluation_id, evaluation_type } = made;
      const body = [{ name: 'correct', scale: { kind: 'binary' as const } }];
      await owner.replaceCriteria({ parameters: made, body });
      const [scenario] = await owner.listEvaluationScenarios({ parameters: made });
      await owner.updateEvaluationScenario({
        parameters: { evaluation_id, evaluation_type, scenario_id: scenario?.id ?? '' },
        body: { vote: '1' },
      });
      assert.equal((await owner.reply.replaceCriteria({ parameters: made, body })).status, 200);
      const reply = await owner.reply.replaceCriteria({ parameters: made, body: [] });
      expectProblem(reply, 'already_judged');
    });

    test('409 evaluation_closed for a closed evaluation', async () => {
      const { owner } = server();
      const parameters = await makeHumanEvaluation(owner);
      await owner.closeHumanEvaluation({ parameters });
      const body = [{ name: 'late', scale: { kind: 'text' as const } }];
      expectProblem(await owner.reply.replaceCriteria({ parameters, body }), 'evaluation_closed');
    });

    test('412 for criteria that have changed meanwhile', async () => {
      const { owner } = server();
      const parameters = await makeHumanEvaluation(owner);
      const old = await owner.reply.fetchCriteria({ parameters });
      const ifMatch = old.headers.get('etag') ?? '';
      const body = [{ name: 'theirs', scale: { kind: 'text' as const } }];
      const first = await owner.reply.replaceCriteria({ parameters, body, ifMatch });
      assert.equal(first.status, 200);
      const second = await owner.reply.replaceCriteria({ parameters, body: [], ifMatch });
      expectProblem(second, 'revision_conflict');
      assert.equal((await owner.fetchCriteria({ parameters })).length, 1);
    });

    test('403 for evaluators, 404 for members of other workspaces', async () => {
      const { client } = await makeMember(server(), ['evaluator']);
      const parameters = await makeHumanEvaluation(server().owner);
      expectProblem(await client.reply.replaceCriteria({ parameters, body: [] }), 'forbidden');
      const foreigner = await makeForeigner(server());
      expectProblem(
        await foreigner.client.reply.replaceCriteria({ parameters, body: [] }),
        'evaluation_not_found',
      );
    });

    test('422 names each fault at its place, in order', async () => {
      const { owner } = server();
      const parameters = await makeHumanEvaluation(owner);
      const body = wrong([
        { name: 'A', scale: { kind: 'likert' } },
        { name: 'a', scale: { kind: 'choice', options: ['only one'] } },
        { name: 'b', scale: { kind: 'numeric', max: 1 } },
        { name: 'c', scale: { kind: 'numeric', min: 1, max: 1 } },
        { name: '', scale: { kind: 'stars' } },
        { name: 'd', scale: { kind: 'numeric', min: 0, max: 1, step: 2 } },
        { name: 'e', scale: { kind: 'choice', options: ['x', 'x'] }, about: 'nothing' },
      ]);
      expectInvalid(
        await owner.reply.replaceCriteria({ parameters, body }),
        { loc: ['body', 0, 'scale', 'labels'], type: 'missing' },
        { loc: ['body', 1], type: 'value_error' },
        { loc: ['body', 1, 'scale', 'options'], type: 'too_short' },
        { loc: ['body', 2, 'scale', 'min'], type: 'missing' },
        { loc: ['body', 3, 'scale', 'min'], type: 'value_error' },
        { loc: ['body', 4, 'name'], type: 'string_too_short' },
        { loc: ['body', 4, 'scale', 'kind'], type: 'enum' },
        { loc: ['body', 5, 'scale', 'step'], type: 'value_error' },
        { loc: ['body', 6, 'scale', 'options', 1], type: 'value_error' },
        { loc: ['body', 6, 'about'], type: 'enum' },
      );
    });

    test('422 for a criterion about the comparison of scored outputs, also at creation', async () => {
      const { owner } = server();
      const parameters = await makeHumanEvaluation(owner, SCORING);
      const criteria = [
        { name: 'good', scale: { kind: 'binary' as const } },
        { name: 'better', scale: { kind: 'binary' as const }, about: 'comparison' as const },
      ];
      const type = 'value_error';
      expectInvalid(await owner.reply.replaceCriteria({ parameters, body: criteria }), {
        loc: ['body', 1, 'about'],
        type,
      });
      const reply = await owner.reply.createHumanEvaluation({
        body: {
          app_id: parameters.evaluation_id,
          variant_ids: [parameters.evaluation_id],
          evaluation_type: SCORING.type,
          inputs: [],
          testset_id: parameters.evaluation_id,
          status: 'EVALUATION_INITIALIZED',
          settings: { criteria },
        },
      });
      expectInvalid(reply, { loc: ['body', 'settings', 'criteria', 1, 'about'], type });
    });
  });
});
