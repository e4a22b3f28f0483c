import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Id, Nullable, OneOf, Reference, Timestamp } from '../fields.ts';
import { Named } from '../named.ts';
import { PageOfNewList } from '../page-of-new-list.ts';
import { Type } from '../type.ts';
import { EvaluationType } from './evaluation-settings.ts';
import { EvaluationStatus } from './human-evaluations.ts';

/** What an evaluation needs next: the first of these that is not done. */
const NEXT_STEPS = ['add_outputs', 'invite', 'judge', 'read_results'] as const;

export type NextStep = (typeof NEXT_STEPS)[number];

export const OVERVIEW_ORDERS = ['newest', 'oldest', 'name'] as const;

const OverviewProgress = Named('OverviewProgress', {
  scenarios: Type.Integer({ minimum: 0 }),
  scenarios_complete: Type.Integer({ minimum: 0 }),
  tasks: Type.Integer({ minimum: 0 }),
  tasks_without_outputs: Type.Integer({ minimum: 0, description: 'Counted to 1,000.' }),
  judgements: Type.Integer({
    minimum: 0,
    description: 'All that count, even beyond `judgements_wanted`.',
  }),
  judgements_wanted: Type.Integer({ minimum: 0 }),
});

const OverviewHeadline = Named('OverviewHeadline', {
  sentence: Type.String(),
  settled: Type.Boolean(),
  current: Type.Boolean({ description: 'False if judgements were added since it was computed.' }),
});

/** Blind annotators get null for fields that could name variants or reveal which leads. */
export const EvaluationOverview = Named('EvaluationOverview', {
  id: Id,
  app_id: Id,
  name: Nullable(Type.String()),
  description: Nullable(Type.String()),
  evaluation_type: EvaluationType,
  status: EvaluationStatus,
  owner: Named('OverviewOwner', { id: Id, username: Type.String() }),
  testset: Named('OverviewTestset', { id: Id, name: Type.String() }),
  variants: Type.Array(Named('OverviewVariant', { id: Id, name: Type.String() })),
  locked: Type.Boolean(),
  archived: Type.Boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
  progress: Nullable(OverviewProgress),
  headline: Nullable(OverviewHeadline),
  open_flags: Nullable(Type.Integer({ minimum: 0 })),
  next_step: OneOf(NEXT_STEPS),
});

export type EvaluationOverview = Static<typeof EvaluationOverview>;

export const evaluationOverviewEndpoints = [
  defineEndpoint({
    operationId: 'listEvaluationOverviews',
    tag: 'Human evaluations',
    method: 'GET',
    path: '/evaluation-overviews',
    summary:
      'List human evaluations with their names, progress and headlines, newest first. Annotators of a blind evaluation do not find it by its name or variants.',
    access: { kind: 'permission', permission: 'view_evaluation' },
    query: Type.Object({
      app_id: Type.Optional(Reference),
      workspace_id: Type.Optional(Reference),
      status: Type.Optional(EvaluationStatus),
      variant_id: Type.Optional(Reference),
      testset_id: Type.Optional(Reference),
      mine: Type.Optional(Type.Boolean({ description: 'Only those that you created.' })),
      archived: Type.Optional(
        Type.Boolean({ description: 'Only archived ones; by default those that are not.' }),
      ),
      search: Type.Optional(
        Type.String({
          maxLength: 128,
          description: 'A part of the name of the evaluation, a variant or the test set.',
        }),
      ),
      order: Type.Optional(OneOf(OVERVIEW_ORDERS)),
      ...PageOfNewList,
    }),
    response: Type.Array(EvaluationOverview),
    status: 200,
    reads: 'much',
    problems: [
      'app_not_found',
      'workspace_not_found',
      'variant_not_found',
      'testset_not_found',
      'invalid_cursor',
    ],
    paged: true,
  }),
  defineEndpoint({
    operationId: 'fetchEvaluationOverview',
    tag: 'Human evaluations',
    method: 'GET',
    path: '/evaluation-overviews/{evaluation_id}',
    summary: 'Fetch the name, progress and headline of a human evaluation.',
    access: { kind: 'permission', permission: 'view_evaluation' },
    parameters: Type.Object({ evaluation_id: Reference }),
    response: EvaluationOverview,
    status: 200,
    problems: ['evaluation_not_found'],
    reads: 'much',
  }),
] as const;
