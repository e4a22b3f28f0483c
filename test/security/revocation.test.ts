import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { unique } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { expectProblem } from '../support/expect.ts';
import { enter, makeLink } from '../support/guests.ts';
import { prefixOf } from './prepared-calls.ts';
import { cookieOf, invite, join, makeFirstTenant, type Person, type Tenant } from './tenants.ts';

onEachEngine((server) => {
  let tenant: Tenant;
  before(async () => {
    tenant = await makeFirstTenant(server());
  });

  const member = (...roles: Parameters<typeof join>[2]) => join(server(), tenant, roles);
  const inWorkspace = () => ({ parameters: { workspace_id: tenant.workspaceId } });
  const asQuery = ({ email }: Person) => ({ org_id: tenant.organizationId, email });
  const theApp = () => ({ parameters: { app_id: tenant.appId } });
  const signIn = async ({ email, password }: Person) => {
    const { headers } = await server().client().reply.logIn({ body: { email, password } });
    return server().browser(cookieOf(headers));
  };
  const remove = (person: Person) =>
    tenant.owner.client.removeMember({ ...inWorkspace(), query: asQuery(person) });

  describe('the very next request is refused', () => {
    test('after the key was deleted', async () => {
      const person = await member('editor');
      await person.client.fetchApp(theApp());
      await person.browser.deleteKey({ parameters: { key_prefix: prefixOf(person.key) } });
      expectProblem(await person.client.reply.fetchApp(theApp()), 'unauthenticated');
    });

    test('after the key deleted itself', async () => {
      const { client, key } = await member('editor');
      await client.deleteKey({ parameters: { key_prefix: prefixOf(key) } });
      expectProblem(await client.reply.fetchProfile(), 'unauthenticated');
    });

    test('after the member was removed: keys are dead, sessions see nothing', async () => {
      const person = await member('editor');
      await remove(person);
      expectProblem(await person.client.reply.fetchApp(theApp()), 'unauthenticated');
      expectProblem(await person.browser.reply.fetchApp(theApp()), 'app_not_found');
      assert.deepEqual(await person.browser.listApps(), []);
      assert.deepEqual(await person.browser.listOrganizations(), []);
    });

    test('after the member was removed, also for an idempotent request that was answered before', async () => {
      const person = await member('editor');
      const call = {
        body: { app_name: unique('app') },
        idempotencyKey: unique('k').replace(' ', ''),
      };
      await person.client.createApp(call);
      await remove(person);
      expectProblem(await person.client.reply.createApp(call), 'unauthenticated');
    });

    test('after the role was removed', async () => {
      const person = await member('editor');
      const rename = { ...theApp(), body: { app_name: unique('app') } };
      await person.client.renameApp(rename);
      await tenant.owner.client.unassignRole({
        ...inWorkspace(),
        query: { ...asQuery(person), role: 'editor' },
      });
      expectProblem(await person.client.reply.renameApp(rename), 'forbidden');
      expectProblem(await person.browser.reply.renameApp(rename), 'forbidden');
      await person.client.fetchApp(theApp());
    });

    test('after signing out', async () => {
      const { browser } = await member('viewer');
      await browser.logOut();
      expectProblem(await browser.reply.fetchProfile(), 'unauthenticated');
    });

    test('after the session was ended from elsewhere', async () => {
      const person = await member('viewer');
      const elsewhere = await signIn(person);
      const sessions = await elsewhere.listSessions();
      const session = sessions.find(({ current }) => !current);
      await elsewhere.endSession({ parameters: { session_id: session?.id ?? '' } });
      expectProblem(await person.browser.reply.fetchProfile(), 'unauthenticated');
      await elsewhere.fetchProfile();
    });

    test('after the password was changed: every other session is over', async () => {
      const person = await member('viewer');
      const other = await signIn(person);
      await other.fetchProfile();
      const new_password = 'a passphrase that is new';
      await person.browser.changePassword({
        body: { current_password: person.password, new_password },
      });
      expectProblem(await other.reply.fetchProfile(), 'unauthenticated');
      await person.browser.fetchProfile();
      const again = { body: { email: person.email, password: person.password } };
      expectProblem(await server().client().reply.logIn(again), 'unauthenticated');
    });

    test('after the link of a guest was revoked: every session from it is over', async () => {
      const { client } = tenant.owner;
      const { evaluationId } = tenant;
      const link = await makeLink(client, { evaluationId, max_uses: 3 });
      const guests = [await enter(server(), link), await enter(server(), link)];
      const brief = { parameters: { evaluation_id: evaluationId } };
      const taking = { ...brief, idempotencyKey: unique('k').replace(' ', '') };
      for (const { browser } of guests) await browser.takeAssignments(taking);
      await client.revokeAnnotatorInvitation({
        parameters: { evaluation_id: evaluationId, invitation_id: link.id },
      });
      for (const { browser } of guests) {
        expectProblem(await browser.reply.fetchBrief(brief), 'unauthenticated');
        expectProblem(await browser.reply.takeAssignments(taking), 'unauthenticated');
        expectProblem(await browser.reply.fetchHumanEvaluation(brief), 'unauthenticated');
        expectProblem(await browser.reply.logOut(), 'unauthenticated');
      }
      const body = { token: link.token, username: 'late' };
      expectProblem(
        await server().client().reply.exchangeInvitation({ body }),
        'invitation_invalid',
      );
    });

    test('after a guest signed out', async () => {
      const link = await makeLink(tenant.owner.client, tenant);
      const { browser } = await enter(server(), link);
      const brief = { parameters: { evaluation_id: tenant.evaluationId } };
      await browser.fetchBrief(brief);
      await browser.logOut();
      expectProblem(await browser.reply.fetchBrief(brief), 'unauthenticated');
    });

    test('after the evaluation of a guest was deleted', async () => {
      const { client } = tenant.owner;
      const { browser, evaluationId } = await enter(server(), await makeLink(client));
      await client.deleteHumanEvaluations({ body: { evaluations_ids: [evaluationId] } });
      const brief = { parameters: { evaluation_id: evaluationId } };
      expectProblem(await browser.reply.fetchBrief(brief), 'unauthenticated');
      expectProblem(await browser.reply.fetchProfile(), 'unauthenticated');
    });

    test('with an invitation that was replaced by a new one', async () => {
      const email = `${unique('new').replace(' ', '')}@jurybox.test`;
      const parameters = { org_id: tenant.organizationId, workspace_id: tenant.workspaceId };
      const old = await invite(tenant.owner.client, {
        parameters,
        body: [{ email, roles: ['viewer'] }],
      });
      await tenant.owner.client.resendInvitation({ parameters, body: { email } });
      const body = { token: old, username: 'newcomer', password: 'an invented passphrase' };
      expectProblem(
        await server().client().reply.exchangeInvitation({ body }),
        'invitation_invalid',
      );
    });
  });

  describe('no caller gains more rights', () => {
    test('an admin can neither appoint an owner nor remove one', async () => {
      const admin = await member('workspace_admin');
      const second = await member('owner');
      const place = {
        parameters: { org_id: tenant.organizationId, workspace_id: tenant.workspaceId },
      };
      const email = `${unique('new').replace(' ', '')}@jurybox.test`;
      const { client } = admin;
      const attempts = [
        client.reply.assignRole({
          ...inWorkspace(),
          body: { email: admin.email, organization_id: tenant.organizationId, role: 'owner' },
        }),
        client.reply.inviteToWorkspace({ ...place, body: [{ email, roles: ['owner'] }] }),
        client.reply.unassignRole({
          ...inWorkspace(),
          query: { ...asQuery(second), role: 'owner' },
        }),
        client.reply.removeMember({ ...inWorkspace(), query: asQuery(second) }),
      ];
      for (const attempt of attempts) expectProblem(await attempt, 'forbidden');
      await tenant.owner.client.inviteToWorkspace({
        ...place,
        body: [{ email, roles: ['owner'] }],
      });
      expectProblem(
        await client.reply.resendInvitation({ ...place, body: { email } }),
        'forbidden',
      );
      await second.client.fetchApp(theApp());
    });

    test('a key reaches only its own workspace, even if its owner has more', async () => {
      const { browser, client } = tenant.owner;
      const { id } = await browser.createWorkspace({
        parameters: { org_id: tenant.organizationId },
        body: { name: unique('workspace') },
      });
      const elsewhere = await browser.createApp({
        body: { app_name: unique('app'), workspace_id: id },
      });
      const app = { parameters: { app_id: elsewhere.app_id } };
      await browser.fetchApp(app);
      expectProblem(await client.reply.fetchApp(app), 'app_not_found');
      expectProblem(
        await client.reply.createKey({ query: { workspace_id: id } }),
        'workspace_not_found',
      );
      const listed = await client.listApps();
      assert.ok(!listed.some(({ app_id }) => app_id === elsewhere.app_id));
      const other = await browser.createKey({ query: { workspace_id: id } });
      const { reply } = client;
      const deletion = await reply.deleteKey({ parameters: { key_prefix: prefixOf(other) } });
      expectProblem(deletion, 'key_not_found');
    });

    test('a member cannot end the session of another', async () => {
      const victim = await member('viewer');
      const thief = await member('workspace_admin');
      const [session] = await victim.browser.listSessions();
      await thief.browser.endSession({ parameters: { session_id: session?.id ?? '' } });
      await victim.browser.fetchProfile();
    });

    test('an invitation is valid only for the e-mail address it was made for', async () => {
      const invited = await member('viewer');
      const thief = await member('viewer');
      const { id } = await tenant.owner.browser.createWorkspace({
        parameters: { org_id: tenant.organizationId },
        body: { name: unique('workspace') },
      });
      const place = { parameters: { org_id: tenant.organizationId, workspace_id: id } };
      const token = await invite(tenant.owner.browser, {
        ...place,
        body: [{ email: invited.email, roles: ['owner'] }],
      });
      const call = { ...place, body: { token } };
      expectProblem(await thief.browser.reply.acceptInvitation(call), 'invitation_invalid');
      await invited.browser.acceptInvitation(call);
    });
  });
});
