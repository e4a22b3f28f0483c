import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Id, Nullable, OneOf } from '../fields.ts';
import { Named } from '../named.ts';
import { Type } from '../type.ts';
import { ResultEstimate } from './result-estimates.ts';

export const PLAN_KINDS = ['comparison', 'scoring'] as const;

export const ASSUMPTIONS = [
  'cases_in_random_order',
  'other_variants_equal',
  'tie_rate_assumed',
  'score_sd_assumed',
  'correlation_assumed',
  'pace_assumed',
  'these_annotators_only',
] as const;

export const SampleSizeQuestion = Named('SampleSizeQuestion', {
  kind: Type.Optional(OneOf(PLAN_KINDS)),
  variants: Type.Optional(Type.Integer({ minimum: 2, maximum: 10, description: '2 by default.' })),
  difference: Type.Number({
    minimum: 0.005,
    maximum: 1_000_000,
    description:
      'Smallest difference that matters between the best variant and each other one. Comparison: its win rate against that one minus ½, ties as half. Scoring: its mean score minus that one’s.',
  }),
  tie_rate: Type.Optional(
    Type.Number({ minimum: 0, maximum: 0.95, description: 'Comparison only; 0.2 by default.' }),
  ),
  pairs_per_case: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 45, description: 'Comparison only; all by default.' }),
  ),
  score_min: Type.Optional(Type.Number({ description: 'Scoring only; 1 by default.' })),
  score_max: Type.Optional(Type.Number({ description: 'Scoring only; 5 by default.' })),
  score_sd: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      description:
        'Scoring only: standard deviation of the difference of the two scores that one annotator gives in one scenario; 30 % of the scale by default.',
    }),
  ),
  cases: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100_000,
      description: 'Required without an evaluation.',
    }),
  ),
  judgements_per_case: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 20,
      description: 'Judgements per task; each annotator gets all pairs or outputs of a scenario.',
    }),
  ),
  annotators: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  correlation: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Correlation of two judgements of one scenario; 0.3 by default.',
    }),
  ),
  seconds_per_judgement: Type.Optional(
    Type.Number({ minimum: 0.1, maximum: 86_400, description: 'A measured pace.' }),
  ),
  evaluation_id: Type.Optional(
    Type.String({
      format: 'reference',
      description: 'Fields that are left out are measured in this evaluation.',
    }),
  ),
  power: Type.Optional(Type.Number({ minimum: 0.5, maximum: 0.99 })),
  level: Type.Optional(Type.Number({ minimum: 0.5, maximum: 0.999 })),
});

const EffortRange = Named('EffortRange', {
  median: Type.Number(),
  low: Type.Number({ description: 'One simulated evaluation in ten needs fewer.' }),
  high: Type.Number({ description: 'One simulated evaluation in ten needs more.' }),
});

const Measured = Named('Measured', {
  evaluation_id: Id,
  seconds_per_judgement: ResultEstimate,
  tie_rate: Nullable(
    Type.Number({ description: 'Share of ties and “both bad” among the judgements of pairs.' }),
  ),
  cases: Type.Integer(),
  annotators: Type.Integer({ description: 'Annotators with a judgement that counts.' }),
});

export const SampleSizePlan = Named('SampleSizePlan', {
  power: Type.Object(ResultEstimate.properties, {
    title: 'ResultEstimate',
    description:
      'Chance that the difference is found by the end of the plan; the interval is the error of the simulation.',
  }),
  judgements: Type.Integer({ description: 'Maximum of the whole plan.' }),
  effective_judgements: Type.Number({ description: 'Effective sample size.' }),
  expected_judgements: EffortRange,
  needed: Nullable(
    Named('NeededSample', {
      power: Type.Number(),
      cases: Type.Integer({ description: 'Of a plan that finds the difference with this power.' }),
      judgements: Type.Integer(),
    }),
  ),
  hours: Named('AnnotationHours', { total: EffortRange, per_annotator: EffortRange }),
  seconds_per_judgement: Type.Number(),
  pace: OneOf(['measured', 'assumed']),
  measured: Nullable(
    Type.Object(Measured.properties, {
      title: 'Measured',
      description: 'Measured in the named evaluation; absent for annotators of a blind evaluation.',
    }),
  ),
  assumptions: Type.Array(OneOf(ASSUMPTIONS)),
  runs: Type.Integer({ description: 'Simulated evaluations.' }),
  seed: Type.Integer(),
});

export type SampleSizeQuestion = Static<typeof SampleSizeQuestion>;
export type Measured = Static<typeof Measured>;
export type SampleSizePlan = Static<typeof SampleSizePlan>;

export const planningEndpoints = [
  defineEndpoint({
    operationId: 'planSampleSize',
    tag: 'Planning',
    method: 'POST',
    path: '/planning/sample-size',
    summary:
      'Estimate how likely a planned evaluation is to find a difference, and how long it takes.',
    access: { kind: 'signed-in' },
    body: SampleSizeQuestion,
    response: SampleSizePlan,
    status: 200,
    problems: ['evaluation_not_found'],
  }),
] as const;
