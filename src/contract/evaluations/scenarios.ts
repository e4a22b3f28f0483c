import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Id, Nullable, PAGE_QUERY, Reference } from '../fields.ts';
import { Named } from '../named.ts';
import { Type } from '../type.ts';
import { EvaluationType } from './evaluation-settings.ts';
import { scenarioFaults, sliceFaults } from './scenario-faults.ts';

const ScenarioInput = Named('ScenarioInput', {
  input_name: Type.String(),
  input_value: Type.String(),
});

export type ScenarioInput = Static<typeof ScenarioInput>;

export const HumanEvaluationScenario = Named('HumanEvaluationScenario', {
  id: Id,
  evaluation_id: Id,
  inputs: Type.Array(ScenarioInput),
  outputs: Type.Array(Named('ScenarioOutput', { variant_id: Id, variant_output: Type.String() })),
  vote: Nullable(Type.String()),
  score: Nullable(Type.String()),
  evaluation: Type.Null(),
  correct_answer: Type.String(),
  is_pinned: Type.Boolean(),
  note: Type.String(),
  position: Type.Integer({ minimum: 0 }),
  scores: Type.Array(Named('ScenarioScore', { variant_id: Id, score: Type.Number() })),
  disagreement: Type.Optional(
    Nullable(
      Type.Number({
        description:
          'Share of differing pairs among all pairs of judgements of the same task; in lists with `order`. Null with fewer than two judgements, and for annotators of a blind evaluation.',
      }),
    ),
  ),
});

export type HumanEvaluationScenario = Static<typeof HumanEvaluationScenario>;

/** A number or its decimal text; the scale of the evaluation decides which ones fit. */
const SentScore = Type.Unsafe<number | string>({
  description: 'A number within the scale, or its decimal text; empty text withdraws it.',
});

const SentScores = Type.Array(Named('SentScore', { variant_id: Reference, score: SentScore }), {
  maxItems: 10,
});

export const ScenarioUpdate = Named('ScenarioUpdate', {
  vote: Type.Optional(Type.String({ maxLength: 256 })),
  score: Type.Optional(SentScore),
  scores: Type.Optional(SentScores),
  note: Type.Optional(Type.String({ maxLength: 10_000 })),
  outputs: Type.Optional(
    Type.Array(Named('SentOutput', { variant_id: Reference, variant_output: Type.String() }), {
      maxItems: 10,
    }),
  ),
  inputs: Type.Optional(Type.Array(ScenarioInput, { maxItems: 200 })),
  correct_answer: Type.Optional(Type.String()),
  is_pinned: Type.Optional(Type.Boolean()),
});

export type ScenarioUpdate = Static<typeof ScenarioUpdate>;

const SCENARIO_ORDERS = ['position', 'disagreement'] as const;

/** A slice is named as results name it. */
const ScenarioListQuery = Type.Object({
  order: Type.Optional(
    Type.Enum([...SCENARIO_ORDERS], {
      description:
        'Includes `disagreement` in each scenario. `disagreement`: the most disputed first, then those with more judgements, then by position; a scenario whose figure changes between pages may be listed twice or missing. Refused to annotators of a blind evaluation.',
    }),
  ),
  slice: Type.Optional(
    Type.String({ description: 'An input of the evaluation; used with `label` or `pooled`.' }),
  ),
  label: Type.Optional(
    Type.String({
      minLength: 0,
      description: 'Scenarios with exactly this value of the input; it can be empty.',
    }),
  ),
  pooled: Type.Optional(
    Type.Boolean({
      description:
        'true: scenarios whose value of the input has no slice in the results. Refused to annotators of a blind evaluation.',
    }),
  ),
  ...PAGE_QUERY,
});

export type ScenarioListQuery = Static<typeof ScenarioListQuery>;

const OneScenario = Type.Object({ scenario_id: Reference });

export const scenarioEndpoints = [
  defineEndpoint({
    operationId: 'listEvaluationScenarios',
    tag: 'Scenarios',
    method: 'GET',
    path: '/human-evaluations/{evaluation_id}/evaluation_scenarios',
    summary:
      'List the scenarios of a human evaluation, with your own judgements and notes; all of them by position, or a slice, or the most disputed first.',
    access: { kind: 'permission', permission: 'view_evaluation' },
    parameters: Type.Object({ evaluation_id: Reference }),
    query: ScenarioListQuery,
    queryFaults: sliceFaults,
    response: Type.Array(HumanEvaluationScenario),
    status: 200,
    problems: ['evaluation_not_found', 'invalid_cursor'],
    reads: 'much',
    paged: true,
    counted: true,
  }),
  defineEndpoint({
    operationId: 'updateEvaluationScenario',
    tag: 'Scenarios',
    method: 'PUT',
    path: '/human-evaluations/{evaluation_id}/evaluation_scenario/{scenario_id}/{evaluation_type}',
    summary: 'Judge a scenario, take notes, or write its outputs and inputs.',
    access: { kind: 'permission', permission: 'view_evaluation' },
    parameters: Type.Object({
      evaluation_id: Reference,
      scenario_id: Reference,
      evaluation_type: EvaluationType,
    }),
    body: ScenarioUpdate,
    faults: scenarioFaults,
    response: Type.Null(),
    status: 204,
    problems: [
      'evaluation_not_found',
      'scenario_not_found',
      'variant_not_found',
      'evaluation_closed',
      'already_judged',
    ],
  }),
  defineEndpoint({
    operationId: 'fetchScenarioScore',
    tag: 'Scenarios',
    method: 'GET',
    path: '/human-evaluations/evaluation_scenario/{scenario_id}/score',
    summary: 'Fetch your own score of a scenario.',
    access: { kind: 'permission', permission: 'view_evaluation' },
    parameters: OneScenario,
    response: Named('OwnScore', { scenario_id: Id, score: Type.String() }),
    status: 200,
    problems: ['scenario_not_found'],
  }),
  defineEndpoint({
    operationId: 'updateScenarioScore',
    tag: 'Scenarios',
    method: 'PUT',
    path: '/human-evaluations/evaluation_scenario/{scenario_id}/score',
    summary: 'Score a scenario.',
    access: { kind: 'permission', permission: 'run_evaluations' },
    parameters: OneScenario,
    body: Named('OwnScoreChange', { score: SentScore }),
    response: Type.Null(),
    status: 204,
    problems: ['scenario_not_found', 'evaluation_closed'],
  }),
] as const;
