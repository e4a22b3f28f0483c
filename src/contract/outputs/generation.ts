import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Id, Nullable, Reference, Timestamp } from '../fields.ts';
import { Named, NamedOneOf } from '../named.ts';
import { PageOfNewList } from '../page-of-new-list.ts';
import { MAX_COLUMNS } from '../testsets/testsets.ts';
import { Type } from '../type.ts';
import { sourceFaults } from './generation-faults.ts';

export const SOURCE_KINDS = ['base', 'provider', 'import'] as const;

const SourceKind = NamedOneOf('SourceKind', SOURCE_KINDS);

/** Where the outputs of a variant come from. */
export const Source = Named('Source', {
  variant_id: Reference,
  kind: SourceKind,
  provider_id: Type.Optional(Nullable(Reference)),
});

export type Source = Static<typeof Source>;

export const Sources = Type.Array(Source, {
  maxItems: 10,
  description:
    'Per variant: the URI of its base, a provider, or imported outputs. Variants that are left out keep their source; the base by default.',
});

export const GENERATION_STATUSES = [
  'none',
  'preparing',
  'running',
  'paused',
  'canceled',
  'finished',
] as const;

const GenerationStatus = NamedOneOf('GenerationStatus', GENERATION_STATUSES);

export type GenerationStatus = (typeof GENERATION_STATUSES)[number];

export const CELL_STATUSES = ['waiting', 'running', 'done', 'failed', 'canceled'] as const;

const CellStatus = NamedOneOf('CellStatus', CELL_STATUSES);

export type CellStatus = (typeof CELL_STATUSES)[number];

const Count = Type.Integer({ minimum: 0 });

const VariantGeneration = Named('VariantGeneration', {
  variant_id: Id,
  variant_name: Type.String(),
  kind: SourceKind,
  provider_id: Nullable(Id),
  provider_name: Nullable(Type.String()),
  total: Count,
  done: Count,
  reused: Type.Integer({ minimum: 0, description: 'Done without a call.' }),
  failed: Count,
  waiting: Type.Integer({ minimum: 0, description: 'Includes calls under way.' }),
  cost: Type.Number({ minimum: 0, description: 'Sum over the responses that state it.' }),
  prompt_tokens: Count,
  completion_tokens: Count,
});

/** Outputs that failed for the same reason, with what to do about it. */
const GenerationFailure = Named('GenerationFailure', {
  code: Type.String(),
  message: Type.String(),
  variant_id: Id,
  count: Type.Integer({ minimum: 1, description: 'Of the first 500 failed outputs.' }),
});

export const Generation = Named('Generation', {
  status: GenerationStatus,
  reuse: Type.Boolean(),
  started_at: Nullable(Timestamp),
  ended_at: Nullable(Timestamp),
  total: Count,
  done: Count,
  failed: Count,
  cells_per_second: Nullable(Type.Number({ minimum: 0 })),
  seconds_left: Nullable(Type.Integer({ minimum: 0 })),
  stalled_seconds: Nullable(
    Type.Integer({
      minimum: 30,
      description:
        'Seconds without a new output although some are due, from 30 on: the source is slow or rate-limited, or the run stalled and is being restarted.',
    }),
  ),
  cost: Type.Number({ minimum: 0 }),
  variants: Type.Array(VariantGeneration),
  failures: Type.Array(GenerationFailure),
});

export type Generation = Static<typeof Generation>;

/** One output of a run: a variant's answer to one scenario. */
export const Cell = Named('Cell', {
  scenario_id: Id,
  position: Type.Integer({ minimum: 0 }),
  variant_id: Id,
  status: CellStatus,
  attempts: Count,
  next_attempt_at: Nullable(Timestamp),
  error: Nullable(
    Named('CellError', {
      code: Type.String(),
      message: Type.String(),
      raw: Nullable(Type.String({ description: 'The beginning of the raw response.' })),
    }),
  ),
  latency_ms: Nullable(Count),
  prompt_tokens: Nullable(Count),
  completion_tokens: Nullable(Count),
  cost: Nullable(Type.Number()),
  finish_reason: Nullable(Type.String()),
  reuse_key: Nullable(Type.String()),
  reuse_hash: Nullable(Type.String()),
  reused_from: Nullable(Id),
  updated_at: Timestamp,
});

export type Cell = Static<typeof Cell>;

const OneEvaluation = Type.Object({ evaluation_id: Reference });

/** All need the permission to edit, because cells show which variant an output comes from. */
const access = { kind: 'permission', permission: 'edit_evaluation' } as const;

/** The fields of a form beside its file. */
export const OutputUploadFields = Type.Object({
  delimiter: Type.Optional(Type.Enum([',', ';', '\t', '|'])),
});

export type OutputUploadFields = Static<typeof OutputUploadFields>;

const OUTPUTS_BODY_LIMIT = 50 * 1024 * 1024;

interface RunAction<OperationId extends string, Action extends string> {
  readonly operationId: OperationId;
  readonly action: Action;
  readonly summary: string;
  /** Generates new outputs, which a closed evaluation refuses. */
  readonly needsOpen?: true;
}

function actionOn<const OperationId extends string, const Action extends string>({
  operationId,
  action,
  summary,
  needsOpen,
}: RunAction<OperationId, Action>) {
  return defineEndpoint({
    operationId,
    tag: 'Outputs',
    method: 'POST',
    path: `/human-evaluations/{evaluation_id}/generation/${action}`,
    summary,
    access,
    parameters: OneEvaluation,
    response: Generation,
    status: 200,
    problems: [
      'evaluation_not_found',
      'invalid_transition',
      ...(needsOpen === true ? (['evaluation_closed'] as const) : []),
    ],
  });
}

export const generationEndpoints = [
  defineEndpoint({
    operationId: 'fetchGeneration',
    tag: 'Outputs',
    method: 'GET',
    path: '/human-evaluations/{evaluation_id}/generation',
    summary: 'Fetch the progress of generating outputs.',
    access,
    parameters: OneEvaluation,
    response: Generation,
    status: 200,
    problems: ['evaluation_not_found'],
  }),
  defineEndpoint({
    operationId: 'startGeneration',
    tag: 'Outputs',
    method: 'POST',
    path: '/human-evaluations/{evaluation_id}/generation',
    summary: 'Generate the missing outputs of the pinned revisions for every scenario.',
    access,
    parameters: OneEvaluation,
    body: Named('GenerationStart', {
      sources: Type.Optional(Sources),
      reuse: Type.Optional(
        Type.Boolean({
          description: 'true: reuse earlier outputs for identical source, parameters and inputs.',
        }),
      ),
    }),
    faults: sourceFaults,
    bodyOptional: true,
    response: Generation,
    status: 202,
    problems: [
      'evaluation_not_found',
      'variant_not_found',
      'provider_not_found',
      'evaluation_closed',
      'generation_running',
      'source_missing',
    ],
  }),
  actionOn({
    operationId: 'pauseGeneration',
    action: 'pause',
    summary: 'Pause a run: calls under way finish, no new ones start.',
  }),
  actionOn({
    operationId: 'resumeGeneration',
    action: 'resume',
    summary: 'Resume a paused run.',
    needsOpen: true,
  }),
  actionOn({
    operationId: 'cancelGeneration',
    action: 'cancel',
    summary: 'Stop a run. Generated outputs stay.',
  }),
  actionOn({
    operationId: 'retryGeneration',
    action: 'retry',
    summary: 'Retry failed and stopped outputs only.',
    needsOpen: true,
  }),
  defineEndpoint({
    operationId: 'listGenerationCells',
    tag: 'Outputs',
    method: 'GET',
    path: '/human-evaluations/{evaluation_id}/generation/cells',
    summary: 'List the outputs of a run by scenario and variant.',
    access,
    parameters: OneEvaluation,
    query: Type.Object({
      status: Type.Optional(CellStatus),
      variant_id: Type.Optional(Reference),
      ...PageOfNewList,
    }),
    response: Type.Array(Cell),
    status: 200,
    problems: ['evaluation_not_found', 'variant_not_found', 'invalid_cursor'],
    reads: 'much',
    paged: true,
  }),
  defineEndpoint({
    operationId: 'importOutputs',
    tag: 'Outputs',
    method: 'POST',
    path: '/human-evaluations/{evaluation_id}/outputs',
    summary:
      'Import outputs from a CSV, JSON or JSONL file with one column per variant, titled with its name or id.',
    access: { kind: 'permission', permission: 'run_evaluations' },
    parameters: OneEvaluation,
    upload: 'multipart',
    body: Named('OutputsUpload', {
      file: Type.Unsafe<unknown>({
        type: 'string',
        contentMediaType: 'application/octet-stream',
      }),
      ...OutputUploadFields.properties,
    }),
    bodyLimit: OUTPUTS_BODY_LIMIT,
    response: Named('ImportedOutputs', {
      rows: Count,
      outputs: Type.Integer({
        minimum: 0,
        description: 'Number of outputs written; identical ones are not counted.',
      }),
      left_out: Type.Array(Type.String(), {
        maxItems: MAX_COLUMNS,
        description:
          'Columns that were not used: neither a variant, nor an input or the expected output of the evaluation.',
      }),
    }),
    status: 200,
    problems: ['evaluation_not_found', 'evaluation_closed', 'already_judged', 'invalid_import'],
  }),
] as const;
