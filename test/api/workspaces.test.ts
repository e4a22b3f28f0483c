import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeForeigner, makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { UNKNOWN_ID, wrong } from '../support/requests.ts';

onEachEngine((server) => {
  describe('listRoles', () => {
    test('200 lists the six roles in their order', async () => {
      const roles = await server().owner.listRoles();
      assert.deepEqual(
        roles.map((role) => role.role_name),
        ['owner', 'viewer', 'editor', 'evaluator', 'workspace_admin', 'deployment_manager'],
      );
      assert.ok(roles.every((role) => role.role_description.length > 0));
    });

    test('401 without a valid credential', async () => {
      expectProblem(await server().client().reply.listRoles(), 'unauthenticated');
      const unknown = server().client(`unknown1.${'0'.repeat(64)}`);
      expectProblem(await unknown.reply.listRoles(), 'unauthenticated');
    });
  });

  describe('listPermissions', () => {
    test('200 lists all permissions in the order of the contract', async () => {
      assert.deepEqual(await server().owner.listPermissions(), PERMISSIONS.split(/,\s+/));
    });

    test('401 without a valid credential', async () => {
      expectProblem(await server().client().reply.listPermissions(), 'unauthenticated');
    });
  });

  describe('createWorkspace', () => {
    test('200 makes the caller its owner', async () => {
      const founder = await makeForeigner(server());
      const made = await founder.browser.createWorkspace({
        parameters: { org_id: founder.organizationId },
        body: { name: 'Lab', description: 'for trials', type: 'lab' },
      });
      assert.deepEqual(
        [made.name, made.description, made.type, made.organization, made.created_at],
        ['Lab', 'for trials', 'lab', founder.organizationId, made.updated_at],
      );
      assert.deepEqual(
        made.members.map(({ user, roles }) => [user.id, roles.map((role) => role.role_name)]),
        [[founder.userId, ['owner']]],
      );
      const key = await founder.browser.createKey({ query: { workspace_id: made.id } });
      const { app_id } = await server()
        .client(key)
        .createApp({ body: { app_name: 'here' } });
      const reply = await founder.client.reply.fetchApp({ parameters: { app_id } });
      expectProblem(reply, 'app_not_found');
    });

    test('403 for owners of a workspace who do not own the organization', async () => {
      const member = await makeMember(server(), ['owner']);
      const reply = await member.client.reply.createWorkspace({
        parameters: { org_id: member.organizationId },
        body: { name: 'extra' },
      });
      assert.equal(expectProblem(reply, 'forbidden')['permission'], 'create_workspace');
    });

    test('404 for unknown, malformed and foreign ids alike', async () => {
      const { organizationId } = await makeForeigner(server());
      for (const org_id of [UNKNOWN_ID, 'nothing', organizationId]) {
        const reply = await server().owner.reply.createWorkspace({
          parameters: { org_id },
          body: { name: 'extra' },
        });
        expectProblem(reply, 'organization_not_found');
      }
    });

    test('422 before any other check', async () => {
      const reply = await server().owner.reply.createWorkspace({
        parameters: { org_id: UNKNOWN_ID },
        body: wrong({ name: 'x'.repeat(129), type: false }),
      });
      expectInvalid(
        reply,
        {
          loc: ['body', 'name'],
          type: 'string_too_long',
          msg: 'String should have at most 128 characters',
        },
        { loc: ['body', 'type'], type: 'string_type' },
      );
    });
  });

  describe('updateWorkspace', () => {
    test('200 changes what was sent and keeps the rest', async () => {
      const founder = await makeForeigner(server());
      const parameters = { org_id: founder.organizationId, workspace_id: founder.workspaceId };
      const update = (body: { name?: string; description?: string }) =>
        founder.client.updateWorkspace({ parameters, body });
      const named = await update({ name: 'Named' });
      const described = await update({ description: 'described' });
      assert.deepEqual(described, {
        ...named,
        description: 'described',
        updated_at: described.updated_at,
      });
      assert.ok(described.updated_at > described.created_at);
      assert.deepEqual(await update({}), described);
      assert.deepEqual(await update({ name: 'Named' }), described);
    });

    test('200 for admins, 403 for lesser roles', async () => {
      const admin = await makeMember(server(), ['workspace_admin']);
      const parameters = { org_id: admin.organizationId, workspace_id: admin.workspaceId };
      const body = { description: 'by an admin' };
      await admin.client.updateWorkspace({ parameters, body });
      const rest = await makeMember(server(), ['editor', 'evaluator', 'deployment_manager']);
      const reply = await rest.client.reply.updateWorkspace({ parameters, body });
      assert.equal(expectProblem(reply, 'forbidden')['permission'], 'edit_workspace');
    });

    test('404 for an unknown organization first, then for an unknown workspace', async () => {
      const founder = await makeForeigner(server());
      const other = await founder.browser.createOrganization({ body: { name: 'other' } });
      const { organizationId, workspaceId } = await makeForeigner(server());
      const update = (org_id: string, workspace_id: string) =>
        founder.browser.reply.updateWorkspace({ parameters: { org_id, workspace_id }, body: {} });
      for (const org_id of [UNKNOWN_ID, 'nothing', organizationId]) {
        expectProblem(await update(org_id, founder.workspaceId), 'organization_not_found');
      }
      for (const workspace_id of [UNKNOWN_ID, 'nothing', workspaceId]) {
        expectProblem(await update(founder.organizationId, workspace_id), 'workspace_not_found');
      }
      expectProblem(await update(other.id, founder.workspaceId), 'workspace_not_found');
    });

    test('422 for a name of white space', async () => {
      const founder = await makeForeigner(server());
      const reply = await founder.client.reply.updateWorkspace({
        parameters: { org_id: founder.organizationId, workspace_id: founder.workspaceId },
        body: { name: '\u2003' },
      });
      expectInvalid(reply, { loc: ['body', 'name'], type: 'string_too_short' });
    });
  });
});

const PERMISSIONS =
  'read_system, view_application, edit_application, create_application, delete_application, create_app_variant, delete_app_variant, modify_variant_configurations, delete_application_variant, view_app_environment_deployment, edit_app_environment_deployment, create_app_environment_deployment, view_testset, edit_testset, create_testset, delete_testset, view_evaluation, run_evaluations, edit_evaluation, create_evaluation, delete_evaluation, deploy_application, view_workspace, edit_workspace, create_workspace, delete_workspace, modify_user_roles, add_new_user_to_workspace, edit_organization, delete_organization, add_new_user_to_organization';
