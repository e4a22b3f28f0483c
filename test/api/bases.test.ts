import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  makeApp,
  makeBase,
  makeForeigner,
  makeMember,
  makeVariant,
  unique,
} from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { EQUAL_NAMES, REFUSED_NAMES } from '../support/name-samples.ts';
import { ID, TIMESTAMP, unknownIds } from '../support/unknown-ids.ts';

const BASE_KEYS = ['base_id', 'base_name', 'app_id', 'uri', 'created_at', 'updated_at'];

onEachEngine((server) => {
  describe('listBases', () => {
    test('200 lists only ids and names, ordered by name', async () => {
      const { owner } = server();
      const { app_id } = await makeApp(owner);
      const names = ['beta', 'Alpha', 'ÉTUDE', 'gamma', 'ａlpha 2'];
      for (const base_name of names) await makeBase(owner, { app_id, base_name });
      const bases = await owner.listBases({ query: { app_id } });
      assert.deepEqual(
        bases.map(({ base_name }) => base_name),
        ['Alpha', 'ａlpha 2', 'beta', 'gamma', 'ÉTUDE'],
      );
      for (const base of bases) assert.deepEqual(Object.keys(base), ['base_id', 'base_name']);
    });

    test('200 lists pages ordered by age', async () => {
      const { owner } = server();
      const { app_id } = await makeApp(owner);
      const names = ['beta', 'Alpha', 'gamma'];
      for (const base_name of names) await makeBase(owner, { app_id, base_name });
      const bases = await owner.listBases({ query: { app_id, limit: 10 } });
      assert.deepEqual(
        bases.map(({ base_name }) => base_name),
        names,
      );
    });

    test('filters by name, ignoring case, and returns [] if no name matches', async () => {
      const { owner } = server();
      const { app_id } = await makeApp(owner);
      const { base_id, base_name } = await makeBase(owner, { app_id, base_name: 'Straße' });
      await makeBase(owner, { app_id });
      const list = (name: string) => owner.listBases({ query: { app_id, base_name: name } });
      assert.deepEqual(await list(' STRASSE'), [{ base_id, base_name }]);
      assert.deepEqual(await list('Stra'), []);
      assert.equal((await list('')).length, 2);
    });

    test('404 for an app that the caller cannot see', async () => {
      const foreign = await makeApp((await makeForeigner(server())).client);
      for (const app_id of [...unknownIds(), '', foreign.app_id]) {
        const reply = await server().owner.reply.listBases({ query: { app_id } });
        assert.equal(expectProblem(reply, 'app_not_found')['field'], undefined);
      }
    });

    test('400 for a forged cursor', async () => {
      const { app_id } = await makeApp(server().owner);
      const query = { app_id, cursor: 'forged' };
      expectProblem(await server().owner.reply.listBases({ query }), 'invalid_cursor');
    });
  });

  describe('fetchContainerUrl', () => {
    const uri = 'https://apps.example/chat';

    test('200 returns the URI of the base, or of the variant’s base', async () => {
      const { owner } = server();
      const { base_id, variant } = await makeBase(owner, { uri });
      const { variant_id } = await makeVariant(owner, { base_id });
      const other = await makeVariant(owner);
      for (const query of [
        { base_id },
        { variant_id },
        { variant_id: variant.variant_id, base_id },
        { base_id: base_id.toUpperCase(), variant_id: other.variant_id },
        { base_id: '', variant_id },
      ]) {
        assert.deepEqual(await owner.fetchContainerUrl({ query }), { uri });
      }
    });

    test('404 with a sentence while the base has no URI', async () => {
      const { owner } = server();
      const { base_id, variant } = await makeBase(owner);
      for (const query of [{ base_id }, { variant_id: variant.variant_id }]) {
        const reply = await owner.reply.fetchContainerUrl({ query });
        assert.match(expectProblem(reply, 'nothing_deployed').detail, /^The base has no URI/);
      }
      await owner.updateBase({ parameters: { base_id }, body: { uri } });
      assert.deepEqual(await owner.fetchContainerUrl({ query: { base_id } }), { uri });
    });

    test('404 for a base or variant that the caller cannot see', async () => {
      const { owner } = server();
      const foreign = await makeBase((await makeForeigner(server())).client, { uri });
      const own = await makeBase(owner, { uri });
      const { variant_id } = own.variant;
      for (const base_id of [...unknownIds(), foreign.base_id]) {
        const query = { base_id, variant_id };
        expectProblem(await owner.reply.fetchContainerUrl({ query }), 'base_not_found');
      }
      for (const variant of [...unknownIds(), foreign.variant.variant_id]) {
        const query = { variant_id: variant };
        expectProblem(await owner.reply.fetchContainerUrl({ query }), 'variant_not_found');
      }
    });

    test('422 when neither is named', async () => {
      for (const query of [{}, { base_id: '', variant_id: '' }]) {
        expectInvalid(await server().owner.reply.fetchContainerUrl({ query }), {
          loc: ['query', 'base_id'],
          type: 'missing',
          msg: 'Field required',
        });
      }
    });
  });

  describe('createBase', () => {
    test('201 creates the base and its first variant in one step', async () => {
      const { owner } = server();
      const app = await makeApp(owner);
      const base_name = unique('base');
      const { status, headers, body } = await owner.reply.createBase({
        body: { app_id: app.app_id, base_name: ` ${base_name} ` },
      });
      assert.equal(status, 201);
      assert.equal(headers.get('location'), `/api/bases/${body.base_id}`);
      assert.deepEqual(Object.keys(body), [...BASE_KEYS, 'variant']);
      assert.match(body.base_id, ID);
      assert.match(body.created_at, TIMESTAMP);
      const { variant, ...base } = body;
      assert.deepEqual(base, {
        base_id: body.base_id,
        base_name,
        app_id: app.app_id,
        uri: null,
        created_at: body.created_at,
        updated_at: body.created_at,
      });
      const { id: organization_id } = await owner.fetchOwnOrganization();
      const { id: user_id } = await owner.fetchProfile();
      const { workspace_id } = await owner.fetchApp({ parameters: app });
      assert.deepEqual(variant, {
        ...app,
        variant_id: variant.variant_id,
        variant_name: `${base_name}.default`,
        parameters: {},
        previous_variant_name: null,
        user_id,
        base_name,
        base_id: body.base_id,
        config_name: 'default',
        uri: null,
        revision: 1,
        organization_id,
        workspace_id,
      });
      assert.deepEqual(await owner.fetchVariant({ parameters: variant }), variant);
      const fetched = await owner.reply.fetchBase({ parameters: body });
      assert.equal(fetched.headers.get('etag'), headers.get('etag'));
    });

    test('takes uri, config name, parameters and commit message', async () => {
      const { owner } = server();
      const uri = 'https://models.example:8443/run?x=1#top';
      const { variant, ...base } = await makeBase(owner, {
        uri,
        config_name: ' tuned ',
        parameters: { temperature: 0.1 },
        commit_message: 'first',
      });
      assert.equal(base.uri, uri);
      assert.equal(variant.uri, uri);
      assert.equal(variant.config_name, 'tuned');
      assert.equal(variant.variant_name, `${base.base_name}.tuned`);
      assert.deepEqual(variant.parameters, { temperature: 0.1 });
      const [revision] = await owner.listVariantRevisions({ parameters: variant });
      assert.equal(revision?.commit_message, 'first');
    });

    test('404 with the field for an app that the caller does not see', async () => {
      const foreign = await makeApp((await makeForeigner(server())).client);
      for (const app_id of [...unknownIds(), '', foreign.app_id]) {
        const reply = await server().owner.reply.createBase({
          body: { app_id, base_name: unique('base') },
        });
        assert.equal(expectProblem(reply, 'app_not_found')['field'], 'app_id');
      }
    });

    test('409 names the base that holds an equal name in the app', async () => {
      const { owner } = server();
      for (const [oldName, newName] of EQUAL_NAMES) {
        const { app_id } = await makeApp(owner);
        const existing = await makeBase(owner, { app_id, base_name: oldName });
        const reply = await owner.reply.createBase({
          body: { app_id, base_name: newName, config_name: 'other' },
        });
        assert.equal(expectProblem(reply, 'base_name_taken')['existing_id'], existing.base_id);
      }
      const [base_name] = EQUAL_NAMES[0];
      await makeBase(owner, { base_name });
      await makeBase(owner, { base_name });
    });

    test('409 names the variant that holds the name of the first variant', async () => {
      const { owner } = server();
      const { app_id, base_id } = await makeBase(owner);
      const holder = await makeVariant(owner, { base_id, new_variant_name: 'Next.Default' });
      const reply = await owner.reply.createBase({ body: { app_id, base_name: 'next' } });
      assert.equal(expectProblem(reply, 'variant_name_taken')['existing_id'], holder.variant_id);
      assert.equal((await owner.listBases({ query: { app_id, base_name: 'next' } })).length, 0);
    });

    test('422 for every unacceptable field at once, in field order', async () => {
      const body = JSON.parse(
        '{"commit_message":5,"parameters":[],"config_name":"","uri":"ftp://x","base_name":7,"app_id":1}',
      );
      expectInvalid(
        await server().owner.reply.createBase({ body }),
        { loc: ['body', 'app_id'], type: 'string_type', msg: 'Input should be a valid string' },
        { loc: ['body', 'base_name'], type: 'string_type' },
        {
          loc: ['body', 'uri'],
          type: 'url_scheme',
          msg: "URL scheme should be 'http' or 'https'",
        },
        { loc: ['body', 'config_name'], type: 'string_too_short' },
        {
          loc: ['body', 'parameters'],
          type: 'dict_type',
          msg: 'Input should be a valid dictionary',
        },
        { loc: ['body', 'commit_message'], type: 'string_type' },
      );
    });

    test('422 for a uri that is not a plain absolute URL', async () => {
      const { app_id } = await makeApp(server().owner);
      const refused = ['', 'model', '//host/x', 'http://', 'http://me:pw@host/', 'http://a b/'];
      for (const uri of refused) {
        const reply = await server().owner.reply.createBase({
          body: { app_id, base_name: unique('base'), uri },
        });
        expectInvalid(reply, { loc: ['body', 'uri'], type: 'url_parsing' });
      }
      const uri = `http://host/${'x'.repeat(2048)}`;
      expectInvalid(
        await server().owner.reply.createBase({ body: { app_id, base_name: 'x', uri } }),
        {
          loc: ['body', 'uri'],
          type: 'string_too_long',
          msg: 'String should have at most 2048 characters',
        },
      );
    });

    test('422 for refused names, and for a commit message over 2,000 code points', async () => {
      const { app_id } = await makeApp(server().owner);
      for (const { name, ...fault } of REFUSED_NAMES) {
        const base = await server().owner.reply.createBase({ body: { app_id, base_name: name } });
        expectInvalid(base, { loc: ['body', 'base_name'], ...fault });
      }
      const commit_message = '\u{1f600}'.repeat(2000);
      await makeBase(server().owner, { commit_message });
      const reply = await server().owner.reply.createBase({
        body: { app_id, base_name: 'x', commit_message: `${commit_message}x` },
      });
      expectInvalid(reply, {
        loc: ['body', 'commit_message'],
        type: 'string_too_long',
        msg: 'String should have at most 2000 characters',
      });
    });

    test('403 without the permission', async () => {
      const { app_id } = await makeApp(server().owner);
      const viewer = await makeMember(server(), ['evaluator', 'deployment_manager']);
      const reply = await viewer.client.reply.createBase({ body: { app_id, base_name: 'x' } });
      assert.equal(expectProblem(reply, 'forbidden')['permission'], 'create_application');
    });
  });

  describe('fetchBase', () => {
    test('200 answers with the base and its ETag', async () => {
      const { variant: _, ...base } = await makeBase(server().owner, { uri: 'http://host' });
      const reply = await server().owner.reply.fetchBase({ parameters: base });
      assert.equal(reply.status, 200);
      assert.deepEqual(Object.keys(reply.body), BASE_KEYS);
      assert.deepEqual(reply.body, base);
      assert.match(reply.headers.get('etag') ?? '', /^"[^"]+"$/);
    });

    test('404 for a base that the caller cannot see', async () => {
      const foreign = await makeBase((await makeForeigner(server())).client);
      for (const base_id of [...unknownIds(), foreign.base_id]) {
        const reply = await server().owner.reply.fetchBase({ parameters: { base_id } });
        expectProblem(reply, 'base_not_found');
      }
    });
  });

  describe('updateBase', () => {
    test('200 renames the base; variant names stay, their base_name and uri follow', async () => {
      const { owner } = server();
      const { variant, ...base } = await makeBase(owner);
      const base_name = unique('renamed');
      const uri = 'http://elsewhere/';
      const reply = await owner.reply.updateBase({
        parameters: base,
        body: { base_name: ` ${base_name}`, uri },
      });
      assert.equal(reply.status, 200);
      assert.deepEqual(reply.body, { ...base, base_name, uri, updated_at: reply.body.updated_at });
      const fetched = await owner.reply.fetchBase({ parameters: base });
      assert.deepEqual(fetched.body, reply.body);
      assert.equal(fetched.headers.get('etag'), reply.headers.get('etag'));
      const after = await owner.fetchVariant({ parameters: variant });
      assert.deepEqual(after, { ...variant, base_name, uri });
    });

    test('null clears the uri; leaving it out keeps it', async () => {
      const { owner } = server();
      const base = await makeBase(owner, { uri: 'http://host/' });
      const renamed = await owner.updateBase({
        parameters: base,
        body: { base_name: unique('b') },
      });
      assert.equal(renamed.uri, 'http://host/');
      const cleared = await owner.updateBase({ parameters: base, body: { uri: null } });
      assert.equal(cleared.uri, null);
      assert.equal((await owner.fetchVariant({ parameters: base.variant })).uri, null);
    });

    test('changes nothing for {}, null or the current values', async () => {
      const { owner } = server();
      const base = await makeBase(owner, { uri: 'http://host/' });
      const before = await owner.reply.fetchBase({ parameters: base });
      const bodies = [{}, { base_name: base.base_name }, { uri: base.uri }];
      for (const body of [...bodies, JSON.parse('{"base_name":null}')]) {
        const reply = await owner.reply.updateBase({ parameters: base, body });
        assert.deepEqual(reply.body, before.body);
        assert.equal(reply.headers.get('etag'), before.headers.get('etag'));
      }
    });

    test('404 for a base that the caller cannot see', async () => {
      for (const base_id of unknownIds()) {
        const reply = await server().owner.reply.updateBase({ parameters: { base_id }, body: {} });
        expectProblem(reply, 'base_not_found');
      }
    });

    test('409 names the base that holds an equal name', async () => {
      const { owner } = server();
      const { app_id, base_id, base_name } = await makeBase(owner);
      const other = await makeBase(owner, { app_id });
      const reply = await owner.reply.updateBase({
        parameters: other,
        body: { base_name: base_name.toUpperCase() },
      });
      assert.equal(expectProblem(reply, 'base_name_taken')['existing_id'], base_id);
    });

    test('412 with the current ETag when If-Match does not match', async () => {
      const { owner } = server();
      const base = await makeBase(owner);
      const { headers } = await owner.reply.fetchBase({ parameters: base });
      const stale = await owner.reply.updateBase({
        parameters: base,
        ifMatch: '"other"',
        body: { base_name: unique('b') },
      });
      expectProblem(stale, 'revision_conflict');
      assert.equal(stale.headers.get('etag'), headers.get('etag'));
      assert.equal((await owner.fetchBase({ parameters: base })).base_name, base.base_name);
    });
  });

  describe('deleteBase', () => {
    test('204 without a body once no variant is left, and the name is free again', async () => {
      const { owner } = server();
      const base = await makeBase(owner);
      await owner.deleteVariant({ parameters: base.variant });
      const reply = await owner.reply.deleteBase({ parameters: base });
      assert.equal(reply.status, 204);
      assert.equal(reply.body, null);
      assert.equal(reply.headers.get('content-type'), null);
      expectProblem(await owner.reply.fetchBase({ parameters: base }), 'base_not_found');
      const { app_id, base_name } = base;
      await makeBase(owner, { app_id, base_name });
    });

    test('409 lists the variants that remain, at most 20 of them', async () => {
      const { owner } = server();
      const { variant, base_id } = await makeBase(owner);
      const others = [];
      for (let index = 0; index < 20; index += 1)
        others.push(await makeVariant(owner, { base_id }));
      const problem = expectProblem(
        await owner.reply.deleteBase({ parameters: { base_id } }),
        'in_use',
      );
      const named = [variant, ...others.slice(0, 19)];
      assert.deepEqual(
        problem['used_by'],
        named.map(({ variant_id, variant_name }) => ({
          kind: 'variant',
          id: variant_id,
          name: variant_name,
        })),
      );
      assert.equal(problem['used_by_count'], 21);
      await owner.fetchBase({ parameters: { base_id } });
    });

    test('404 for a base that the caller cannot see', async () => {
      for (const base_id of unknownIds()) {
        const reply = await server().owner.reply.deleteBase({ parameters: { base_id } });
        expectProblem(reply, 'base_not_found');
      }
    });

    test('412 when If-Match does not match, even if the base is in use', async () => {
      const { owner } = server();
      const base = await makeBase(owner);
      const reply = await owner.reply.deleteBase({ parameters: base, ifMatch: '"other"' });
      expectProblem(reply, 'revision_conflict');
      await owner.deleteVariant({ parameters: base.variant });
      const { headers } = await owner.reply.fetchBase({ parameters: base });
      const ifMatch = headers.get('etag') ?? '';
      assert.equal((await owner.reply.deleteBase({ parameters: base, ifMatch })).status, 204);
    });
  });
});
