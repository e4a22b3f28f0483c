import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { EvaluationType, JudgementsPerTask } from '../evaluations/evaluation-settings.ts';
import { Id, Name, Nullable, Reference } from '../fields.ts';
import { Named } from '../named.ts';
import { TESTSET_BODY_LIMIT } from '../testsets/testsets.ts';
import { Type } from '../type.ts';

const ColumnName = Type.String({ maxLength: 1000 });

/** The roles of a file's columns; columns that are not named are left out. */
export const QuickColumns = Named('QuickColumns', {
  inputs: Type.Optional(Type.Array(ColumnName, { maxItems: 200 })),
  expected: Type.Optional(Nullable(ColumnName)),
  outputs: Type.Array(ColumnName, { maxItems: 200 }),
});

export type QuickColumns = Static<typeof QuickColumns>;

/** The fields of a form beside its file. */
export const QuickEvaluationFields = Type.Object({
  name: Type.Optional(Name),
  evaluation_type: Type.Optional(EvaluationType),
  columns: Type.Optional(
    Type.String({
      description:
        'JSON: {"inputs": ["question"], "expected": "reference", "outputs": ["answer_a", "answer_b"]}. Without it, roles are guessed from the names of the columns.',
    }),
  ),
  judgements_per_task: Type.Optional(JudgementsPerTask),
  guidelines: Type.Optional(Type.String({ maxLength: 50_000, description: 'Markdown.' })),
  delimiter: Type.Optional(Type.Enum([',', ';', '\t', '|'])),
  workspace_id: Type.Optional(Reference),
});

export type QuickEvaluationFields = Static<typeof QuickEvaluationFields>;

export const quickEvaluationEndpoints = [
  defineEndpoint({
    operationId: 'createQuickEvaluation',
    tag: 'Human evaluations',
    method: 'POST',
    path: '/quick-evaluations',
    summary:
      'Create an app, a variant per output column, a test set and a human evaluation with its outputs from one CSV, TSV, JSON or JSONL file. All of it, or nothing.',
    access: { kind: 'permission', permission: 'create_application' },
    upload: 'multipart',
    body: Named('QuickEvaluation', {
      file: Type.Unsafe<unknown>({
        type: 'string',
        contentMediaType: 'application/octet-stream',
      }),
      ...QuickEvaluationFields.properties,
    }),
    bodyLimit: TESTSET_BODY_LIMIT,
    response: Named('CreatedQuickEvaluation', {
      app_id: Id,
      app_name: Type.String(),
      base_id: Id,
      variant_ids: Type.Array(Id),
      testset_id: Id,
      evaluation_id: Id,
      evaluation_type: EvaluationType,
      columns: Named('UsedColumns', {
        inputs: Type.Array(Type.String()),
        expected: Nullable(Type.String()),
        outputs: Type.Array(Type.String()),
        left_out: Type.Array(Type.String(), { description: 'Columns that were not used.' }),
      }),
      row_count: Type.Integer({ minimum: 1 }),
      url: Type.String({ description: 'Where members judge.' }),
      guest_url: Type.String({
        description:
          'A link by which up to 25 guests judge, for 14 days. Shown once; revoke it like any other.',
      }),
    }),
    status: 201,
    problems: ['workspace_not_found', 'app_name_taken', 'invalid_import'],
    location: true,
  }),
] as const;
