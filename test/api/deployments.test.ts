import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import { makeBase, makeForeigner, makeMember, makeVariant, unique } from '../support/builders.ts';
import { deploy } from '../support/deployments.ts';
import { onEachEngine } from '../support/engines.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { unknownIds } from '../support/unknown-ids.ts';

onEachEngine((server) => {
  describe('deployVariant', () => {
    test('200 null deploys the current revision and locates the environment revision', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner);
      await owner.updateVariantParameters({ parameters: variant, body: { parameters: { a: 2 } } });
      const { status, body, headers } = await owner.reply.deployVariant({
        body: {
          environment_name: 'production',
          variant_id: variant.variant_id,
          commit_message: 'go',
        },
      });
      assert.deepEqual([status, body], [200, null]);
      const [entry] = await historyOf(owner, variant.app_id);
      assert.equal(headers.get('location'), `/api/configs/deployment/${entry?.id}`);
      assert.deepEqual(
        [entry?.revision, entry?.deployed_revision, entry?.commit_message],
        [1, 2, 'go'],
      );
    });

    test('deploys an older revision on request', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner, { parameters: { a: 1 } });
      await owner.updateVariantParameters({ parameters: variant, body: { parameters: { a: 2 } } });
      await deploy(owner, variant, { revision: 1 });
      const config = await owner.fetchConfig({
        query: { base_id: variant.base_id, environment_name: 'production' },
      });
      assert.deepEqual([config.current_version, config.parameters], [1, { a: 1 }]);
    });

    test('numbers each environment separately, and records repeated deployments', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner);
      const { app_id } = variant;
      for (let count = 0; count < 3; count += 1) await deploy(owner, variant);
      await deploy(owner, variant, { environment_name: 'staging' });
      const numbers = async (name: string) =>
        (await historyOf(owner, app_id, name)).map(({ revision }) => revision);
      assert.deepEqual(await numbers('production'), [3, 2, 1]);
      assert.deepEqual(await numbers('staging'), [1]);
      assert.deepEqual(await numbers('development'), []);
    });

    test('numbers simultaneous deployments 1..n without gap or repeat', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner);
      const ids = await Promise.all(Array.from({ length: 12 }, () => deploy(owner, variant)));
      const history = await historyOf(owner, variant.app_id);
      assert.deepEqual(
        history.map(({ revision }) => revision),
        Array.from({ length: 12 }, (_, index) => 12 - index),
      );
      assert.deepEqual(history.map(({ id }) => id).sort(), ids.sort());
    });

    test('takes 1.0 as 1, and null as not sent', async () => {
      const { owner } = server();
      const { variant_id } = await makeVariant(owner);
      const body = JSON.parse(
        `{"environment_name":"staging","variant_id":"${variant_id}","revision":1.0}`,
      );
      assert.equal((await owner.reply.deployVariant({ body })).status, 200);
      const nulls = { ...body, revision: null, commit_message: null };
      assert.equal((await owner.reply.deployVariant({ body: nulls })).status, 200);
    });

    test('404 with the field for a variant that the caller does not see', async () => {
      const foreign = await makeVariant((await makeForeigner(server())).client);
      for (const variant_id of [...unknownIds(), '', foreign.variant_id]) {
        const reply = await server().owner.reply.deployVariant({
          body: { environment_name: 'production', variant_id },
        });
        assert.equal(expectProblem(reply, 'variant_not_found')['field'], 'variant_id');
      }
    });

    test('404 for the name of an environment that is not exact', async () => {
      const { variant_id, app_id } = await makeVariant(server().owner);
      for (const environment_name of ['', 'Production', 'production ', 'qa', '__proto__']) {
        const reply = await server().owner.reply.deployVariant({
          body: { environment_name, variant_id },
        });
        expectProblem(reply, 'environment_not_found');
      }
      assert.deepEqual(await historyOf(server().owner, app_id), []);
    });

    test('404 for a revision the variant does not have', async () => {
      const { variant_id } = await makeVariant(server().owner);
      for (const revision of [0, -1, 2, 2 ** 31, 1e300]) {
        const reply = await server().owner.reply.deployVariant({
          body: { environment_name: 'production', variant_id, revision },
        });
        expectProblem(reply, 'revision_not_found');
      }
    });

    test('422 for every unacceptable field at once, in field order', async () => {
      const send = (text: string) => server().owner.reply.deployVariant({ body: JSON.parse(text) });
      expectInvalid(
        await send('{"commit_message":1,"revision":"1","variant_id":5}'),
        { loc: ['body', 'environment_name'], type: 'missing' },
        { loc: ['body', 'variant_id'], type: 'string_type' },
        { loc: ['body', 'revision'], type: 'int_type', msg: 'Input should be a valid integer' },
        { loc: ['body', 'commit_message'], type: 'string_type' },
      );
      expectInvalid(await send('{"environment_name":"a","variant_id":"b","revision":true}'), {
        loc: ['body', 'revision'],
        type: 'int_type',
      });
      expectInvalid(await send('{"environment_name":"a","variant_id":"b","revision":1.5}'), {
        loc: ['body', 'revision'],
        type: 'int_from_float',
        msg: 'Input should be a valid integer, got a number with a fractional part',
      });
    });

    test('403 without the permission, and nothing is deployed', async () => {
      const { variant_id, app_id } = await makeVariant(server().owner);
      const editor = await makeMember(server(), ['editor']);
      const reply = await editor.client.reply.deployVariant({
        body: { environment_name: 'production', variant_id },
      });
      assert.equal(expectProblem(reply, 'forbidden')['permission'], 'deploy_application');
      assert.deepEqual(await historyOf(server().owner, app_id), []);
    });
  });

  describe('fetchDeployedConfig', () => {
    test('200 answers with the deployed config and its environment revision', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner, { parameters: { a: 1 } });
      await deploy(owner, variant);
      const deployment_revision_id = await deploy(owner, variant);
      await owner.updateVariantParameters({ parameters: variant, body: { parameters: { a: 2 } } });
      await owner.renameVariant({ parameters: variant, body: { config_name: unique('later') } });
      const parameters = { deployment_revision_id };
      const reply = await owner.reply.fetchDeployedConfig({ parameters });
      assert.equal(reply.status, 200);
      assert.deepEqual(reply.body, {
        config_name: variant.config_name,
        current_version: 2,
        parameters: { a: 1 },
      });
      const etag = reply.headers.get('etag') ?? '';
      assert.match(etag, /^"[^"]+"$/);
      const known = await owner.reply.fetchDeployedConfig({ parameters, ifNoneMatch: etag });
      assert.equal(known.status, 304);
    });

    test('404 for an unknown id, and once the variant is deleted', async () => {
      const { owner } = server();
      const foreigner = (await makeForeigner(server())).client;
      const foreign = await deploy(foreigner, await makeVariant(foreigner));
      for (const deployment_revision_id of [...unknownIds(), foreign]) {
        const parameters = { deployment_revision_id };
        const reply = await owner.reply.fetchDeployedConfig({ parameters });
        expectProblem(reply, 'revision_not_found');
      }
      const { variant, base_id } = await makeBase(owner);
      const deployment_revision_id = await deploy(owner, variant);
      await deploy(owner, await makeVariant(owner, { base_id }));
      await owner.deleteVariant({ parameters: variant });
      const reply = await owner.reply.fetchDeployedConfig({
        parameters: { deployment_revision_id },
      });
      expectProblem(reply, 'revision_not_found');
    });
  });

  describe('revertDeployment', () => {
    test('200 points back at the variant and revision of that entry, as a new entry', async () => {
      const { owner } = server();
      const { variant: first, base_id, app_id } = await makeBase(owner);
      const earlier = await deploy(owner, first);
      await owner.updateVariantParameters({ parameters: first, body: { parameters: { a: 2 } } });
      const second = await makeVariant(owner, { base_id });
      await deploy(owner, second);
      const before = await historyOf(owner, app_id);

      const reply = await owner.reply.revertDeployment({
        parameters: { deployment_revision_id: earlier },
      });
      assert.equal(reply.status, 200);
      assert.equal(typeof reply.body, 'string');
      const [newest, ...rest] = await historyOf(owner, app_id);
      assert.deepEqual(rest, before);
      assert.deepEqual(
        [newest?.revision, newest?.reverted_from, newest?.deployed_revision],
        [3, 1, 1],
      );
      assert.equal(newest?.deployed_variant_id, first.variant_id);
      const running = await owner.fetchVariantByEnvironment({
        query: { app_id, environment: 'production' },
      });
      assert.deepEqual(
        [running.variant_id, running.revision, running.parameters],
        [first.variant_id, 1, first.parameters],
      );
      expectProblem(await owner.reply.deleteVariant({ parameters: first }), 'in_use');
      await owner.deleteVariant({ parameters: second });
    });

    test('404 for an unknown id, and once the variant is deleted', async () => {
      const { owner } = server();
      for (const deployment_revision_id of unknownIds()) {
        const parameters = { deployment_revision_id };
        const reply = await owner.reply.revertDeployment({ parameters });
        expectProblem(reply, 'revision_not_found');
      }
      const { variant, base_id, app_id } = await makeBase(owner);
      const deployment_revision_id = await deploy(owner, variant);
      await deploy(owner, await makeVariant(owner, { base_id }));
      await owner.deleteVariant({ parameters: variant });
      const reply = await owner.reply.revertDeployment({ parameters: { deployment_revision_id } });
      expectProblem(reply, 'revision_not_found');
      assert.equal((await historyOf(owner, app_id)).length, 2);
    });

    test('403 without the permission', async () => {
      const deployment_revision_id = await deploy(
        server().owner,
        await makeVariant(server().owner),
      );
      const editor = await makeMember(server(), ['editor']);
      const reply = await editor.client.reply.revertDeployment({
        parameters: { deployment_revision_id },
      });
      const problem = expectProblem(reply, 'forbidden');
      assert.equal(problem['permission'], 'edit_app_environment_deployment');
    });
  });
});

async function historyOf(client: Client, app_id: string, environment_name = 'production') {
  const { revisions } = await client.listEnvironmentRevisions({
    parameters: { app_id, environment_name },
  });
  return revisions;
}
