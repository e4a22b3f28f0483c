import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Description, Email, Id, Name, PageQuery, Reference, Timestamp } from '../fields.ts';
import { Named } from '../named.ts';
import { Type } from '../type.ts';
import { RoleName, WorkspaceResponse } from './workspaces.ts';

export const Organization = Named('Organization', {
  id: Id,
  name: Type.String(),
  description: Type.String(),
  type: Type.String(),
  owner: Id,
  members: Type.Array(Id),
  invitations: Type.Array(
    Named('PendingInvitation', {
      email: Type.String(),
      roles: Type.Array(RoleName),
      workspace_id: Id,
      expiration_date: Timestamp,
    }),
  ),
  is_paying: Type.Boolean(),
});

export type Organization = Static<typeof Organization>;

export const Invitation = Named('Invitation', {
  email: Type.String(),
  roles: Type.Array(RoleName),
  invite_url: Type.String({ description: 'Shown only once; send it to the person.' }),
  expiration_date: Timestamp,
});

export type Invitation = Static<typeof Invitation>;

const Kind = Type.Optional(Type.String({ maxLength: 128 }));
const OneOrganization = Type.Object({ org_id: Reference });
const OneWorkspace = Type.Object({ org_id: Reference, workspace_id: Reference });

export const organizationEndpoints = [
  defineEndpoint({
    operationId: 'listOrganizations',
    tag: 'Organizations',
    method: 'GET',
    path: '/organizations',
    summary: 'List the organizations the caller belongs to.',
    access: { kind: 'signed-in' },
    query: PageQuery,
    response: Type.Array(Organization),
    status: 200,
    problems: ['invalid_cursor'],
    paged: true,
  }),
  defineEndpoint({
    operationId: 'createOrganization',
    tag: 'Organizations',
    method: 'POST',
    path: '/organizations',
    summary: 'Create an organization with a default workspace.',
    access: { kind: 'signed-in' },
    body: Named('NewOrganization', {
      name: Name,
      description: Description,
      type: Kind,
      owner: Type.Optional(Reference),
    }),
    response: Organization,
    status: 200,
    problems: [],
    location: true,
  }),
  defineEndpoint({
    operationId: 'fetchOwnOrganization',
    tag: 'Organizations',
    method: 'GET',
    path: '/organizations/own',
    summary: 'Fetch the first organization the caller owns.',
    access: { kind: 'signed-in' },
    response: Named('OrganizationSummary', { id: Id, name: Type.String() }),
    status: 200,
    problems: ['organization_not_found'],
  }),
  defineEndpoint({
    operationId: 'fetchOrganization',
    tag: 'Organizations',
    method: 'GET',
    path: '/organizations/{org_id}',
    summary: 'Fetch an organization with its workspaces.',
    access: { kind: 'signed-in' },
    parameters: OneOrganization,
    response: Named('OrganizationDetails', {
      ...Organization.properties,
      workspaces: Type.Array(WorkspaceResponse),
      default_workspace: Id,
    }),
    status: 200,
    problems: ['organization_not_found'],
    etag: true,
  }),
  defineEndpoint({
    operationId: 'updateOrganization',
    tag: 'Organizations',
    method: 'PUT',
    path: '/organizations/{org_id}',
    summary: 'Rename or describe an organization.',
    access: { kind: 'permission', permission: 'edit_organization' },
    parameters: OneOrganization,
    body: Named('OrganizationChange', { name: Type.Optional(Name), description: Description }),
    response: Organization,
    status: 200,
    problems: ['organization_not_found', 'revision_conflict'],
    etag: true,
    ifMatch: 'optional',
  }),
  defineEndpoint({
    operationId: 'createWorkspace',
    tag: 'Organizations',
    method: 'POST',
    path: '/organizations/{org_id}/workspaces',
    summary: 'Create a workspace; the caller becomes its owner.',
    access: { kind: 'permission', permission: 'create_workspace' },
    parameters: OneOrganization,
    body: Named('NewWorkspace', { name: Name, description: Description, type: Kind }),
    response: WorkspaceResponse,
    status: 200,
    problems: ['organization_not_found'],
  }),
  defineEndpoint({
    operationId: 'updateWorkspace',
    tag: 'Organizations',
    method: 'PUT',
    path: '/organizations/{org_id}/workspaces/{workspace_id}',
    summary: 'Rename or describe a workspace.',
    access: { kind: 'permission', permission: 'edit_workspace' },
    parameters: OneWorkspace,
    body: Named('WorkspaceChange', { name: Type.Optional(Name), description: Description }),
    response: WorkspaceResponse,
    status: 200,
    problems: ['organization_not_found', 'workspace_not_found'],
  }),
  defineEndpoint({
    operationId: 'inviteToWorkspace',
    tag: 'Organizations',
    method: 'POST',
    path: '/organizations/{org_id}/workspaces/{workspace_id}/invite',
    summary: 'Invite people to a workspace. The invitation links are shown only once.',
    access: { kind: 'permission', permission: 'add_new_user_to_workspace' },
    parameters: OneWorkspace,
    body: Type.Array(
      Named('NewInvitation', {
        email: Email,
        roles: Type.Array(RoleName, { minItems: 1, maxItems: 6 }),
      }),
      { maxItems: 100 },
    ),
    response: Type.Array(Invitation),
    status: 200,
    problems: ['organization_not_found', 'workspace_not_found', 'already_member'],
  }),
  defineEndpoint({
    operationId: 'resendInvitation',
    tag: 'Organizations',
    method: 'POST',
    path: '/organizations/{org_id}/workspaces/{workspace_id}/invite/resend',
    summary: 'Create a new link for an invitation; the old link stops working.',
    access: { kind: 'permission', permission: 'add_new_user_to_workspace' },
    parameters: OneWorkspace,
    body: Named('InvitationResend', { email: Type.String({ maxLength: 254 }) }),
    response: Invitation,
    status: 200,
    problems: ['organization_not_found', 'workspace_not_found', 'invitation_invalid'],
  }),
  defineEndpoint({
    operationId: 'withdrawInvitation',
    tag: 'Organizations',
    method: 'DELETE',
    path: '/organizations/{org_id}/workspaces/{workspace_id}/invite',
    summary:
      'Withdraw a pending invitation; its link stops working. Withdrawing one that is not pending is no error.',
    access: { kind: 'permission', permission: 'add_new_user_to_workspace' },
    parameters: OneWorkspace,
    query: Type.Object({ email: Type.String({ maxLength: 254 }) }),
    response: Type.Null(),
    status: 204,
    problems: ['organization_not_found', 'workspace_not_found'],
  }),
  defineEndpoint({
    operationId: 'acceptInvitation',
    tag: 'Organizations',
    method: 'POST',
    path: '/organizations/{org_id}/workspaces/{workspace_id}/invite/accept',
    summary: 'Join a workspace with an account that has the invited e-mail.',
    access: { kind: 'signed-in' },
    parameters: OneWorkspace,
    body: Named('InvitationAcceptance', { token: Type.String({ maxLength: 256 }) }),
    response: Named('AcceptedInvitation', {
      status: Type.Literal('accepted'),
      organization_id: Id,
      workspace_id: Id,
    }),
    status: 200,
    problems: ['invitation_invalid', 'already_member'],
  }),
] as const;
