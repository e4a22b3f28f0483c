import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Id, Nullable, Reference, Timestamp } from '../fields.ts';
import { Annotator } from '../judging/judgements.ts';
import { Named } from '../named.ts';
import { ResultSeries, ResultStatistics } from './results.ts';

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
  time_taken_ms: Type.Integer({ minimum: 0, description: 'Over all judgements that told it.' }),
  last_active_at: Timestamp,
});

export const Progress = Named('Progress', {
  scenarios: Type.Integer({ minimum: 0 }),
  scenarios_judged: Type.Integer({ minimum: 0, description: 'With all wanted judgements.' }),
  tasks: Type.Integer({ minimum: 0 }),
  tasks_ready: Type.Integer({ minimum: 0, description: 'With all outputs they show.' }),
  judgements_wanted: Type.Integer({ minimum: 0 }),
  judgements_have: Type.Integer({ minimum: 0, description: 'Of those wanted.' }),
  judgements: Type.Integer({ minimum: 0, description: 'All, more than wanted included.' }),
  judgements_with_names: Type.Integer({
    minimum: 0,
    description:
      'Of all, by members who could know which variant is which: editors, the creator, everybody where the evaluation is not blind, and every member once it was closed and reopened.',
  }),
  annotators: Nullable(
    Type.Array(AnnotatorProgress, { description: 'For those who may edit the evaluation.' }),
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
    summary: 'Fetch the results of a human evaluation; annotators of a blind one after it closed.',
    access: { kind: 'permission', permission: 'view_evaluation' },
    parameters: OneEvaluation,
    query: Type.Object({
      statistics: Type.Optional(
        Type.Boolean({ description: 'false: the counts alone, which take less time.' }),
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
        description: 'All of it, or nothing for those who judge blind.',
      }),
      progress: Nullable(Progress),
    }),
    status: 200,
    problems: ['evaluation_not_found'],
  }),
  defineEndpoint({
    operationId: 'fetchResultsSeries',
    tag: 'Results',
    method: 'GET',
    path: '/human-evaluations/{evaluation_id}/results/series',
    summary: 'Fetch how the verdict of a human evaluation came about, completed case by case.',
    access: { kind: 'permission', permission: 'view_evaluation' },
    parameters: OneEvaluation,
    response: Type.Partial(ResultSeries, {
      title: 'ShownSeries',
      description: 'All of it, or nothing for those who judge blind.',
    }),
    status: 200,
    problems: ['evaluation_not_found'],
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
