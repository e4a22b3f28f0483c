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
import { deploy } from '../support/deployments.ts';
import { onEachEngine } from '../support/engines.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { joinWorkspace } from '../support/join-workspace.ts';
import { ACCEPTED_NAMES, EQUAL_NAMES, REFUSED_NAMES } from '../support/name-samples.ts';
import { ID, TIMESTAMP, unknownIds } from '../support/unknown-ids.ts';

onEachEngine((server) => {
  describe('createApp', () => {
    test('200 answers with the id and the trimmed name, and nothing else', async () => {
      const name = unique('app');
      const { status, body } = await server().owner.reply.createApp({
        body: { app_name: ` \u3000${name}\t` },
      });
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(body), ['app_id', 'app_name']);
      assert.match(body.app_id, ID);
      assert.equal(body.app_name, name);
    });

    test('uses a workspace the caller belongs to if they cannot see the default one', async () => {
      const host = await makeForeigner(server());
      const guest = await makeForeigner(server());
      const parameters = { org_id: host.organizationId };
      const workspace = await host.browser.createWorkspace({
        parameters,
        body: { name: unique('workspace') },
      });
      await joinWorkspace(host, { guest, roles: ['editor'], workspaceId: workspace.id });
      const { app_id } = await guest.browser.createApp({
        body: { app_name: unique('app'), organization_id: host.organizationId },
      });
      const app = await guest.browser.fetchApp({ parameters: { app_id } });
      assert.equal(app.workspace_id, workspace.id);
    });

    test('creates the three environments at environment revision 0', async () => {
      const { app_id } = await makeApp(server().owner);
      const environments = await server().owner.listEnvironments({ parameters: { app_id } });
      assert.deepEqual(
        environments.map((environment) => [environment.name, environment.environment_revision]),
        [
          ['development', 0],
          ['staging', 0],
          ['production', 0],
        ],
      );
    });

    test('puts the app into the workspace of the key, or into the named one', async () => {
      const founder = await makeForeigner(server());
      const own = await makeApp(founder.client);
      const app = await founder.client.fetchApp({ parameters: own });
      assert.equal(app.workspace_id, founder.workspaceId);
      assert.equal(app.organization_id, founder.organizationId);

      const second = await founder.browser.createWorkspace({
        parameters: { org_id: founder.organizationId },
        body: { name: unique('workspace') },
      });
      const there = await founder.browser.createApp({
        body: { app_name: own.app_name, workspace_id: second.id },
      });
      const moved = await founder.browser.fetchApp({ parameters: there });
      assert.equal(moved.workspace_id, second.id);
    });

    test('puts the app of a session into the default workspace of its organization', async () => {
      const founder = await makeForeigner(server());
      const byDefault = await founder.browser.createApp({ body: { app_name: unique('app') } });
      const byOrganization = await founder.browser.createApp({
        body: { app_name: unique('app'), organization_id: founder.organizationId },
      });
      for (const parameters of [byDefault, byOrganization]) {
        const app = await founder.browser.fetchApp({ parameters });
        assert.equal(app.workspace_id, founder.workspaceId);
      }
    });

    test('404 for an organization or workspace that the caller does not see', async () => {
      const foreigner = await makeForeigner(server());
      const app_name = unique('app');
      for (const id of [...unknownIds(), '', foreigner.organizationId]) {
        const reply = await server().owner.reply.createApp({
          body: { app_name, organization_id: id },
        });
        assert.equal(expectProblem(reply, 'organization_not_found')['field'], 'organization_id');
      }
      for (const id of [...unknownIds(), '', foreigner.workspaceId]) {
        const reply = await server().owner.reply.createApp({
          body: { app_name, workspace_id: id },
        });
        assert.equal(expectProblem(reply, 'workspace_not_found')['field'], 'workspace_id');
      }
      assert.deepEqual(await server().owner.listApps({ query: { app_name } }), []);
    });

    test('404 for a workspace other than that of the key', async () => {
      const founder = await makeForeigner(server());
      const second = await founder.browser.createWorkspace({
        parameters: { org_id: founder.organizationId },
        body: { name: unique('workspace') },
      });
      const reply = await founder.client.reply.createApp({
        body: { app_name: unique('app'), workspace_id: second.id },
      });
      expectProblem(reply, 'workspace_not_found');
    });

    test('409 names the app that holds an equal name', async () => {
      for (const [oldName, newName] of EQUAL_NAMES) {
        const founder = await makeForeigner(server());
        const existing = await makeApp(founder.client, { app_name: oldName });
        const reply = await founder.client.reply.createApp({ body: { app_name: newName } });
        assert.equal(expectProblem(reply, 'app_name_taken')['existing_id'], existing.app_id);
      }
    });

    test('accepts exactly one of many simultaneous requests with the same name', async () => {
      const app_name = unique('app');
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => server().owner.reply.createApp({ body: { app_name } })),
      );
      const winners = replies.filter(({ status }) => status === 200);
      assert.equal(winners.length, 1);
      for (const reply of replies.filter(({ status }) => status !== 200)) {
        const problem = expectProblem(reply, 'app_name_taken');
        assert.equal(problem['existing_id'], winners[0]?.body.app_id);
      }
    });

    test('422 for names that are empty, too long or illegible', async () => {
      for (const { name, ...fault } of REFUSED_NAMES) {
        const reply = await server().owner.reply.createApp({ body: { app_name: name } });
        expectInvalid(reply, { loc: ['body', 'app_name'], ...fault });
      }
    });

    test('keeps names of up to 128 code points as they are', async () => {
      const founder = await makeForeigner(server());
      for (const app_name of ACCEPTED_NAMES) {
        assert.equal((await makeApp(founder.client, { app_name })).app_name, app_name);
      }
    });

    test('403 without the permission', async () => {
      const viewer = await makeMember(server(), ['viewer']);
      const reply = await viewer.client.reply.createApp({ body: { app_name: unique('app') } });
      assert.equal(expectProblem(reply, 'forbidden')['permission'], 'create_application');
    });
  });

  describe('listApps', () => {
    test('200 lists the apps of the workspace, oldest first', async () => {
      const founder = await makeForeigner(server());
      const first = await makeApp(founder.client);
      const second = await makeApp(founder.browser);
      assert.deepEqual(await founder.client.listApps(), [first, second]);
      const stranger = await makeForeigner(server());
      assert.deepEqual(await stranger.client.listApps(), []);
    });

    test('shows a colleague the apps of others', async () => {
      const app = await makeApp(server().owner);
      const viewer = await makeMember(server(), ['viewer']);
      const apps = await viewer.client.listApps({ query: { app_name: app.app_name } });
      assert.deepEqual(apps, [app]);
    });

    test('filters by name, ignoring case and width, and returns [] if no name matches', async () => {
      const founder = await makeForeigner(server());
      const app = await makeApp(founder.client, { app_name: 'Straße ABC' });
      await makeApp(founder.client);
      for (const app_name of ['Straße ABC', ' strasse abc ', 'STRASSE ＡＢＣ']) {
        assert.deepEqual(await founder.client.listApps({ query: { app_name } }), [app]);
      }
      assert.deepEqual(await founder.client.listApps({ query: { app_name: 'Strasse' } }), []);
    });

    test('filters by organization and workspace, in any combination', async () => {
      const founder = await makeForeigner(server());
      const { organizationId, workspaceId } = founder;
      const second = await founder.browser.createWorkspace({
        parameters: { org_id: organizationId },
        body: { name: unique('workspace') },
      });
      const here = await makeApp(founder.client);
      const there = await founder.browser.createApp({
        body: { app_name: here.app_name, workspace_id: second.id },
      });
      const list = (query: Record<string, string>) => founder.browser.listApps({ query });
      assert.deepEqual(await list({ org_id: organizationId }), [here, there]);
      assert.deepEqual(await list({ workspace_id: workspaceId.toUpperCase() }), [here]);
      assert.deepEqual(await list({ org_id: organizationId, workspace_id: second.id }), [there]);
      assert.deepEqual(await list({ workspace_id: second.id, app_name: here.app_name }), [there]);
      assert.deepEqual(await list({ workspace_id: second.id, app_name: 'other' }), []);
    });

    test('treats empty filters as not sent', async () => {
      const founder = await makeForeigner(server());
      const app = await makeApp(founder.client);
      const query = { app_name: '', org_id: '', workspace_id: '' };
      assert.deepEqual(await founder.client.listApps({ query }), [app]);
    });

    test('404 for an organization or workspace that the caller does not see', async () => {
      const foreigner = await makeForeigner(server());
      for (const org_id of [...unknownIds(), foreigner.organizationId]) {
        const reply = await server().owner.reply.listApps({ query: { org_id } });
        expectProblem(reply, 'organization_not_found');
      }
      for (const workspace_id of [...unknownIds(), foreigner.workspaceId]) {
        const reply = await server().owner.reply.listApps({ query: { workspace_id } });
        expectProblem(reply, 'workspace_not_found');
      }
    });

    test('400 for a forged cursor', async () => {
      const reply = await server().owner.reply.listApps({ query: { cursor: 'forged' } });
      expectProblem(reply, 'invalid_cursor');
    });
  });

  describe('fetchApp', () => {
    test('200 answers with the whole app and its ETag', async () => {
      const { app_id, app_name } = await makeApp(server().owner);
      const { status, headers, body } = await server().owner.reply.fetchApp({
        parameters: { app_id },
      });
      assert.equal(status, 200);
      assert.match(headers.get('etag') ?? '', /^"[^"]+"$/);
      assert.deepEqual(Object.keys(body), [
        'app_id',
        'app_name',
        'organization_id',
        'workspace_id',
        'created_at',
        'updated_at',
      ]);
      assert.deepEqual([body.app_id, body.app_name], [app_id, app_name]);
      assert.match(body.created_at, TIMESTAMP);
      assert.equal(body.updated_at, body.created_at);
    });

    test('404 for an app that the caller cannot see', async () => {
      const foreign = await makeApp((await makeForeigner(server())).client);
      const base = await makeBase(server().owner);
      for (const app_id of [...unknownIds(), foreign.app_id, base.base_id]) {
        const reply = await server().owner.reply.fetchApp({ parameters: { app_id } });
        assert.equal(expectProblem(reply, 'app_not_found')['field'], undefined);
      }
    });
  });

  describe('renameApp', () => {
    test('200 answers with the renamed app and a new ETag', async () => {
      const parameters = await makeApp(server().owner);
      const before = await server().owner.reply.fetchApp({ parameters });
      const app_name = unique('renamed');
      const renamed = await server().owner.reply.renameApp({
        parameters,
        body: { app_name: ` ${app_name} ` },
      });
      assert.equal(renamed.status, 200);
      assert.deepEqual(renamed.body, {
        ...before.body,
        app_name,
        updated_at: renamed.body.updated_at,
      });
      assert.notEqual(renamed.headers.get('etag'), before.headers.get('etag'));
      const after = await server().owner.reply.fetchApp({ parameters });
      assert.deepEqual(after.body, renamed.body);
      assert.equal(after.headers.get('etag'), renamed.headers.get('etag'));
    });

    test('changes nothing for {}, null or the current name', async () => {
      const parameters = await makeApp(server().owner);
      const before = await server().owner.reply.fetchApp({ parameters });
      const bodies = [{}, { app_name: parameters.app_name }, JSON.parse('{"app_name":null}')];
      for (const body of bodies) {
        const reply = await server().owner.reply.renameApp({ parameters, body });
        assert.equal(reply.status, 200);
        assert.deepEqual(reply.body, before.body);
        assert.equal(reply.headers.get('etag'), before.headers.get('etag'));
      }
    });

    test('lets an app change the case of its own name, and frees the old name', async () => {
      const parameters = await makeApp(server().owner, { app_name: unique('case') });
      const app_name = parameters.app_name.toUpperCase();
      const { app_name: stored } = await server().owner.renameApp({
        parameters,
        body: { app_name },
      });
      assert.equal(stored, app_name);
      await server().owner.renameApp({ parameters, body: { app_name: unique('other') } });
      await makeApp(server().owner, { app_name });
    });

    test('404 for an app that the caller cannot see', async () => {
      for (const app_id of unknownIds()) {
        const parameters = { app_id };
        const reply = await server().owner.reply.renameApp({ parameters, body: {} });
        expectProblem(reply, 'app_not_found');
      }
    });

    test('409 names the app that holds an equal name, and changes nothing', async () => {
      const existing = await makeApp(server().owner);
      const parameters = await makeApp(server().owner);
      const reply = await server().owner.reply.renameApp({
        parameters,
        body: { app_name: existing.app_name.toUpperCase() },
      });
      assert.equal(expectProblem(reply, 'app_name_taken')['existing_id'], existing.app_id);
      const { app_name } = await server().owner.fetchApp({ parameters });
      assert.equal(app_name, parameters.app_name);
    });

    test('412 with the current ETag when If-Match does not match', async () => {
      const parameters = await makeApp(server().owner);
      const before = await server().owner.reply.fetchApp({ parameters });
      const ifMatch = before.headers.get('etag') ?? '';
      const first = await server().owner.reply.renameApp({
        parameters,
        ifMatch,
        body: { app_name: unique('first') },
      });
      assert.equal(first.status, 200);
      const second = await server().owner.reply.renameApp({
        parameters,
        ifMatch,
        body: { app_name: unique('second') },
      });
      expectProblem(second, 'revision_conflict');
      assert.equal(second.headers.get('etag'), first.headers.get('etag'));
      assert.deepEqual(await server().owner.fetchApp({ parameters }), first.body);
    });
  });

  describe('deleteApp', () => {
    test('200 null deletes the app and everything in it, deployed or not', async () => {
      const { owner } = server();
      const parameters = await makeApp(owner);
      const base = await makeBase(owner, parameters);
      const variant = await makeVariant(owner, base);
      const deployment_revision_id = await deploy(owner, variant);
      const reply = await owner.reply.deleteApp({ parameters });
      assert.equal(reply.status, 200);
      assert.equal(reply.body, null);

      expectProblem(await owner.reply.fetchApp({ parameters }), 'app_not_found');
      expectProblem(await owner.reply.listEnvironments({ parameters }), 'app_not_found');
      expectProblem(await owner.reply.fetchBase({ parameters: base }), 'base_not_found');
      expectProblem(await owner.reply.fetchVariant({ parameters: variant }), 'variant_not_found');
      expectProblem(
        await owner.reply.fetchVariantRevision({ parameters: { ...variant, revision_number: 1 } }),
        'variant_not_found',
      );
      expectProblem(
        await owner.reply.fetchDeployedConfig({ parameters: { deployment_revision_id } }),
        'revision_not_found',
      );
      expectProblem(await owner.reply.deleteApp({ parameters }), 'app_not_found');
    });

    test('frees the name and leaves other apps alone', async () => {
      const { owner } = server();
      const other = await makeVariant(owner);
      const app = await makeApp(owner);
      await owner.deleteApp({ parameters: app });
      await makeApp(owner, { app_name: app.app_name });
      assert.deepEqual(await owner.fetchVariant({ parameters: other }), other);
    });

    test('404 for an app that the caller cannot see', async () => {
      const foreigner = await makeForeigner(server());
      const foreign = await makeApp(foreigner.client);
      for (const app_id of [...unknownIds(), foreign.app_id]) {
        const reply = await server().owner.reply.deleteApp({ parameters: { app_id } });
        expectProblem(reply, 'app_not_found');
      }
      await foreigner.client.fetchApp({ parameters: foreign });
    });

    test('412 when If-Match does not match, and nothing is deleted', async () => {
      const parameters = await makeApp(server().owner);
      const stale = await server().owner.reply.deleteApp({ parameters, ifMatch: '"other"' });
      expectProblem(stale, 'revision_conflict');
      const { headers } = await server().owner.reply.fetchApp({ parameters });
      assert.equal(stale.headers.get('etag'), headers.get('etag'));
      const ifMatch = headers.get('etag') ?? '';
      assert.equal((await server().owner.reply.deleteApp({ parameters, ifMatch })).status, 200);
    });
  });
});
