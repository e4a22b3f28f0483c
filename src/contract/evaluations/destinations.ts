import { defineEndpoint } from '../endpoint.ts';
import { Id, Nullable, Reference } from '../fields.ts';
import { Named } from '../named.ts';
import { Type } from '../type.ts';

const Destinations = Named('Destinations', {
  apps: Type.Array(Named('AppDestination', { id: Id, name: Type.String() })),
  variants: Type.Array(Named('VariantDestination', { id: Id, app_id: Id, name: Type.String() })),
  testsets: Type.Array(Named('TestsetDestination', { id: Id, app_id: Id, name: Type.String() })),
  evaluations: Type.Array(
    Named('EvaluationDestination', {
      id: Id,
      app_id: Id,
      name: Nullable(Type.String({ description: 'Null for blind annotators.' })),
      testset_name: Type.String(),
    }),
  ),
});

export const destinationEndpoints = [
  defineEndpoint({
    operationId: 'listDestinations',
    tag: 'Workspaces',
    method: 'GET',
    path: '/destinations',
    summary:
      'List what a command palette offers in a workspace, newest first: at most 500 objects of each kind.',
    access: { kind: 'permission', permission: 'view_application' },
    query: Type.Object({ workspace_id: Type.Optional(Reference) }),
    response: Destinations,
    status: 200,
    problems: ['workspace_not_found'],
    reads: 'much',
  }),
] as const;
