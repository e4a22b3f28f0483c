import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Id, Nullable, Reference, Timestamp } from '../fields.ts';
import { Annotator } from '../judging/judgements.ts';
import { Named } from '../named.ts';
import { Type } from '../type.ts';
import { ResultSeries } from './result-series.ts';
import { ResultStatistics } from './results.ts';

const Tally = Named('Tally', { number_of_votes: Type.Integer(), percentage: Type.Number() });

/** The original's counts of an A/B evaluation; without scenarios an empty object. */
export const VotesData = Named('VotesData', {
  variants: Type.Optional(Type.Array(Id)),
  variant_names: Type.Optional(Type.Array(Type.String())),
  nb_of_rows: Type.Optional(Type.Integer()),
  positive_votes: Type.Optional(Tally),
  flag_votes: Type.Optional(Tally),
  variants_votes_data: Type.Optional(
    Type.Unsafe<Readonly<Record<string, Static<typeof Tally>>>>({
      type: 'object',
      additionalProperties: Tally,
    }),
  ),
});

export type VotesData = Static<typeof VotesData>;

const AnnotatorProgress = Named('AnnotatorProgress', {
  ...Annotator.properties,
  judged: Type.Integer({ minimum: 0 }),
  skipped: Type.Integer({ minimum: 0 }),
  flagged: Type.Integer({ minimum: 0 }),
  time_taken_ms: Type.Integer({ minimum: 0, description: 'Over all judgements with a time.' }),
  last_active_at: Timestamp,
});

export const Progress = Named('Progress', {
  scenarios: Type.Integer({ minimum: 0 }),
  scenarios_judged: Type.Integer({ minimum: 0, description: 'With all wanted judgements.' }),
  tasks: Type.Integer({ minimum: 0 }),
  tasks_ready: Type.Integer({ minimum: 0, description: 'Tasks whose outputs are all present.' }),
  judgements_wanted: Type.Integer({ minimum: 0 }),
  judgements_have: Type.Integer({ minimum: 0, description: 'Of those wanted.' }),
  judgements: Type.Integer({
    minimum: 0,
    description: 'All, including those beyond the wanted number.',
  }),
  judgements_with_names: Type.Integer({
    minimum: 0,
    description:
      'Judgements by annotators who could know which variant is which: editors, the creator, members who were more than annotators since it was created, everyone if it is not blind, and every member if it was closed, or not blind, before.',
  }),
  annotators: Nullable(
    Type.Array(AnnotatorProgress, { description: 'For callers who can edit the evaluation.' }),
  ),
});

export type Progress = Static<typeof Progress>;

const OneEvaluation = Type.Object({ evaluation_id: Reference });

export const evaluationResultEndpoints = [
  defineEndpoint({
    operationId: 'fetchResults',
    tag: 'Results',
    method: 'GET',
    path: '/human-evaluations/{evaluation_id}/results',
    summary:
      'Fetch the results of a human evaluation; for annotators of a blind one, after it is closed.',
    access: { kind: 'permission', permission: 'view_evaluation' },
    parameters: OneEvaluation,
    query: Type.Object({
      statistics: Type.Optional(
        Type.Boolean({ description: 'false: counts only, which are faster.' }),
      ),
      slice: Type.Optional(
        Type.String({ description: 'An input of the evaluation: results for each of its values.' }),
      ),
    }),
    response: Named('HumanEvaluationResults', {
      votes_data: Type.Optional(VotesData),
      results_data: Type.Optional(
        Type.Unsafe<Readonly<Record<string, number>>>({
          type: 'object',
          additionalProperties: { type: 'integer' },
        }),
      ),
      statistics: Type.Partial(ResultStatistics, {
        title: 'ShownStatistics',
        description: 'Absent for annotators of a blind evaluation.',
      }),
      progress: Nullable(Progress),
    }),
    status: 200,
    problems: ['evaluation_not_found'],
    reads: 'much',
  }),
  defineEndpoint({
    operationId: 'fetchResultsSeries',
    tag: 'Results',
    method: 'GET',
    path: '/human-evaluations/{evaluation_id}/results/series',
    summary: 'Fetch the estimate after each completed scenario of a human evaluation.',
    access: { kind: 'permission', permission: 'view_evaluation' },
    parameters: OneEvaluation,
    response: Type.Partial(ResultSeries, {
      title: 'ShownSeries',
      description: 'Absent for annotators of a blind evaluation.',
    }),
    status: 200,
    problems: ['evaluation_not_found'],
    reads: 'much',
  }),
  defineEndpoint({
    operationId: 'watchHumanEvaluation',
    tag: 'Results',
    method: 'GET',
    path: '/human-evaluations/{evaluation_id}/events',
    summary: 'Follow the progress of a human evaluation as server-sent events.',
    access: { kind: 'permission', permission: 'edit_evaluation' },
    parameters: OneEvaluation,
    response: Type.String(),
    status: 200,
    problems: ['evaluation_not_found'],
    contentType: 'text/event-stream',
  }),
] as const;
