import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Role } from '../../src/contract/access.ts';
import { type Member, makeForeigner, makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { joinWorkspace } from '../support/join-workspace.ts';
import { UNKNOWN_ID, wrong } from '../support/requests.ts';

onEachEngine((server) => {
  describe('assignRole', () => {
    test('200 adds a role, effective at once, by default viewer', async () => {
      const host = await makeForeigner(server());
      const guest = await makeForeigner(server());
      await joinWorkspace(host, { guest, roles: ['evaluator'] });
      const call = assignTo(host, guest);
      assert.equal(await host.client.assignRole(call()), true);
      assert.deepEqual(await rolesOf(host, guest), ['viewer', 'evaluator']);
      const app = { app_name: 'made by the guest', workspace_id: host.workspaceId };
      expectProblem(await guest.browser.reply.createApp({ body: app }), 'forbidden');
      await host.client.assignRole(call({ role: 'editor' }));
      await guest.browser.createApp({ body: app });
    });

    test('200 changes nothing for a role the member has', async () => {
      const host = await makeForeigner(server());
      await host.client.assignRole(assignTo(host, host)({ role: 'owner' }));
      assert.deepEqual(await rolesOf(host, host), ['owner']);
    });

    test('200 ignores the case of the e-mail address', async () => {
      const host = await makeForeigner(server());
      const email = host.email.toUpperCase();
      await host.client.assignRole(assignTo(host, host)({ role: 'editor', email }));
      assert.deepEqual(await rolesOf(host, host), ['owner', 'editor']);
    });

    test('200 keeps all roles that simultaneous requests assign', async () => {
      const host = await makeForeigner(server());
      const guest = await makeForeigner(server());
      await joinWorkspace(host, { guest, roles: ['viewer'] });
      const roles = ['editor', 'evaluator', 'workspace_admin', 'deployment_manager'] as const;
      const call = assignTo(host, guest);
      await Promise.all(roles.map((role) => host.client.assignRole(call({ role }))));
      assert.deepEqual(await rolesOf(host, guest), ['viewer', ...roles]);
    });

    test('403 without the permission to change roles', async () => {
      const editor = await makeMember(server(), ['editor', 'deployment_manager', 'evaluator']);
      const reply = await editor.client.reply.assignRole(assignTo(editor, editor)());
      assert.equal(expectProblem(reply, 'forbidden')['permission'], 'modify_user_roles');
    });

    test('403 for admins who assign the role owner; owners may', async () => {
      const host = await makeForeigner(server());
      const guest = await makeForeigner(server());
      await joinWorkspace(host, { guest, roles: ['workspace_admin'] });
      const call = assignTo(host, guest)({ role: 'owner' });
      const reply = await guest.browser.reply.assignRole(call);
      assert.equal(expectProblem(reply, 'forbidden')['permission'], 'modify_user_roles');
      assert.deepEqual(await rolesOf(host, guest), ['workspace_admin']);
      await host.client.assignRole(call);
      assert.deepEqual(await rolesOf(host, guest), ['owner', 'workspace_admin']);
    });

    test('404 for unknown and foreign workspaces, users and organizations', async () => {
      const host = await makeForeigner(server());
      const stranger = await makeForeigner(server());
      const other = await host.browser.createOrganization({ body: { name: 'other' } });
      const call = assignTo(host, host);
      for (const workspace_id of [UNKNOWN_ID, 'nothing', stranger.workspaceId]) {
        const reply = await host.browser.reply.assignRole({
          ...call(),
          parameters: { workspace_id },
        });
        assert.ok(!('field' in expectProblem(reply, 'workspace_not_found')));
      }
      for (const email of [stranger.email, 'nobody@jurybox.test', '']) {
        const reply = await host.browser.reply.assignRole(call({ email }));
        assert.equal(expectProblem(reply, 'user_not_found')['field'], 'email');
      }
      for (const organization_id of [UNKNOWN_ID, '', stranger.organizationId]) {
        const reply = await host.browser.reply.assignRole(call({ organization_id }));
        assert.equal(expectProblem(reply, 'organization_not_found')['field'], 'organization_id');
      }
      const mixed = await host.browser.reply.assignRole(call({ organization_id: other.id }));
      expectProblem(mixed, 'workspace_not_found');
    });

    test('404 before 403', async () => {
      const viewer = await makeMember(server(), ['viewer']);
      const call = assignTo(viewer, viewer)({ email: 'nobody@jurybox.test' });
      expectProblem(await viewer.client.reply.assignRole(call), 'user_not_found');
    });

    test('422 names every fault', async () => {
      const host = await makeForeigner(server());
      const reply = await host.client.reply.assignRole({
        parameters: { workspace_id: host.workspaceId },
        body: wrong({ email: 1, role: 'king' }),
      });
      expectInvalid(
        reply,
        { loc: ['body', 'email'], type: 'string_type' },
        { loc: ['body', 'organization_id'], type: 'missing' },
        {
          loc: ['body', 'role'],
          type: 'enum',
          msg: "Input should be 'owner', 'viewer', 'editor', 'evaluator', 'workspace_admin' or 'deployment_manager'",
        },
      );
    });
  });

  describe('replaceRoles', () => {
    const replacing =
      (host: Member, { email }: Member) =>
      (roles: Role[]) => ({
        parameters: { workspace_id: host.workspaceId },
        body: { email, organization_id: host.organizationId, roles },
      });

    test('200 replaces all roles, effective at once', async () => {
      const host = await makeForeigner(server());
      const guest = await makeForeigner(server());
      await joinWorkspace(host, { guest, roles: ['editor', 'deployment_manager'] });
      const call = replacing(host, guest);
      assert.equal(await host.client.replaceRoles(call(['evaluator', 'viewer', 'viewer'])), true);
      assert.deepEqual(await rolesOf(host, guest), ['viewer', 'evaluator']);
      const app = { app_name: 'made by the guest', workspace_id: host.workspaceId };
      expectProblem(await guest.browser.reply.createApp({ body: app }), 'forbidden');
    });

    test('403 for admins who assign or remove the role owner', async () => {
      const host = await makeForeigner(server());
      const admin = await makeForeigner(server());
      await joinWorkspace(host, { guest: admin, roles: ['workspace_admin'] });
      for (const call of [replacing(host, admin)(['owner']), replacing(host, host)(['viewer'])]) {
        expectProblem(await admin.browser.reply.replaceRoles(call), 'forbidden');
      }
    });

    test('404 workspace_not_found and organization_not_found', async () => {
      const host = await makeForeigner(server());
      const { parameters, body } = replacing(host, host)(['owner']);
      const { reply } = host.client;
      const elsewhere = { parameters: { workspace_id: UNKNOWN_ID }, body };
      expectProblem(await reply.replaceRoles(elsewhere), 'workspace_not_found');
      const other = { parameters, body: { ...body, organization_id: UNKNOWN_ID } };
      expectProblem(await reply.replaceRoles(other), 'organization_not_found');
    });

    test('404 user_not_found, 409 last_owner and 422 without a role', async () => {
      const host = await makeForeigner(server());
      const stranger = await makeForeigner(server());
      const { reply } = host.client;
      const unknown = replacing(host, stranger)(['viewer']);
      expectProblem(await reply.replaceRoles(unknown), 'user_not_found');
      expectProblem(await reply.replaceRoles(replacing(host, host)(['viewer'])), 'last_owner');
      expectInvalid(await reply.replaceRoles(replacing(host, host)([])), {
        loc: ['body', 'roles'],
        type: 'too_short',
      });
    });
  });

  describe('unassignRole', () => {
    test('200 removes a role, effective at once; viewer is the last one left', async () => {
      const host = await makeForeigner(server());
      const guest = await makeForeigner(server());
      await joinWorkspace(host, { guest, roles: ['workspace_admin', 'evaluator'] });
      const call = unassignFrom(host, guest);
      assert.equal(await host.client.unassignRole(call('workspace_admin')), true);
      assert.deepEqual(await rolesOf(host, guest), ['evaluator']);
      await host.client.unassignRole(call('evaluator'));
      assert.deepEqual(await rolesOf(host, guest), ['viewer']);
      await host.client.unassignRole(call('viewer'));
      assert.deepEqual(await rolesOf(host, guest), ['viewer']);
      const reply = await guest.browser.reply.unassignRole(call('editor'));
      assert.equal(expectProblem(reply, 'forbidden')['permission'], 'modify_user_roles');
    });

    test('200 changes nothing for a role the member does not have', async () => {
      const host = await makeForeigner(server());
      assert.equal(await host.client.unassignRole(unassignFrom(host, host)('editor')), true);
      assert.deepEqual(await rolesOf(host, host), ['owner']);
    });

    test('403 for admins who remove the role owner', async () => {
      const host = await makeForeigner(server());
      const guest = await makeForeigner(server());
      await joinWorkspace(host, { guest, roles: ['workspace_admin'] });
      const reply = await guest.browser.reply.unassignRole(unassignFrom(host, host)('owner'));
      assert.equal(expectProblem(reply, 'forbidden')['permission'], 'modify_user_roles');
    });

    test('404 for unknown and foreign workspaces, users and organizations', async () => {
      const host = await makeForeigner(server());
      const stranger = await makeForeigner(server());
      const other = await host.browser.createOrganization({ body: { name: 'other' } });
      const { parameters, query } = unassignFrom(host, host)('owner');
      const unassign = host.browser.reply.unassignRole;
      for (const workspace_id of [UNKNOWN_ID, 'nothing', stranger.workspaceId]) {
        const reply = await unassign({ parameters: { workspace_id }, query });
        expectProblem(reply, 'workspace_not_found');
      }
      const user = await unassign({ parameters, query: { ...query, email: stranger.email } });
      assert.ok(!('field' in expectProblem(user, 'user_not_found')));
      for (const org_id of [UNKNOWN_ID, 'nothing', stranger.organizationId]) {
        const reply = await unassign({ parameters, query: { ...query, org_id } });
        assert.ok(!('field' in expectProblem(reply, 'organization_not_found')));
      }
      const mixed = await unassign({ parameters, query: { ...query, org_id: other.id } });
      expectProblem(mixed, 'workspace_not_found');
    });

    test('409 for the only owner', async () => {
      const host = await makeForeigner(server());
      const reply = await host.client.reply.unassignRole(unassignFrom(host, host)('owner'));
      expectProblem(reply, 'last_owner');
      assert.deepEqual(await rolesOf(host, host), ['owner']);
    });

    test('409 for one of two owners who remove each other at once', async () => {
      const host = await makeForeigner(server());
      const guest = await makeForeigner(server());
      await joinWorkspace(host, { guest, roles: ['owner'] });
      const replies = await Promise.all([
        host.browser.reply.unassignRole(unassignFrom(host, guest)('owner')),
        guest.browser.reply.unassignRole(unassignFrom(host, host)('owner')),
      ]);
      const refused = replies.filter(({ status }) => status !== 200);
      assert.equal(refused.length, 1);
      // The slower one had either lost the role already, or would have removed the last owner.
      assert.ok([403, 409].includes(refused[0]?.status ?? 0));
    });

    test('422 for an unknown role and a missing e-mail address', async () => {
      const host = await makeForeigner(server());
      const reply = await host.client.reply.unassignRole({
        parameters: { workspace_id: host.workspaceId },
        query: wrong({ org_id: host.organizationId, role: 'king' }),
      });
      expectInvalid(
        reply,
        { loc: ['query', 'email'], type: 'missing', msg: 'Field required' },
        { loc: ['query', 'role'], type: 'enum' },
      );
    });
  });

  describe('removeMember', () => {
    test('200 returns the workspace without the member', async () => {
      const host = await makeForeigner(server());
      const guest = await makeForeigner(server());
      await joinWorkspace(host, { guest, roles: ['editor'] });
      const left = await host.client.removeMember(removalOf(host, guest));
      assert.equal(left.id, host.workspaceId);
      assert.deepEqual(
        left.members.map(({ user }) => user.id),
        [host.userId],
      );
      const reply = await guest.browser.reply.fetchOrganization({
        parameters: { org_id: host.organizationId },
      });
      expectProblem(reply, 'organization_not_found');
    });

    test('200 ends the keys of the member for this workspace, and only those', async () => {
      const host = await makeForeigner(server());
      const guest = await makeForeigner(server());
      await joinWorkspace(host, { guest, roles: ['editor'] });
      const key = await guest.browser.createKey({ query: { workspace_id: host.workspaceId } });
      const { app_id } = await server()
        .client(key)
        .createApp({ body: { app_name: 'stays' } });
      await host.client.removeMember(removalOf(host, guest));
      expectProblem(await server().client(key).reply.listApps(), 'unauthenticated');
      assert.equal((await guest.client.fetchProfile()).id, guest.userId);
      const app = await host.client.fetchApp({ parameters: { app_id } });
      assert.equal(app.app_name, 'stays');
    });

    test('200 for a member who leaves', async () => {
      const host = await makeForeigner(server());
      const guest = await makeForeigner(server());
      await joinWorkspace(host, { guest, roles: ['workspace_admin'] });
      const left = await guest.browser.removeMember(removalOf(host, guest));
      assert.equal(left.members.length, 1);
    });

    test('403 without the permission, and for admins who remove an owner', async () => {
      const host = await makeForeigner(server());
      const admin = await makeForeigner(server());
      const editor = await makeForeigner(server());
      await joinWorkspace(host, { guest: admin, roles: ['workspace_admin'] });
      await joinWorkspace(host, { guest: editor, roles: ['editor'] });
      for (const [caller, target] of [
        [editor, admin],
        [admin, host],
      ] as const) {
        const reply = await caller.browser.reply.removeMember(removalOf(host, target));
        assert.equal(expectProblem(reply, 'forbidden')['permission'], 'modify_user_roles');
      }
    });

    test('404 for unknown and foreign workspaces, users and organizations', async () => {
      const host = await makeForeigner(server());
      const stranger = await makeForeigner(server());
      const other = await host.browser.createOrganization({ body: { name: 'other' } });
      const { parameters, query } = removalOf(host, host);
      const remove = host.browser.reply.removeMember;
      for (const workspace_id of [UNKNOWN_ID, 'nothing', stranger.workspaceId]) {
        const reply = await remove({ parameters: { workspace_id }, query });
        expectProblem(reply, 'workspace_not_found');
      }
      const user = await remove({ parameters, query: { ...query, email: stranger.email } });
      expectProblem(user, 'user_not_found');
      for (const org_id of [UNKNOWN_ID, 'nothing', stranger.organizationId]) {
        const reply = await remove({ parameters, query: { ...query, org_id } });
        expectProblem(reply, 'organization_not_found');
      }
      const mixed = await remove({ parameters, query: { ...query, org_id: other.id } });
      expectProblem(mixed, 'workspace_not_found');
    });

    test('409 for the only owner', async () => {
      const host = await makeForeigner(server());
      const reply = await host.client.reply.removeMember(removalOf(host, host));
      expectProblem(reply, 'last_owner');
    });

    test('409 for the last of several owners who all leave at once', async () => {
      const host = await makeForeigner(server());
      const guests = await Promise.all([1, 2, 3].map(() => makeForeigner(server())));
      for (const guest of guests) await joinWorkspace(host, { guest, roles: ['owner'] });
      const replies = await Promise.all(
        [host, ...guests].map((owner) => owner.browser.reply.removeMember(removalOf(host, owner))),
      );
      const [refused, ...others] = replies.filter(({ status }) => status !== 200);
      assert.deepEqual(others, []);
      expectProblem(refused ?? fail(), 'last_owner');
    });

    test('422 without the member', async () => {
      const host = await makeForeigner(server());
      const reply = await host.client.reply.removeMember({
        parameters: { workspace_id: host.workspaceId },
        query: wrong({}),
      });
      expectInvalid(
        reply,
        { loc: ['query', 'org_id'], type: 'missing' },
        { loc: ['query', 'email'], type: 'missing' },
      );
    });
  });
});

type RoleName = Awaited<ReturnType<Member['client']['listRoles']>>[number]['role_name'];

function assignTo(host: Member, guest: Member) {
  return (overrides: { role?: RoleName; email?: string; organization_id?: string } = {}) => ({
    parameters: { workspace_id: host.workspaceId },
    body: { email: guest.email, organization_id: host.organizationId, ...overrides },
  });
}

function unassignFrom(host: Member, guest: Member) {
  return (role: RoleName) => ({
    parameters: { workspace_id: host.workspaceId },
    query: { email: guest.email, org_id: host.organizationId, role },
  });
}

function removalOf(host: Member, guest: Member) {
  return {
    parameters: { workspace_id: host.workspaceId },
    query: { org_id: host.organizationId, email: guest.email },
  };
}

/** The roles of the guest, as the host sees them. */
async function rolesOf(host: Member, guest: Member): Promise<readonly string[] | undefined> {
  const { workspaces } = await host.client.fetchOrganization({
    parameters: { org_id: host.organizationId },
  });
  const members = workspaces.find(({ id }) => id === host.workspaceId)?.members;
  const member = members?.find(({ user }) => user.id === guest.userId);
  return member?.roles.map((role) => role.role_name);
}

function fail(): never {
  throw new Error('All requests succeeded.');
}
