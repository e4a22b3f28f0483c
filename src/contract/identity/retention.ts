import { defineEndpoint } from '../endpoint.ts';
import { Nullable, Reference } from '../fields.ts';
import { Named } from '../named.ts';
import { Type } from '../type.ts';

const Days = Nullable(
  Type.Integer({ minimum: 1, maximum: 36_500, description: 'null: kept for good.' }),
);

const Retention = Named('Retention', {
  audit_days: Days,
  evaluation_days: Days,
});

const OneWorkspace = Type.Object({ workspace_id: Reference });

export const retentionEndpoints = [
  defineEndpoint({
    operationId: 'fetchRetention',
    tag: 'Workspaces',
    method: 'GET',
    path: '/workspaces/{workspace_id}/retention',
    summary: 'Fetch how long a workspace keeps its audit trail and its closed evaluations.',
    access: { kind: 'permission', permission: 'edit_workspace' },
    parameters: OneWorkspace,
    response: Retention,
    status: 200,
    problems: ['workspace_not_found'],
  }),
  defineEndpoint({
    operationId: 'updateRetention',
    tag: 'Workspaces',
    method: 'PUT',
    path: '/workspaces/{workspace_id}/retention',
    summary:
      'Set how many days a workspace keeps its audit trail, and evaluations after they were closed or archived.',
    access: { kind: 'permission', permission: 'edit_workspace' },
    parameters: OneWorkspace,
    body: Retention,
    response: Retention,
    status: 200,
    problems: ['workspace_not_found'],
  }),
  defineEndpoint({
    operationId: 'deletePerson',
    tag: 'Workspaces',
    method: 'DELETE',
    path: '/workspaces/{workspace_id}/people/{person_id}',
    summary:
      'Delete a member or guest for good. What they made and judged stays, without their name.',
    access: { kind: 'permission', permission: 'modify_user_roles' },
    parameters: Type.Object({ workspace_id: Reference, person_id: Reference }),
    response: Type.Null(),
    status: 200,
    problems: ['workspace_not_found', 'user_not_found', 'last_owner'],
  }),
] as const;
