import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Id, OneOf, PAGE_QUERY, Reference, Timestamp } from '../fields.ts';
import { Named, NamedOneOf } from '../named.ts';
import { Sources } from '../outputs/generation.ts';
import { sourceFaults } from '../outputs/generation-faults.ts';
import { Type } from '../type.ts';
import { evaluationFaults } from './evaluation-faults.ts';
import { EvaluationType, NewEvaluationSettings } from './evaluation-settings.ts';

export const EVALUATION_STATUSES = [
  'EVALUATION_INITIALIZED',
  'EVALUATION_STARTED',
  'EVALUATION_FINISHED',
  'EVALUATION_FINISHED_WITH_ERRORS',
  'EVALUATION_FAILED',
] as const;

export const EvaluationStatus = NamedOneOf('EvaluationStatus', EVALUATION_STATUSES);

export type EvaluationStatus = (typeof EVALUATION_STATUSES)[number];

/** The original's object: these keys and no others. */
export const HumanEvaluation = Named('HumanEvaluation', {
  id: Id,
  app_id: Id,
  user_id: Id,
  user_username: Type.String(),
  evaluation_type: EvaluationType,
  variant_ids: Type.Array(Id),
  variant_names: Type.Array(Type.String()),
  variants_revision_ids: Type.Array(Id),
  revisions: Type.Array(Type.String()),
  testset_id: Id,
  testset_name: Type.String(),
  status: EvaluationStatus,
  created_at: Timestamp,
  updated_at: Timestamp,
});

export type HumanEvaluation = Static<typeof HumanEvaluation>;

/** What the original's evaluations can use; human ones have no evaluator configs. */
const RESOURCE_TYPES = ['variant', 'testset', 'evaluator_config'] as const;

const MAX_VARIANTS = 10;

const OneEvaluation = Type.Object({ evaluation_id: Reference });

export const humanEvaluationEndpoints = [
  defineEndpoint({
    operationId: 'createHumanEvaluation',
    tag: 'Human evaluations',
    method: 'POST',
    path: '/human-evaluations',
    summary: 'Create a human evaluation of variants over a test set, pinned to their revisions.',
    access: { kind: 'permission', permission: 'create_evaluation' },
    body: Named('NewHumanEvaluation', {
      app_id: Reference,
      variant_ids: Type.Array(Reference, {
        maxItems: MAX_VARIANTS,
        description: 'At least two for comparisons, one for scoring.',
      }),
      evaluation_type: EvaluationType,
      inputs: Type.Array(Type.String(), { maxItems: 200 }),
      testset_id: Reference,
      status: OneOf(['EVALUATION_INITIALIZED']),
      settings: Type.Optional(NewEvaluationSettings),
      sources: Type.Optional(Sources),
    }),
    faults: (sent) => [...evaluationFaults(sent), ...sourceFaults(sent)],
    response: Named('CreatedHumanEvaluation', {
      id: Id,
      variant_ids: Type.Array(Id),
      app_id: Id,
      status: EvaluationStatus,
      evaluation_type: EvaluationType,
    }),
    status: 200,
    problems: [
      'app_not_found',
      'variant_not_found',
      'testset_not_found',
      'provider_not_found',
      'user_not_found',
      'columns_mismatch',
    ],
    etag: true,
    location: true,
  }),
  defineEndpoint({
    operationId: 'listHumanEvaluations',
    tag: 'Human evaluations',
    method: 'GET',
    path: '/human-evaluations',
    summary: 'List the human evaluations of an app.',
    access: { kind: 'permission', permission: 'view_evaluation' },
    query: Type.Object({ app_id: Reference, ...PAGE_QUERY }),
    response: Type.Array(HumanEvaluation),
    status: 200,
    problems: ['app_not_found', 'invalid_cursor'],
    reads: 'much',
    paged: true,
  }),
  defineEndpoint({
    operationId: 'listEvaluationsByResource',
    tag: 'Human evaluations',
    method: 'GET',
    path: '/evaluations/by_resource',
    summary:
      'List the ids of the human evaluations that use any of these resources. Annotators of a blind evaluation do not find it by its variants.',
    access: { kind: 'permission', permission: 'view_evaluation' },
    query: Type.Object({
      resource_type: OneOf(RESOURCE_TYPES),
      resource_ids: Type.Optional(
        Type.Array(Reference, {
          maxItems: 1000,
          description: 'Repeat the key for several. Unknown ids find nothing.',
        }),
      ),
    }),
    response: Type.Array(Id),
    status: 200,
    problems: [],
    reads: 'much',
  }),
  defineEndpoint({
    operationId: 'fetchHumanEvaluation',
    tag: 'Human evaluations',
    method: 'GET',
    path: '/human-evaluations/{evaluation_id}',
    summary: 'Fetch a human evaluation.',
    access: { kind: 'permission', permission: 'view_evaluation' },
    parameters: OneEvaluation,
    response: HumanEvaluation,
    status: 200,
    problems: ['evaluation_not_found'],
    etag: true,
  }),
  defineEndpoint({
    operationId: 'updateHumanEvaluation',
    tag: 'Human evaluations',
    method: 'PUT',
    path: '/human-evaluations/{evaluation_id}',
    summary: 'Set the status of a human evaluation.',
    access: { kind: 'permission', permission: 'edit_evaluation' },
    parameters: OneEvaluation,
    body: Named('HumanEvaluationChange', { status: Type.Optional(EvaluationStatus) }),
    response: Type.Null(),
    status: 204,
    problems: ['evaluation_not_found', 'invalid_transition', 'revision_conflict'],
    etag: true,
    ifMatch: 'optional',
  }),
  defineEndpoint({
    operationId: 'closeHumanEvaluation',
    tag: 'Human evaluations',
    method: 'POST',
    path: '/human-evaluations/{evaluation_id}/close',
    summary: 'Finish and lock a human evaluation; later writes are refused.',
    access: { kind: 'permission', permission: 'edit_evaluation' },
    parameters: OneEvaluation,
    response: HumanEvaluation,
    status: 200,
    problems: ['evaluation_not_found', 'invalid_transition'],
    etag: true,
  }),
  defineEndpoint({
    operationId: 'reopenHumanEvaluation',
    tag: 'Human evaluations',
    method: 'POST',
    path: '/human-evaluations/{evaluation_id}/reopen',
    summary: 'Unlock a closed human evaluation.',
    access: { kind: 'permission', permission: 'edit_evaluation' },
    parameters: OneEvaluation,
    response: HumanEvaluation,
    status: 200,
    problems: ['evaluation_not_found'],
    etag: true,
  }),
  defineEndpoint({
    operationId: 'deleteHumanEvaluations',
    tag: 'Human evaluations',
    method: 'DELETE',
    path: '/human-evaluations',
    summary: 'Delete human evaluations with their scenarios and judgements, all or none.',
    access: { kind: 'permission', permission: 'delete_evaluation' },
    body: Named('HumanEvaluationDeletion', {
      evaluations_ids: Type.Array(Reference, { maxItems: 1000 }),
    }),
    response: Type.Null(),
    status: 204,
    problems: ['evaluation_not_found'],
  }),
] as const;
