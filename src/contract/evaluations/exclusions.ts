import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Id, Reference, Timestamp } from '../fields.ts';
import { Named } from '../named.ts';
import { Type } from '../type.ts';

export const Exclusion = Named('Exclusion', {
  annotator_id: Id,
  reason: Type.String(),
  excluded_by: Id,
  created_at: Timestamp,
  judgements: Type.Integer({ minimum: 0, description: 'Judgements of this annotator now.' }),
  judgements_then: Type.Integer({
    minimum: 0,
    description: 'Judgements of all annotators when this one was excluded.',
  }),
});

export type Exclusion = Static<typeof Exclusion>;

const OneEvaluation = Type.Object({ evaluation_id: Reference });
const OneAnnotator = Type.Object({ evaluation_id: Reference, annotator_id: Reference });

export const exclusionEndpoints = [
  defineEndpoint({
    operationId: 'listExclusions',
    tag: 'Human evaluations',
    method: 'GET',
    path: '/human-evaluations/{evaluation_id}/exclusions',
    summary: 'List the annotators that were excluded by hand, oldest first.',
    access: { kind: 'permission', permission: 'edit_evaluation' },
    parameters: OneEvaluation,
    response: Type.Array(Exclusion),
    status: 200,
    problems: ['evaluation_not_found'],
  }),
  defineEndpoint({
    operationId: 'excludeAnnotator',
    tag: 'Human evaluations',
    method: 'PUT',
    path: '/human-evaluations/{evaluation_id}/exclusions/{annotator_id}',
    summary:
      'Leave the judgements of an annotator out of the statistics. Counts and progress keep them, and the annotator is not informed.',
    access: { kind: 'permission', permission: 'edit_evaluation' },
    parameters: OneAnnotator,
    body: Named('NewExclusion', { reason: Type.String({ minLength: 1, maxLength: 2000 }) }),
    response: Exclusion,
    status: 200,
    problems: ['evaluation_not_found', 'annotator_not_found', 'everybody_excluded'],
  }),
  defineEndpoint({
    operationId: 'includeAnnotator',
    tag: 'Human evaluations',
    method: 'DELETE',
    path: '/human-evaluations/{evaluation_id}/exclusions/{annotator_id}',
    summary:
      'Count the judgements of an excluded annotator again. Including an annotator who is not excluded is no error.',
    access: { kind: 'permission', permission: 'edit_evaluation' },
    parameters: OneAnnotator,
    response: Type.Null(),
    status: 204,
    problems: ['evaluation_not_found'],
  }),
] as const;
