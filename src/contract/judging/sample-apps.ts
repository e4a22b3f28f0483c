import { defineEndpoint } from '../endpoint.ts';
import { Id, Reference } from '../fields.ts';
import { Named } from '../named.ts';
import { Type } from '../type.ts';

/** The beginning of a demo app's name, by which people and the web UI recognize it. */
export const DEMO_PREFIX = 'Demo: ';

export const sampleAppEndpoints = [
  defineEndpoint({
    operationId: 'createSampleApp',
    tag: 'Human evaluations',
    method: 'POST',
    path: '/sample-apps',
    summary:
      'Create a demo app: three variants, a test set of 60 rows and three evaluations judged by two simulated annotators, and one that is open. Delete the app to remove all of it.',
    access: { kind: 'permission', permission: 'create_application' },
    body: Named('NewSampleApp', { workspace_id: Type.Optional(Reference) }),
    bodyOptional: true,
    response: Named('CreatedSampleApp', {
      app_id: Id,
      app_name: Type.String(),
      evaluation_ids: Type.Array(Id),
    }),
    status: 201,
    problems: ['workspace_not_found'],
    location: true,
  }),
] as const;
