import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeApp, makeBase, makeForeigner, makeVariant, unique } from '../support/builders.ts';
import { deploy } from '../support/deployments.ts';
import { onEachEngine } from '../support/engines.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { ID, TIMESTAMP, unknownIds } from '../support/unknown-ids.ts';

const ENVIRONMENT_KEYS = [
  'name',
  'app_id',
  'deployed_app_variant_id',
  'deployed_variant_name',
  'deployed_app_variant_revision_id',
  'revision',
  'organization_id',
  'workspace_id',
  'environment_revision',
  'deployed_at',
  'deployed_by',
];

onEachEngine((server) => {
  describe('listEnvironments', () => {
    test('200 lists development, staging, production, all empty at first', async () => {
      const { owner } = server();
      const { app_id } = await makeApp(owner);
      const { status, body } = await owner.reply.listEnvironments({ parameters: { app_id } });
      assert.equal(status, 200);
      const { organization_id, workspace_id } = await owner.fetchApp({ parameters: { app_id } });
      const empty = (name: string) => ({
        name,
        app_id,
        deployed_app_variant_id: null,
        deployed_variant_name: null,
        deployed_app_variant_revision_id: null,
        revision: null,
        organization_id,
        workspace_id,
        environment_revision: 0,
        deployed_at: null,
        deployed_by: null,
      });
      assert.deepEqual(body, [empty('development'), empty('staging'), empty('production')]);
      for (const environment of body) assert.deepEqual(Object.keys(environment), ENVIRONMENT_KEYS);
    });

    test('shows the deployed revision, not the newest one of the variant', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner);
      await deploy(owner, variant);
      await deploy(owner, variant);
      await owner.updateVariantParameters({ parameters: variant, body: { parameters: {} } });
      const environments = await owner.listEnvironments({ parameters: variant });
      const production = environments[2];
      const first = await owner.fetchVariantRevision({
        parameters: { ...variant, revision_number: 1 },
      });
      const { username } = await owner.fetchProfile();
      assert.deepEqual(production, {
        name: 'production',
        app_id: variant.app_id,
        deployed_app_variant_id: variant.variant_id,
        deployed_variant_name: variant.variant_name,
        deployed_app_variant_revision_id: first.id,
        revision: 1,
        organization_id: variant.organization_id,
        workspace_id: variant.workspace_id,
        environment_revision: 2,
        deployed_at: production?.deployed_at,
        deployed_by: username,
      });
      assert.match(production?.deployed_at ?? '', TIMESTAMP);
    });

    test('404 for an app that the caller cannot see', async () => {
      const foreign = await makeApp((await makeForeigner(server())).client);
      for (const app_id of [...unknownIds(), foreign.app_id]) {
        const reply = await server().owner.reply.listEnvironments({ parameters: { app_id } });
        expectProblem(reply, 'app_not_found');
      }
    });
  });

  describe('listEnvironmentRevisions', () => {
    test('200 with no revisions while nothing is deployed', async () => {
      const { owner } = server();
      const { app_id } = await makeApp(owner);
      const { status, body } = await owner.reply.listEnvironmentRevisions({
        parameters: { app_id, environment_name: 'staging' },
      });
      assert.equal(status, 200);
      const environments = await owner.listEnvironments({ parameters: { app_id } });
      assert.deepEqual(body, { ...environments[1], revisions: [] });
    });

    test('200 shows the environment and its history, newest first', async () => {
      const { owner } = server();
      const { variant, base_id, app_id } = await makeBase(owner);
      const second = await makeVariant(owner, { base_id });
      const firstId = await deploy(owner, variant, { commit_message: 'one' });
      const secondId = await deploy(owner, second);
      const { revisions, ...environment } = await owner.listEnvironmentRevisions({
        parameters: { app_id, environment_name: 'production' },
      });
      const environments = await owner.listEnvironments({ parameters: { app_id } });
      assert.deepEqual(environment, environments[2]);
      const { username } = await owner.fetchProfile();
      const deployed = await owner.fetchVariantRevision({
        parameters: { ...variant, revision_number: 1 },
      });
      assert.deepEqual(
        revisions.map(({ id }) => id),
        [secondId, firstId],
      );
      assert.deepEqual(revisions[1], {
        id: firstId,
        revision: 1,
        modified_by: username,
        deployed_app_variant_revision: deployed.id,
        deployment: null,
        created_at: revisions[1]?.created_at,
        deployed_variant_id: variant.variant_id,
        deployed_variant_name: variant.variant_name,
        deployed_revision: 1,
        commit_message: 'one',
        reverted_from: null,
      });
      assert.match(firstId, ID);
      assert.match(revisions[1]?.created_at ?? '', TIMESTAMP);
    });

    test('keeps the names at deployment, and loses only the link to a deleted variant', async () => {
      const { owner } = server();
      const { variant, base_id, app_id } = await makeBase(owner);
      await deploy(owner, variant);
      await owner.renameVariant({ parameters: variant, body: { variant_name: unique('new') } });
      await deploy(owner, await makeVariant(owner, { base_id }));
      await owner.deleteVariant({ parameters: variant });
      const { revisions } = await owner.listEnvironmentRevisions({
        parameters: { app_id, environment_name: 'production' },
      });
      const oldest = revisions.at(-1);
      assert.equal(oldest?.deployed_variant_name, variant.variant_name);
      assert.equal(oldest?.deployed_variant_id, variant.variant_id);
      assert.equal(oldest?.deployed_app_variant_revision, null);
      assert.equal(oldest?.deployed_revision, 1);
    });

    test('404 for an unknown app, then for an unknown environment', async () => {
      const { owner } = server();
      const foreign = await makeApp((await makeForeigner(server())).client);
      for (const app_id of [...unknownIds(), foreign.app_id]) {
        const parameters = { app_id, environment_name: 'other' };
        const reply = await owner.reply.listEnvironmentRevisions({ parameters });
        expectProblem(reply, 'app_not_found');
      }
      const { app_id } = await makeApp(owner);
      for (const environment_name of ['other', 'Production', ' production']) {
        const parameters = { app_id, environment_name };
        const reply = await owner.reply.listEnvironmentRevisions({ parameters });
        expectProblem(reply, 'environment_not_found');
      }
    });

    test('400 for a forged cursor', async () => {
      const { app_id } = await makeApp(server().owner);
      const reply = await server().owner.reply.listEnvironmentRevisions({
        parameters: { app_id, environment_name: 'staging' },
        query: { cursor: 'forged' },
      });
      expectProblem(reply, 'invalid_cursor');
    });
  });

  describe('fetchVariantByEnvironment', () => {
    test('200 answers with the variant as it was deployed', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner, { parameters: { a: 1 } });
      await deploy(owner, variant, { environment_name: 'development' });
      await owner.updateVariantParameters({ parameters: variant, body: { parameters: { a: 2 } } });
      const query = { app_id: variant.app_id, environment: 'development' };
      const { status, body } = await owner.reply.fetchVariantByEnvironment({ query });
      assert.equal(status, 200);
      assert.deepEqual(body, variant);
      assert.deepEqual(Object.keys(body), Object.keys(variant));
    });

    test('404 for an unknown app or environment, and while nothing is deployed', async () => {
      const { owner } = server();
      const foreign = await makeApp((await makeForeigner(server())).client);
      for (const app_id of [...unknownIds(), '', foreign.app_id]) {
        const query = { app_id, environment: 'production' };
        expectProblem(await owner.reply.fetchVariantByEnvironment({ query }), 'app_not_found');
      }
      const { app_id } = await makeApp(owner);
      for (const environment of ['', 'other', 'Production']) {
        const query = { app_id, environment };
        const reply = await owner.reply.fetchVariantByEnvironment({ query });
        expectProblem(reply, 'environment_not_found');
      }
      const query = { app_id, environment: 'production' };
      expectProblem(await owner.reply.fetchVariantByEnvironment({ query }), 'nothing_deployed');
    });

    test('422 for both missing query parameters at once', async () => {
      const query = JSON.parse('{}');
      expectInvalid(
        await server().owner.reply.fetchVariantByEnvironment({ query }),
        { loc: ['query', 'app_id'], type: 'missing', msg: 'Field required' },
        { loc: ['query', 'environment'], type: 'missing', msg: 'Field required' },
      );
    });
  });
});
