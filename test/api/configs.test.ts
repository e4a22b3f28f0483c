import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeBase, makeForeigner, makeMember, makeVariant, unique } from '../support/builders.ts';
import { deploy } from '../support/deployments.ts';
import { onEachEngine } from '../support/engines.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { REFUSED_NAMES } from '../support/name-samples.ts';
import { unknownIds } from '../support/unknown-ids.ts';

onEachEngine((server) => {
  describe('fetchConfig', () => {
    test('200 by name answers with the current state, and suits polling', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner, { new_config_name: 'Tuned', parameters: { a: 1 } });
      await owner.updateVariantParameters({ parameters: variant, body: { parameters: { a: 2 } } });
      for (const config_name of ['Tuned', ' tuned ', 'ＴＵＮＥＤ']) {
        const { status, headers, body } = await owner.reply.fetchConfig({
          query: { base_id: variant.base_id, config_name },
        });
        assert.equal(status, 200);
        assert.deepEqual(body, {
          config_name: 'Tuned',
          current_version: 2,
          parameters: { a: 2 },
        });
        assert.match(headers.get('etag') ?? '', /^"[^"]+"$/);
        assert.equal(headers.get('cache-control'), 'private, no-cache');
      }
    });

    test('200 by environment answers with the deployed revision', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner, { parameters: { a: 1 } });
      const { base_id, config_name } = variant;
      await deploy(owner, variant, { environment_name: 'staging' });
      await owner.updateVariantParameters({ parameters: variant, body: { parameters: { a: 2 } } });
      const query = { base_id, environment_name: 'staging' };
      const deployed = { config_name, current_version: 1, parameters: { a: 1 } };
      assert.deepEqual(await owner.fetchConfig({ query }), deployed);
      const both = { ...query, config_name: 'default' };
      assert.deepEqual(await owner.fetchConfig({ query: both }), deployed);
      const byName = await owner.fetchConfig({ query: { base_id, config_name } });
      assert.equal(byName.current_version, 2);
    });

    test('304 without a body while the config stays the same', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner, { parameters: { a: 1 } });
      const { base_id, config_name } = variant;
      const query = { base_id, config_name };
      const first = await owner.reply.fetchConfig({ query });
      const etag = first.headers.get('etag') ?? '';
      for (const ifNoneMatch of [etag, `W/${etag}`, `"x", ${etag}`, `${etag}, "x"`, '*']) {
        const reply = await owner.reply.fetchConfig({ query, ifNoneMatch });
        assert.equal(reply.status, 304, ifNoneMatch);
        assert.equal(reply.body, null);
        assert.equal(reply.headers.get('etag'), etag);
        assert.equal(reply.headers.get('cache-control'), 'private, no-cache');
      }
      await owner.renameVariant({ parameters: variant, body: { variant_name: unique('v') } });
      assert.equal((await owner.reply.fetchConfig({ query, ifNoneMatch: etag })).status, 304);
    });

    test('200 with a new ETag once parameters or the config name changed', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner, { parameters: { a: 1 } });
      const { base_id, config_name } = variant;
      const first = await owner.reply.fetchConfig({ query: { base_id, config_name } });
      const ifNoneMatch = first.headers.get('etag') ?? '';
      const renamed = config_name.toUpperCase();
      await owner.renameVariant({ parameters: variant, body: { config_name: renamed } });
      const second = await owner.reply.fetchConfig({
        query: { base_id, config_name },
        ifNoneMatch,
      });
      assert.equal(second.status, 200);
      assert.deepEqual(second.body, { ...first.body, config_name: renamed });
      await owner.updateVariantParameters({ parameters: variant, body: { parameters: {} } });
      const third = await owner.reply.fetchConfig({
        query: { base_id, config_name },
        ifNoneMatch: `${ifNoneMatch}, ${second.headers.get('etag')}`,
      });
      assert.equal(third.status, 200);
      assert.deepEqual(third.body.parameters, {});
    });

    test('304 by environment until something else is deployed there', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner, { parameters: { a: 1 } });
      await deploy(owner, variant);
      const query = { base_id: variant.base_id, environment_name: 'production' };
      const { headers } = await owner.reply.fetchConfig({ query });
      const ifNoneMatch = headers.get('etag') ?? '';
      await owner.updateVariantParameters({ parameters: variant, body: { parameters: { a: 2 } } });
      assert.equal((await owner.reply.fetchConfig({ query, ifNoneMatch })).status, 304);
      await deploy(owner, variant);
      const after = await owner.reply.fetchConfig({ query, ifNoneMatch });
      assert.equal(after.status, 200);
      assert.equal(after.body.current_version, 2);
    });

    test('404 for an unknown base, config or environment', async () => {
      const { owner } = server();
      const foreign = await makeBase((await makeForeigner(server())).client);
      for (const base_id of [...unknownIds(), '', foreign.base_id]) {
        const query = { base_id, config_name: 'default' };
        expectProblem(await owner.reply.fetchConfig({ query }), 'base_not_found');
      }
      const { base_id } = await makeBase(owner);
      for (const config_name of ['other', 'defaul', 'x'.repeat(500)]) {
        const query = { base_id, config_name };
        expectProblem(await owner.reply.fetchConfig({ query }), 'config_not_found');
      }
      for (const environment_name of ['other', 'Production', ' production']) {
        const query = { base_id, environment_name };
        expectProblem(await owner.reply.fetchConfig({ query }), 'environment_not_found');
      }
    });

    test('404 while nothing of the base is deployed to the environment', async () => {
      const { owner } = server();
      const base = await makeBase(owner);
      const query = { base_id: base.base_id, environment_name: 'production' };
      expectProblem(await owner.reply.fetchConfig({ query }), 'nothing_deployed');
      const other = await makeBase(owner, { app_id: base.app_id });
      await deploy(owner, other.variant);
      expectProblem(await owner.reply.fetchConfig({ query }), 'nothing_deployed');
    });

    test('422 without a selector, or with empty ones', async () => {
      const { base_id } = await makeBase(server().owner);
      const missing = {
        loc: ['query', 'config_name'],
        type: 'missing',
        msg: 'Field required',
      };
      for (const query of [{ base_id }, { base_id, config_name: '', environment_name: '' }]) {
        expectInvalid(await server().owner.reply.fetchConfig({ query }), missing);
      }
      expectInvalid(
        await server().owner.reply.fetchConfig({ query: JSON.parse('{"config_name":"default"}') }),
        { loc: ['query', 'base_id'], type: 'missing', msg: 'Field required' },
      );
    });
  });

  describe('saveConfig', () => {
    test('200 null creates a variant for an unused name, as addVariantFromBase does', async () => {
      const { owner } = server();
      const { variant: first, ...base } = await makeBase(owner);
      const reply = await owner.reply.saveConfig({
        body: {
          base_id: base.base_id,
          config_name: ' Tuned ',
          parameters: { a: 1 },
          overwrite: false,
          commit_message: 'why',
        },
      });
      assert.equal(reply.status, 200);
      assert.equal(reply.body, null);
      const variants = await owner.listAppVariants({ parameters: base });
      const parameters = { variant_id: variants[1]?.variant_id ?? '' };
      const made = await owner.fetchVariant({ parameters });
      assert.deepEqual(made, {
        ...first,
        ...parameters,
        variant_name: `${base.base_name}.Tuned`,
        config_name: 'Tuned',
        parameters: { a: 1 },
        previous_variant_name: first.variant_name,
      });
      const variant_id = made?.variant_id ?? '';
      assert.equal(reply.headers.get('location'), `/api/variants/${variant_id}/revisions/1`);
      const fetched = await owner.reply.fetchVariant({ parameters: { variant_id } });
      assert.equal(reply.headers.get('etag'), fetched.headers.get('etag'));
      const [revision] = await owner.listVariantRevisions({ parameters: { variant_id } });
      assert.equal(revision?.commit_message, 'why');
    });

    test('200 with overwrite creates the next revision, and deploys nothing', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner, { parameters: { a: 1 } });
      const { base_id, config_name } = variant;
      const reply = await owner.reply.saveConfig({
        body: {
          base_id,
          config_name: config_name.toUpperCase(),
          parameters: { a: 2 },
          overwrite: true,
        },
      });
      assert.equal(reply.status, 200);
      assert.equal(
        reply.headers.get('location'),
        `/api/variants/${variant.variant_id}/revisions/2`,
      );
      const after = await owner.reply.fetchVariant({ parameters: variant });
      assert.deepEqual(after.body, { ...variant, parameters: { a: 2 }, revision: 2 });
      assert.equal(reply.headers.get('etag'), after.headers.get('etag'));
      for (const environment of await owner.listEnvironments({ parameters: variant })) {
        assert.equal(environment.environment_revision, 0);
      }
    });

    test('200 with overwrite and identical parameters names the current revision', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner, { parameters: { a: 1, b: 2 } });
      const { base_id, config_name } = variant;
      const before = await owner.reply.fetchVariant({ parameters: variant });
      const reply = await owner.reply.saveConfig({
        body: { base_id, config_name, parameters: { b: 2, a: 1 }, overwrite: true },
      });
      assert.equal(
        reply.headers.get('location'),
        `/api/variants/${variant.variant_id}/revisions/1`,
      );
      assert.equal(reply.headers.get('etag'), before.headers.get('etag'));
    });

    test('200 fills empty parameters without overwrite, once', async () => {
      const { owner } = server();
      const { base_id, variant } = await makeBase(owner);
      const save = (a: number) =>
        owner.reply.saveConfig({
          body: { base_id, config_name: 'default', parameters: { a }, overwrite: false },
        });
      assert.equal((await save(1)).status, 200);
      const filled = await owner.fetchVariant({ parameters: variant });
      assert.deepEqual([filled.revision, filled.parameters], [2, { a: 1 }]);
      const problem = expectProblem(await save(2), 'config_name_taken');
      assert.equal(problem['existing_id'], variant.variant_id);
    });

    test('200 for all simultaneous requests that save one config, in one revision', async () => {
      const { owner } = server();
      const { base_id } = await makeBase(owner);
      const body = { base_id, config_name: 'shared', parameters: { a: 1 }, overwrite: false };
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => owner.reply.saveConfig({ body })),
      );
      assert.deepEqual(
        replies.map(({ status }) => status),
        Array(8).fill(200),
      );
      const locations = new Set(replies.map(({ headers }) => headers.get('location')));
      assert.equal(locations.size, 1);
    });

    test('200 changes nothing when empty parameters are saved over empty ones', async () => {
      const { base_id, variant } = await makeBase(server().owner);
      const reply = await server().owner.reply.saveConfig({
        body: { base_id, config_name: 'default', parameters: {}, overwrite: false },
      });
      assert.equal(reply.status, 200);
      assert.equal(
        reply.headers.get('location'),
        `/api/variants/${variant.variant_id}/revisions/1`,
      );
    });

    test('200 changes nothing if the current parameters are saved without overwrite', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner, { parameters: { a: 1, b: { c: [2], d: null } } });
      const { base_id, config_name, variant_id } = variant;
      const before = await owner.reply.fetchVariant({ parameters: { variant_id } });
      const reply = await owner.reply.saveConfig({
        body: {
          base_id,
          config_name: config_name.toUpperCase(),
          parameters: { b: { d: null, c: [2] }, a: 1 },
          overwrite: false,
        },
      });
      assert.deepEqual([reply.status, reply.body], [200, null]);
      assert.equal(reply.headers.get('location'), `/api/variants/${variant_id}/revisions/1`);
      const after = await owner.reply.fetchVariant({ parameters: { variant_id } });
      assert.deepEqual(after.body, variant);
      assert.equal(after.headers.get('etag'), before.headers.get('etag'));
      assert.equal(reply.headers.get('etag'), before.headers.get('etag'));
    });

    test('409 names the variant that holds the config name, and writes nothing', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner, { parameters: { a: 1 } });
      const { base_id, config_name } = variant;
      for (const parameters of [{ a: 2 }, { a: 1, b: 1 }, {}]) {
        const reply = await owner.reply.saveConfig({
          body: { base_id, config_name, parameters, overwrite: false },
        });
        const problem = expectProblem(reply, 'config_name_taken');
        assert.equal(problem['existing_id'], variant.variant_id);
      }
      assert.deepEqual(await owner.fetchVariant({ parameters: variant }), variant);
    });

    test('409 names the variant that already has the name the new one would get', async () => {
      const { owner } = server();
      const base = await makeBase(owner);
      const holder = await makeVariant(owner, {
        base_id: base.base_id,
        new_variant_name: `${base.base_name}.Tuned`.toUpperCase(),
      });
      const reply = await owner.reply.saveConfig({
        body: { base_id: base.base_id, config_name: 'tuned', parameters: {}, overwrite: true },
      });
      const problem = expectProblem(reply, 'variant_name_taken');
      assert.equal(problem['existing_id'], holder.variant_id);
    });

    test('404 with the field for a base that the caller does not see', async () => {
      const foreign = await makeBase((await makeForeigner(server())).client);
      for (const base_id of [...unknownIds(), '', foreign.base_id]) {
        const reply = await server().owner.reply.saveConfig({
          body: { base_id, config_name: 'c', parameters: {}, overwrite: true },
        });
        assert.equal(expectProblem(reply, 'base_not_found')['field'], 'base_id');
      }
    });

    test('422 when base name and config name together are too long for a variant name', async () => {
      const { owner } = server();
      const { base_id, base_name } = await makeBase(owner, { base_name: 'b'.repeat(60) });
      const save = (config_name: string) =>
        owner.reply.saveConfig({
          body: { base_id, config_name, parameters: {}, overwrite: false },
        });
      expectInvalid(await save('c'.repeat(128 - base_name.length)), {
        loc: ['body', 'config_name'],
        type: 'string_too_long',
        msg: 'String should have at most 128 characters',
      });
      assert.equal((await save('c'.repeat(127 - base_name.length))).status, 200);
      const long = await makeVariant(owner, { base_id, new_config_name: 'd'.repeat(128) });
      const reply = await owner.reply.saveConfig({
        body: { base_id, config_name: long.config_name, parameters: {}, overwrite: true },
      });
      assert.equal(reply.status, 200);
    });

    test('422 for every unacceptable field at once, in field order', async () => {
      const body = JSON.parse(
        '{"overwrite":"true","parameters":null,"config_name":"","base_id":0}',
      );
      expectInvalid(
        await server().owner.reply.saveConfig({ body }),
        { loc: ['body', 'base_id'], type: 'string_type' },
        { loc: ['body', 'config_name'], ...REFUSED_FOR_LENGTH },
        { loc: ['body', 'parameters'], type: 'dict_type' },
        { loc: ['body', 'overwrite'], type: 'bool_type', msg: 'Input should be a valid boolean' },
      );
    });

    test('403 without the permission', async () => {
      const { base_id } = await makeBase(server().owner);
      const viewer = await makeMember(server(), ['viewer']);
      const reply = await viewer.client.reply.saveConfig({
        body: { base_id, config_name: 'default', parameters: { a: 1 }, overwrite: true },
      });
      const problem = expectProblem(reply, 'forbidden');
      assert.equal(problem['permission'], 'modify_variant_configurations');
    });
  });
});

const REFUSED_FOR_LENGTH = { type: REFUSED_NAMES[0].type, msg: REFUSED_NAMES[0].msg };
