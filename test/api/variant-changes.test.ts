import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import { makeBase, makeForeigner, makeMember, makeVariant, unique } from '../support/builders.ts';
import { deploy } from '../support/deployments.ts';
import { onEachEngine } from '../support/engines.ts';
import { makeHumanEvaluation } from '../support/evaluations.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { unknownIds } from '../support/unknown-ids.ts';

onEachEngine((server) => {
  describe('updateVariantParameters', () => {
    test('200 null replaces the whole object and creates the next revision', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner, { parameters: { a: 1, b: { c: 2 } } });
      const reply = await owner.reply.updateVariantParameters({
        parameters: variant,
        body: { parameters: { b: {} }, commit_message: 'less' },
      });
      assert.equal(reply.status, 200);
      assert.equal(reply.body, null);
      assert.equal(
        reply.headers.get('location'),
        `/api/variants/${variant.variant_id}/revisions/2`,
      );
      const fetched = await owner.reply.fetchVariant({ parameters: variant });
      assert.deepEqual(fetched.body, { ...variant, parameters: { b: {} }, revision: 2 });
      assert.equal(fetched.headers.get('etag'), reply.headers.get('etag'));
      const [newest] = await owner.listVariantRevisions({ parameters: variant });
      assert.equal(newest?.commit_message, 'less');
    });

    test('creates no revision for identical parameters, whatever the order of keys', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner, {
        parameters: { a: [1, { x: null, y: '' }], b: 2 },
      });
      const before = await owner.reply.fetchVariant({ parameters: variant });
      const reply = await owner.reply.updateVariantParameters({
        parameters: variant,
        body: {
          parameters: { b: 2.0, a: [1, { y: '', x: null }] },
          commit_message: 'not stored',
        },
      });
      assert.equal(reply.status, 200);
      assert.equal(
        reply.headers.get('location'),
        `/api/variants/${variant.variant_id}/revisions/1`,
      );
      assert.equal(reply.headers.get('etag'), before.headers.get('etag'));
      const after = await owner.reply.fetchVariant({ parameters: variant });
      assert.deepEqual(after.body, before.body);
      assert.equal((await owner.listVariantRevisions({ parameters: variant })).length, 1);
    });

    test('distinguishes values that only look alike', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner, { parameters: { a: 1 } });
      const alike = [{ a: '1' }, { a: [1] }, { a: true }, { a: null }, {}, { a: { 0: 1 } }];
      for (const [index, parameters] of alike.entries()) {
        await owner.updateVariantParameters({ parameters: variant, body: { parameters } });
        const { revision } = await owner.fetchVariant({ parameters: variant });
        assert.equal(revision, index + 2);
      }
    });

    test('numbers simultaneous revisions 1..n without gap or repeat', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner);
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          owner.reply.updateVariantParameters({
            parameters: variant,
            body: { parameters: { index } },
          }),
        ),
      );
      assert.ok(replies.every(({ status }) => status === 200));
      const locations = replies.map(({ headers }) => headers.get('location'));
      assert.equal(new Set(locations).size, 20);
      const revisions = await owner.listVariantRevisions({ parameters: variant });
      assert.deepEqual(
        revisions.map(({ revision }) => revision),
        Array.from({ length: 21 }, (_, index) => 21 - index),
      );
    });

    test('writes if If-Match is the tag, the tag as proxies change it, a list with it, or *', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner);
      const forms = [
        (tag: string) => tag,
        (tag: string) => `"other", ${tag} ,W/"x"`,
        // As compressing proxies change it.
        (tag: string) => `W/${tag}`,
        (tag: string) => tag.replace(/"$/, '-zstd"'),
        (tag: string) => tag.replace(/"$/, '-gzip"'),
        () => '*',
        () => ' * ',
      ];
      for (const [index, form] of forms.entries()) {
        const ifMatch = form(await etagOf(owner, variant.variant_id));
        const reply = await owner.reply.updateVariantParameters({
          parameters: variant,
          ifMatch,
          body: { parameters: { index } },
        });
        assert.equal(reply.status, 200, ifMatch);
      }
      assert.equal((await owner.fetchVariant({ parameters: variant })).revision, 8);
    });

    test('412 returns the current ETag and revision when If-Match does not match', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner);
      const stale = await etagOf(owner, variant.variant_id);
      await owner.updateVariantParameters({ parameters: variant, body: { parameters: { a: 1 } } });
      const current = await etagOf(owner, variant.variant_id);
      for (const ifMatch of [stale, `W/${stale}`, current.replaceAll('"', ''), '"x", "y"', '']) {
        const reply = await owner.reply.updateVariantParameters({
          parameters: variant,
          ifMatch,
          body: { parameters: { a: 2 } },
        });
        assert.equal(expectProblem(reply, 'revision_conflict')['current_revision'], 2, ifMatch);
        assert.equal(reply.headers.get('etag'), current);
      }
      const unchanged = await owner.fetchVariant({ parameters: variant });
      assert.deepEqual(unchanged.parameters, { a: 1 });
    });

    test('412 for a stale tag even if the parameters are identical', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner, { parameters: { a: 1 } });
      const reply = await owner.reply.updateVariantParameters({
        parameters: variant,
        ifMatch: '"other"',
        body: { parameters: { a: 1 } },
      });
      expectProblem(reply, 'revision_conflict');
    });

    test('accepts exactly one of simultaneous writes with the same tag', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner);
      const ifMatch = await etagOf(owner, variant.variant_id);
      const replies = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          owner.reply.updateVariantParameters({
            parameters: variant,
            ifMatch,
            body: { parameters: { index } },
          }),
        ),
      );
      assert.equal(replies.filter(({ status }) => status === 200).length, 1);
      for (const reply of replies.filter(({ status }) => status !== 200)) {
        expectProblem(reply, 'revision_conflict');
      }
      assert.equal((await owner.fetchVariant({ parameters: variant })).revision, 2);
    });

    test('404 for a variant that the caller cannot see', async () => {
      const foreign = await makeVariant((await makeForeigner(server())).client);
      for (const variant_id of [...unknownIds(), foreign.variant_id]) {
        const reply = await server().owner.reply.updateVariantParameters({
          parameters: { variant_id },
          body: { parameters: {} },
        });
        expectProblem(reply, 'variant_not_found');
      }
    });

    test('422 without parameters; 403 without the permission, before If-Match', async () => {
      const variant = await makeVariant(server().owner);
      const invalid = await server().owner.reply.updateVariantParameters({
        parameters: variant,
        body: JSON.parse('{"parameters":null,"commit_message":null}'),
      });
      expectInvalid(invalid, { loc: ['body', 'parameters'], type: 'dict_type' });
      const viewer = await makeMember(server(), ['viewer']);
      const refused = await viewer.client.reply.updateVariantParameters({
        parameters: variant,
        ifMatch: '"other"',
        body: { parameters: {} },
      });
      const problem = expectProblem(refused, 'forbidden');
      assert.equal(problem['permission'], 'modify_variant_configurations');
    });
  });

  describe('renameVariant', () => {
    test('200 answers with the renamed variant, without a new revision', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner);
      const before = await etagOf(owner, variant.variant_id);
      const variant_name = unique('renamed');
      const config_name = unique('config');
      const reply = await owner.reply.renameVariant({
        parameters: variant,
        body: { variant_name: ` ${variant_name}`, config_name: `${config_name} ` },
      });
      assert.equal(reply.status, 200);
      assert.deepEqual(reply.body, { ...variant, variant_name, config_name });
      assert.notEqual(reply.headers.get('etag'), before);
      assert.equal(reply.headers.get('etag'), await etagOf(owner, variant.variant_id));
    });

    test('keeps the config name of older revisions', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner);
      const config_name = unique('config');
      await owner.renameVariant({ parameters: variant, body: { config_name } });
      await owner.updateVariantParameters({ parameters: variant, body: { parameters: { a: 1 } } });
      const revisions = await owner.listVariantRevisions({ parameters: variant });
      assert.deepEqual(
        revisions.map(({ config }) => config.config_name),
        [config_name, variant.config_name],
      );
    });

    test('changes nothing for {}, nulls or the current names', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner);
      const before = await etagOf(owner, variant.variant_id);
      const { variant_name, config_name } = variant;
      const nulls = JSON.parse('{"variant_name":null,"config_name":null}');
      for (const body of [{}, nulls, { variant_name, config_name }]) {
        const reply = await owner.reply.renameVariant({ parameters: variant, body });
        assert.deepEqual(reply.body, variant);
        assert.equal(reply.headers.get('etag'), before);
      }
    });

    test('409 names the variant that holds the variant name, before the config name', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner);
      const { base_id } = variant;
      const byName = await makeVariant(owner, { base_id });
      const byConfig = await makeVariant(owner, { base_id });
      const both = await owner.reply.renameVariant({
        parameters: variant,
        body: {
          variant_name: byName.variant_name.toUpperCase(),
          config_name: byConfig.config_name,
        },
      });
      const first = expectProblem(both, 'variant_name_taken');
      assert.equal(first['existing_id'], byName.variant_id);
      const config = await owner.reply.renameVariant({
        parameters: variant,
        body: { config_name: byConfig.config_name.toUpperCase() },
      });
      const second = expectProblem(config, 'config_name_taken');
      assert.equal(second['existing_id'], byConfig.variant_id);
      assert.deepEqual(await owner.fetchVariant({ parameters: variant }), variant);
    });

    test('404 for a variant that the caller cannot see', async () => {
      for (const variant_id of unknownIds()) {
        const parameters = { variant_id };
        const reply = await server().owner.reply.renameVariant({ parameters, body: {} });
        expectProblem(reply, 'variant_not_found');
      }
    });

    test('412 when If-Match does not match, and nothing is renamed', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner);
      const reply = await owner.reply.renameVariant({
        parameters: variant,
        ifMatch: '"other"',
        body: { variant_name: unique('v') },
      });
      assert.equal(expectProblem(reply, 'revision_conflict')['current_revision'], 1);
      assert.equal(reply.headers.get('etag'), await etagOf(owner, variant.variant_id));
      assert.deepEqual(await owner.fetchVariant({ parameters: variant }), variant);
    });
  });

  describe('deleteVariant', () => {
    test('200 null deletes its revisions and frees its names; base and app stay', async () => {
      const { owner } = server();
      const { variant, ...base } = await makeBase(owner);
      const reply = await owner.reply.deleteVariant({ parameters: variant });
      assert.equal(reply.status, 200);
      assert.equal(reply.body, null);
      expectProblem(await owner.reply.fetchVariant({ parameters: variant }), 'variant_not_found');
      expectProblem(
        await owner.reply.listVariantRevisions({ parameters: variant }),
        'variant_not_found',
      );
      assert.deepEqual(await owner.fetchBase({ parameters: base }), base);
      await owner.fetchApp({ parameters: base });
      const again = await makeVariant(owner, {
        base_id: base.base_id,
        new_variant_name: variant.variant_name,
        new_config_name: variant.config_name,
      });
      assert.notEqual(again.variant_id, variant.variant_id);
      assert.equal(again.revision, 1);
    });

    test('409 lists the environments that run it, until they run another variant', async () => {
      const { owner } = server();
      const { variant, base_id } = await makeBase(owner);
      await deploy(owner, variant, { environment_name: 'staging' });
      await deploy(owner, variant, { environment_name: 'production' });
      const problem = expectProblem(
        await owner.reply.deleteVariant({ parameters: variant }),
        'in_use',
      );
      assert.deepEqual(problem['used_by'], [
        { kind: 'environment', id: null, name: 'staging' },
        { kind: 'environment', id: null, name: 'production' },
      ]);
      assert.equal(problem['used_by_count'], 2);
      assert.deepEqual(await owner.fetchVariant({ parameters: variant }), variant);

      const other = await makeVariant(owner, { base_id });
      await deploy(owner, other, { environment_name: 'staging' });
      await deploy(owner, other, { environment_name: 'production' });
      assert.equal((await owner.reply.deleteVariant({ parameters: variant })).status, 200);
    });

    test('409 lists the evaluations that use it, twenty at most, and counts them all', async () => {
      const { owner } = server();
      const { app_id, evaluation_id, testset_id, variants } = await makeHumanEvaluation(owner);
      const variant_id = variants[1]?.id ?? '';
      await deploy(owner, { variant_id });
      const uses = [evaluation_id];
      while (uses.length < 21) {
        const { id } = await owner.createHumanEvaluation({
          body: {
            app_id,
            variant_ids: [variant_id],
            evaluation_type: 'single_model_test',
            inputs: [],
            testset_id,
            status: 'EVALUATION_INITIALIZED',
          },
        });
        uses.push(id);
      }
      const refused = await owner.reply.deleteVariant({ parameters: { variant_id } });
      const problem = expectProblem(refused, 'in_use');
      assert.deepEqual(problem['used_by'], [
        { kind: 'environment', id: null, name: 'production' },
        ...uses.slice(0, 19).map((id) => ({ kind: 'evaluation', id, name: null })),
      ]);
      assert.equal(problem['used_by_count'], 22);
    });

    test('404 for a variant that the caller cannot see', async () => {
      const foreigner = await makeForeigner(server());
      const foreign = await makeVariant(foreigner.client);
      for (const variant_id of [...unknownIds(), foreign.variant_id]) {
        const reply = await server().owner.reply.deleteVariant({ parameters: { variant_id } });
        expectProblem(reply, 'variant_not_found');
      }
      await foreigner.client.fetchVariant({ parameters: foreign });
    });

    test('412 when If-Match does not match, even if the variant is in use', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner);
      await deploy(owner, variant);
      const reply = await owner.reply.deleteVariant({ parameters: variant, ifMatch: '"other"' });
      assert.equal(expectProblem(reply, 'revision_conflict')['current_revision'], 1);
    });
  });
});

async function etagOf(client: Client, variant_id: string): Promise<string> {
  const { headers } = await client.reply.fetchVariant({ parameters: { variant_id } });
  return headers.get('etag') ?? '';
}
