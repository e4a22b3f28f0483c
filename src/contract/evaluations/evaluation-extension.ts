import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { FreeObject, Reference } from '../fields.ts';
import { Named } from '../named.ts';
import { Type } from '../type.ts';
import { EvaluationSettings, JudgementsPerTask } from './evaluation-settings.ts';

/** As many as a form or a script adds by hand; larger additions are revisions of the test set. */
const MAX_NEW_ROWS = 1000;

const EvaluationExtension = Named('EvaluationExtension', {
  judgements_per_task: Type.Optional(JudgementsPerTask),
  testset_revision: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'A later revision of the test set. Each row whose inputs are new becomes a scenario.',
    }),
  ),
  rows: Type.Optional(
    Type.Array(FreeObject, {
      minItems: 1,
      maxItems: MAX_NEW_ROWS,
      description: 'New scenarios, as rows of a test set.',
    }),
  ),
});

export type EvaluationExtension = Static<typeof EvaluationExtension>;

export const evaluationExtensionEndpoints = [
  defineEndpoint({
    operationId: 'extendHumanEvaluation',
    tag: 'Human evaluations',
    method: 'POST',
    path: '/human-evaluations/{evaluation_id}/extend',
    summary:
      'Ask for more judgements per task, or add scenarios. New scenarios are judged after the others, once they have outputs.',
    access: { kind: 'permission', permission: 'edit_evaluation' },
    parameters: Type.Object({ evaluation_id: Reference }),
    body: EvaluationExtension,
    response: EvaluationSettings,
    status: 200,
    problems: [
      'evaluation_not_found',
      'revision_not_found',
      'columns_mismatch',
      'revision_conflict',
      'evaluation_closed',
    ],
    etag: true,
  }),
] as const;
