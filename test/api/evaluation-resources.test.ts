import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import { makeForeigner, makeMember, makeVariant } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { createFrom, makeEvaluationParts, makeHumanEvaluation } from '../support/evaluations.ts';
import { expectInvalid } from '../support/expect.ts';
import { makeTestset } from '../support/testsets.ts';
import { unknownIds } from '../support/unknown-ids.ts';

type ResourceType = 'variant' | 'testset' | 'evaluator_config';

onEachEngine((server) => {
  describe('listEvaluationsByResource', () => {
    const using = (client: Client, resource_type: ResourceType, ...resource_ids: string[]) =>
      client.listEvaluationsByResource({ query: { resource_type, resource_ids } });

    test('200 lists the ids of the evaluations that use any of the resources, oldest first', async () => {
      const { owner } = server();
      const parts = await makeEvaluationParts(owner);
      const first = (await createFrom(owner, parts)).evaluation_id;
      const second = (await createFrom(owner, parts)).evaluation_id;
      const other = await makeHumanEvaluation(owner);
      const [one = '', two = ''] = parts.variants.map(({ id }) => id);
      const otherVariant = other.variants[0]?.id ?? '';
      assert.deepEqual(await using(owner, 'variant', one), [first, second]);
      assert.deepEqual(await using(owner, 'variant', one, two, otherVariant), [
        first,
        second,
        other.evaluation_id,
      ]);
      assert.deepEqual(await using(owner, 'testset', parts.body.testset_id), [first, second]);
      assert.deepEqual(await using(owner, 'testset', other.testset_id), [other.evaluation_id]);
      await owner.deleteHumanEvaluations({ body: { evaluations_ids: [first] } });
      assert.deepEqual(await using(owner, 'variant', one.toUpperCase()), [second]);
    });

    test('200 [] for ids that are unused, unknown or of another kind, and for no ids', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner);
      const [variant] = made.variants;
      const unused = await makeVariant(owner);
      const { testset_id } = await makeTestset(owner);
      assert.deepEqual(await using(owner, 'variant', unused.variant_id, made.testset_id), []);
      assert.deepEqual(await using(owner, 'testset', testset_id, variant?.id ?? ''), []);
      assert.deepEqual(await using(owner, 'evaluator_config', variant?.id ?? ''), []);
      assert.deepEqual(await using(owner, 'variant', ...unknownIds()), []);
      assert.deepEqual(await using(owner, 'variant'), []);
    });

    test('200 [] for ids of other tenants, and for users without a workspace', async () => {
      const { variants, testset_id } = await makeHumanEvaluation(server().owner);
      const foreigner = await makeForeigner(server());
      const removed = await makeMember(server(), ['viewer']);
      await server().owner.removeMember({
        parameters: { workspace_id: removed.workspaceId },
        query: { org_id: removed.organizationId, email: removed.email },
      });
      for (const client of [foreigner.client, foreigner.browser, removed.browser]) {
        assert.deepEqual(await using(client, 'variant', ...variants.map(({ id }) => id)), []);
        assert.deepEqual(await using(client, 'testset', testset_id), []);
      }
    });

    test('200 hides from annotators which variants a blind evaluation uses', async () => {
      const { owner } = server();
      const { variants, testset_id, evaluation_id } = await makeHumanEvaluation(owner);
      const ids = variants.map(({ id }) => id);
      const { client: evaluator } = await makeMember(server(), ['evaluator']);
      assert.deepEqual(await using(evaluator, 'variant', ...ids), []);
      assert.deepEqual(await using(evaluator, 'testset', testset_id), [evaluation_id]);
      for (const role of ['viewer', 'editor'] as const) {
        const { client } = await makeMember(server(), [role]);
        assert.deepEqual(await using(client, 'variant', ...ids), [evaluation_id]);
      }
      const open = await makeHumanEvaluation(owner, { settings: { blind: false } });
      const openIds = open.variants.map(({ id }) => id);
      assert.deepEqual(await using(evaluator, 'variant', ...ids, ...openIds), [open.evaluation_id]);
      const own = await makeHumanEvaluation(owner);
      await owner.closeHumanEvaluation({ parameters: own });
      const creator = await makeMember(server(), ['evaluator']);
      const theirs = await creator.client.createHumanEvaluation({
        body: {
          app_id: own.app_id,
          variant_ids: own.variants.map(({ id }) => id),
          evaluation_type: own.evaluation_type,
          inputs: [],
          testset_id: own.testset_id,
          status: 'EVALUATION_INITIALIZED',
        },
      });
      const ownIds = own.variants.map(({ id }) => id);
      assert.deepEqual(await using(creator.client, 'variant', ...ownIds), [
        own.evaluation_id,
        theirs.id,
      ]);
      await owner.closeHumanEvaluation({ parameters: { evaluation_id } });
      assert.deepEqual(await using(evaluator, 'variant', ...ids), [evaluation_id]);
    });

    test('422 for an unknown resource type, and without one', async () => {
      const { owner } = server();
      const msg = "Input should be 'variant', 'testset' or 'evaluator_config'";
      const query = JSON.parse('{"resource_type":"base","resource_ids":["x"]}');
      expectInvalid(await owner.reply.listEvaluationsByResource({ query }), {
        loc: ['query', 'resource_type'],
        type: 'enum',
        msg,
      });
      expectInvalid(await owner.reply.listEvaluationsByResource({ query: JSON.parse('{}') }), {
        loc: ['query', 'resource_type'],
        type: 'missing',
        msg: 'Field required',
      });
    });
  });
});
