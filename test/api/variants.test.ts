import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeApp, makeBase, makeForeigner, makeVariant, unique } from '../support/builders.ts';
import { deploy } from '../support/deployments.ts';
import { onEachEngine } from '../support/engines.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { ACCEPTED_NAMES, EQUAL_NAMES, REFUSED_NAMES } from '../support/name-samples.ts';
import { ID, unknownIds } from '../support/unknown-ids.ts';

const VARIANT_KEYS = [
  'app_id',
  'app_name',
  'variant_id',
  'variant_name',
  'parameters',
  'previous_variant_name',
  'user_id',
  'base_name',
  'base_id',
  'config_name',
  'uri',
  'revision',
  'organization_id',
  'workspace_id',
];

onEachEngine((server) => {
  describe('addVariantFromBase', () => {
    test('200 answers with exactly the fourteen fields, an ETag and a Location', async () => {
      const { owner } = server();
      const base = await makeBase(owner, { uri: 'http://host/' });
      const new_variant_name = unique('variant');
      const { status, headers, body } = await owner.reply.addVariantFromBase({
        body: {
          base_id: base.base_id,
          new_variant_name: ` ${new_variant_name}\u3000`,
          new_config_name: '\ttuned ',
          parameters: { temperature: 0.7 },
        },
      });
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(body), VARIANT_KEYS);
      assert.match(body.variant_id, ID);
      assert.deepEqual(body, {
        ...base.variant,
        variant_id: body.variant_id,
        variant_name: new_variant_name,
        config_name: 'tuned',
        parameters: { temperature: 0.7 },
        previous_variant_name: base.variant.variant_name,
      });
      assert.equal(headers.get('location'), `/api/variants/${body.variant_id}`);
      const fetched = await owner.reply.fetchVariant({ parameters: body });
      assert.deepEqual(fetched.body, body);
      assert.equal(fetched.headers.get('etag'), headers.get('etag'));
    });

    test('writes revision 1 with its commit message and touches no environment', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner, { commit_message: 'why' });
      const revisions = await owner.listVariantRevisions({ parameters: variant });
      assert.deepEqual(
        revisions.map(({ revision, commit_message }) => [revision, commit_message]),
        [[1, 'why']],
      );
      for (const environment of await owner.listEnvironments({ parameters: variant })) {
        assert.equal(environment.environment_revision, 0);
      }
    });

    test('remembers the newest other variant of the base by its name at that time', async () => {
      const { owner } = server();
      const base = await makeBase(owner);
      const other = await makeBase(owner, { app_id: base.app_id });
      const second = await makeVariant(owner, { base_id: base.base_id });
      await makeVariant(owner, { base_id: other.base_id });
      const third = await makeVariant(owner, { base_id: base.base_id });
      assert.equal(second.previous_variant_name, base.variant.variant_name);
      assert.equal(third.previous_variant_name, second.variant_name);

      await owner.renameVariant({ parameters: second, body: { variant_name: unique('new') } });
      const afterRename = await owner.fetchVariant({ parameters: third });
      assert.equal(afterRename.previous_variant_name, second.variant_name);
      await owner.deleteVariant({ parameters: second });
      const afterDeletion = await owner.fetchVariant({ parameters: third });
      assert.equal(afterDeletion.previous_variant_name, second.variant_name);
    });

    test('needs no earlier variant', async () => {
      const { owner } = server();
      const { base_id, variant } = await makeBase(owner);
      await owner.deleteVariant({ parameters: variant });
      const first = await makeVariant(owner, { base_id });
      assert.equal(first.previous_variant_name, null);
    });

    test('404 with the field for a base that the caller does not see', async () => {
      const foreign = await makeBase((await makeForeigner(server())).client);
      for (const base_id of [...unknownIds(), '', foreign.base_id]) {
        const reply = await server().owner.reply.addVariantFromBase({
          body: { base_id, new_variant_name: 'a', new_config_name: 'b', parameters: {} },
        });
        assert.equal(expectProblem(reply, 'base_not_found')['field'], 'base_id');
      }
    });

    test('409 names the variant of the app that holds an equal variant name', async () => {
      const { owner } = server();
      for (const [oldName, newName] of EQUAL_NAMES) {
        const { app_id, base_id } = await makeBase(owner);
        const other = await makeBase(owner, { app_id });
        const existing = await makeVariant(owner, { base_id, new_variant_name: oldName });
        const reply = await owner.reply.addVariantFromBase({
          body: {
            base_id: other.base_id,
            new_variant_name: newName,
            new_config_name: 'c',
            parameters: {},
          },
        });
        const problem = expectProblem(reply, 'variant_name_taken');
        assert.equal(problem['existing_id'], existing.variant_id);
      }
      const [new_variant_name] = EQUAL_NAMES[0];
      await makeVariant(owner, { new_variant_name });
      await makeVariant(owner, { new_variant_name });
    });

    test('409 names the variant of the base that holds an equal config name', async () => {
      const { owner } = server();
      const { app_id, base_id } = await makeBase(owner);
      for (const [oldName, newName] of EQUAL_NAMES) {
        const existing = await makeVariant(owner, { base_id, new_config_name: oldName });
        const reply = await owner.reply.addVariantFromBase({
          body: {
            base_id,
            new_variant_name: unique('v'),
            new_config_name: newName,
            parameters: {},
          },
        });
        const problem = expectProblem(reply, 'config_name_taken');
        assert.equal(problem['existing_id'], existing.variant_id);
      }
      const other = await makeBase(owner, { app_id });
      await makeVariant(owner, { base_id: other.base_id, new_config_name: EQUAL_NAMES[0][0] });
    });

    test('409 reports the variant name first when both names are taken', async () => {
      const { owner } = server();
      const { base_id } = await makeBase(owner);
      const byConfig = await makeVariant(owner, { base_id });
      const byName = await makeVariant(owner, { base_id });
      const reply = await owner.reply.addVariantFromBase({
        body: {
          base_id,
          new_variant_name: byName.variant_name,
          new_config_name: byConfig.config_name,
          parameters: {},
        },
      });
      const problem = expectProblem(reply, 'variant_name_taken');
      assert.equal(problem['existing_id'], byName.variant_id);
    });

    test('accepts exactly one of many simultaneous requests with the same name', async () => {
      const { owner } = server();
      const { base_id, app_id } = await makeBase(owner);
      const replies = await Promise.all(
        Array.from({ length: 16 }, (_, index) =>
          owner.reply.addVariantFromBase({
            body: {
              base_id,
              new_variant_name: 'contested',
              new_config_name: 'contested',
              parameters: { index },
            },
          }),
        ),
      );
      const winners = replies.filter(({ status }) => status === 200);
      assert.equal(winners.length, 1);
      for (const reply of replies.filter(({ status }) => status !== 200)) {
        const problem = expectProblem(reply, 'variant_name_taken');
        assert.equal(problem['existing_id'], winners[0]?.body.variant_id);
      }
      const variants = await owner.listAppVariants({ parameters: { app_id } });
      assert.deepEqual(
        variants.slice(1).map(({ variant_id }) => variant_id),
        [winners[0]?.body.variant_id],
      );
    });

    test('422 for every missing field, in field order', async () => {
      const missing = (field: string) => ({
        loc: ['body', field],
        type: 'missing',
        msg: 'Field required',
      });
      expectInvalid(
        await server().owner.reply.addVariantFromBase({ body: JSON.parse('{}') }),
        missing('base_id'),
        missing('new_variant_name'),
        missing('new_config_name'),
        missing('parameters'),
      );
    });

    test('422 for refused names, and for parameters that are not an object', async () => {
      const { base_id } = await makeBase(server().owner);
      for (const { name, ...fault } of REFUSED_NAMES) {
        const reply = await server().owner.reply.addVariantFromBase({
          body: { base_id, new_variant_name: name, new_config_name: name, parameters: {} },
        });
        expectInvalid(
          reply,
          { loc: ['body', 'new_variant_name'], ...fault },
          { loc: ['body', 'new_config_name'], ...fault },
        );
      }
      for (const value of ['null', '[]', '"x"', '1', 'true']) {
        const reply = await server().owner.reply.addVariantFromBase({
          body: {
            base_id,
            new_variant_name: 'v',
            new_config_name: 'c',
            parameters: JSON.parse(value),
          },
        });
        expectInvalid(reply, {
          loc: ['body', 'parameters'],
          type: 'dict_type',
          msg: 'Input should be a valid dictionary',
        });
      }
    });

    test('keeps names of up to 128 code points as they are', async () => {
      const { base_id } = await makeBase(server().owner);
      for (const name of ACCEPTED_NAMES) {
        const variant = await makeVariant(server().owner, {
          base_id,
          new_variant_name: name,
          new_config_name: name,
        });
        assert.deepEqual([variant.variant_name, variant.config_name], [name, name]);
      }
    });
  });

  describe('fetchVariant', () => {
    test('200 answers with the current state and a strong ETag', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner);
      const parameters = { ...variant, variant_id: variant.variant_id.toUpperCase() };
      await owner.updateVariantParameters({ parameters, body: { parameters: { a: 1 } } });
      const reply = await owner.reply.fetchVariant({ parameters });
      assert.equal(reply.status, 200);
      assert.match(reply.headers.get('etag') ?? '', /^"[^"]+"$/);
      assert.deepEqual(reply.body, { ...variant, parameters: { a: 1 }, revision: 2 });
    });

    test('404 for a variant that the caller cannot see', async () => {
      const foreign = await makeVariant((await makeForeigner(server())).client);
      const base = await makeBase(server().owner);
      for (const variant_id of [...unknownIds(), foreign.variant_id, base.base_id]) {
        const reply = await server().owner.reply.fetchVariant({ parameters: { variant_id } });
        assert.equal(expectProblem(reply, 'variant_not_found')['field'], undefined);
      }
    });

    test('has a new ETag exactly when its answer changes', async () => {
      const { owner } = server();
      const base = await makeBase(owner);
      const { variant, app_id, base_id } = base;
      const etag = async () => {
        const { headers } = await owner.reply.fetchVariant({ parameters: variant });
        return headers.get('etag') ?? '';
      };
      const first = await etag();
      await owner.renameApp({ parameters: { app_id }, body: { app_name: variant.app_name } });
      await owner.updateBase({ parameters: base, body: { base_name: base.base_name, uri: null } });
      await owner.updateVariantParameters({ parameters: variant, body: { parameters: {} } });
      await deploy(owner, variant);
      await makeVariant(owner, { base_id });
      assert.equal(await etag(), first);

      const etags = [first];
      await owner.renameApp({ parameters: { app_id }, body: { app_name: unique('app') } });
      etags.push(await etag());
      await owner.updateBase({ parameters: base, body: { base_name: unique('base') } });
      etags.push(await etag());
      await owner.updateBase({ parameters: base, body: { uri: 'http://host/' } });
      etags.push(await etag());
      await owner.updateVariantParameters({ parameters: variant, body: { parameters: { a: 1 } } });
      etags.push(await etag());
      assert.equal(new Set(etags).size, etags.length);
    });

    test('keeps its ETag when another app or base is renamed', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner);
      const sibling = await makeBase(owner, { app_id: variant.app_id });
      const stranger = await makeApp(owner);
      const before = await owner.reply.fetchVariant({ parameters: variant });
      await owner.updateBase({ parameters: sibling, body: { base_name: unique('base') } });
      await owner.renameApp({ parameters: stranger, body: { app_name: unique('app') } });
      const after = await owner.reply.fetchVariant({ parameters: variant });
      assert.equal(after.headers.get('etag'), before.headers.get('etag'));
    });
  });
});
