import type { Static } from 'typebox';
import { PERMISSIONS, ROLE_NAMES, type Role } from '../access.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Id, Reference, Timestamp } from '../fields.ts';
import { Named, NamedOneOf } from '../named.ts';
import { Type } from '../type.ts';

/** The names are the keys of the role table, not a tuple, so TypeBox cannot infer their type. */
export const RoleName = Type.Unsafe<Role>(NamedOneOf('RoleName', ROLE_NAMES));

const Permission = NamedOneOf('Permission', PERMISSIONS);

export const WorkspaceResponse = Named('WorkspaceResponse', {
  id: Id,
  name: Type.String(),
  description: Type.String(),
  type: Type.String(),
  organization: Id,
  members: Type.Array(
    Named('WorkspaceMember', {
      user: Named('WorkspaceUser', {
        id: Id,
        uid: Id,
        username: Type.String(),
        email: Type.String(),
      }),
      roles: Type.Array(
        Named('MemberRole', {
          role_name: RoleName,
          role_description: Type.String(),
          permissions: Type.Array(Permission),
        }),
      ),
    }),
  ),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export type WorkspaceResponse = Static<typeof WorkspaceResponse>;

const OneWorkspace = Type.Object({ workspace_id: Reference });

export const workspaceEndpoints = [
  defineEndpoint({
    operationId: 'listRoles',
    tag: 'Workspaces',
    method: 'GET',
    path: '/workspaces/roles',
    summary: 'List the roles a member can have.',
    access: { kind: 'signed-in' },
    response: Type.Array(
      Named('RoleSummary', { role_name: RoleName, role_description: Type.String() }),
    ),
    status: 200,
    problems: [],
  }),
  defineEndpoint({
    operationId: 'listPermissions',
    tag: 'Workspaces',
    method: 'GET',
    path: '/workspaces/permissions',
    summary: 'List all permissions.',
    access: { kind: 'signed-in' },
    response: Type.Array(Permission),
    status: 200,
    problems: [],
  }),
  defineEndpoint({
    operationId: 'assignRole',
    tag: 'Workspaces',
    method: 'POST',
    path: '/workspaces/{workspace_id}/roles',
    summary: 'Give a member one more role.',
    access: { kind: 'permission', permission: 'modify_user_roles' },
    parameters: OneWorkspace,
    body: Named('RoleAssignment', {
      email: Type.String({ maxLength: 254 }),
      organization_id: Reference,
      role: Type.Optional(RoleName),
    }),
    response: Type.Literal(true),
    status: 200,
    problems: ['workspace_not_found', 'organization_not_found', 'user_not_found'],
  }),
  defineEndpoint({
    operationId: 'replaceRoles',
    tag: 'Workspaces',
    method: 'PUT',
    path: '/workspaces/{workspace_id}/roles',
    summary: 'Replace all roles of a member.',
    access: { kind: 'permission', permission: 'modify_user_roles' },
    parameters: OneWorkspace,
    body: Named('RoleReplacement', {
      email: Type.String({ maxLength: 254 }),
      organization_id: Reference,
      roles: Type.Array(RoleName, { minItems: 1, maxItems: 6 }),
    }),
    response: Type.Literal(true),
    status: 200,
    problems: ['workspace_not_found', 'organization_not_found', 'user_not_found', 'last_owner'],
  }),
  defineEndpoint({
    operationId: 'unassignRole',
    tag: 'Workspaces',
    method: 'DELETE',
    path: '/workspaces/{workspace_id}/roles',
    summary: 'Remove a role from a member; a member without roles becomes a viewer.',
    access: { kind: 'permission', permission: 'modify_user_roles' },
    parameters: OneWorkspace,
    query: Type.Object({ email: Type.String(), org_id: Reference, role: RoleName }),
    response: Type.Literal(true),
    status: 200,
    problems: ['workspace_not_found', 'organization_not_found', 'user_not_found', 'last_owner'],
  }),
  defineEndpoint({
    operationId: 'createPasswordReset',
    tag: 'Workspaces',
    method: 'POST',
    path: '/workspaces/{workspace_id}/password-resets',
    summary:
      'Create a link with which a member of only your workspaces sets a new password, once, within 24 hours.',
    access: { kind: 'session' },
    parameters: OneWorkspace,
    body: Named('NewPasswordReset', {
      email: Type.String({ maxLength: 254 }),
      organization_id: Reference,
    }),
    response: Named('PasswordResetLink', {
      reset_url: Type.String(),
      expiration_date: Timestamp,
    }),
    status: 201,
    problems: ['workspace_not_found', 'organization_not_found', 'user_not_found'],
  }),
  defineEndpoint({
    operationId: 'removeMember',
    tag: 'Workspaces',
    method: 'DELETE',
    path: '/workspaces/{workspace_id}/users',
    summary: 'Remove a member. Their keys for this workspace end at once.',
    access: { kind: 'permission', permission: 'modify_user_roles' },
    parameters: OneWorkspace,
    query: Type.Object({ org_id: Reference, email: Type.String() }),
    response: WorkspaceResponse,
    status: 200,
    problems: ['workspace_not_found', 'organization_not_found', 'user_not_found', 'last_owner'],
  }),
] as const;
