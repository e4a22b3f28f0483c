import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Id, Nullable, OneOf } from '../fields.ts';
import { Named } from '../named.ts';
import { ResultEstimate } from './result-estimates.ts';

export const SampleSizeQuestion = Named('SampleSizeQuestion', {
  difference: Type.Number({
    minimum: 0.005,
    maximum: 0.5,
    description: 'Smallest difference worth knowing: the win rate minus ½, a tie counting half.',
  }),
  tie_rate: Type.Optional(Type.Number({ minimum: 0, maximum: 0.95 })),
  cases: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100_000,
      description: 'Needed unless they are those of an evaluation.',
    }),
  ),
  judgements_per_case: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  annotators: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  correlation: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Of two judgements of one case; 0.3 unless told.',
    }),
  ),
  seconds_per_judgement: Type.Optional(
    Type.Number({ minimum: 0.1, maximum: 86_400, description: 'A measured pace.' }),
  ),
  evaluation_id: Type.Optional(
    Type.String({
      format: 'reference',
      description: 'What is not told is taken from what was measured in this evaluation.',
    }),
  ),
  power: Type.Optional(Type.Number({ minimum: 0.5, maximum: 0.99 })),
  level: Type.Optional(Type.Number({ minimum: 0.5, maximum: 0.999 })),
});

const EffortRange = Named('EffortRange', {
  median: Type.Number(),
  low: Type.Number({ description: 'One study in ten needs less.' }),
  high: Type.Number({ description: 'One study in ten needs more.' }),
});

const Measured = Named('Measured', {
  evaluation_id: Id,
  seconds_per_judgement: ResultEstimate,
  tie_rate: Nullable(Type.Number({ description: 'Ties of both kinds among the votes on pairs.' })),
  cases: Type.Integer(),
  annotators: Type.Integer({ description: 'With a judgement that counts.' }),
});

export const SampleSizePlan = Named('SampleSizePlan', {
  power: Type.Number({
    description: 'Chance to find the difference with one look at the end, by the exact sign test.',
  }),
  always_valid_power: ResultEstimate,
  judgements: Type.Integer({ description: 'Of the whole plan.' }),
  effective_judgements: Type.Number({ description: 'Independent ones that are worth as much.' }),
  expected_judgements: EffortRange,
  needed: Nullable(
    Named('NeededSample', {
      power: Type.Number(),
      cases: Type.Integer(),
      judgements: Type.Integer(),
    }),
  ),
  hours: Named('AnnotationHours', { total: EffortRange, per_annotator: EffortRange }),
  seconds_per_judgement: Type.Number(),
  pace: OneOf(['measured', 'assumed']),
  measured: Nullable(
    Type.Object(Measured.properties, {
      title: 'Measured',
      description: 'In the evaluation that was named; nothing for those who judge it blind.',
    }),
  ),
  assumptions: Type.Array(
    OneOf([
      'cases_in_random_order',
      'tie_rate_assumed',
      'correlation_assumed',
      'pace_assumed',
      'these_annotators_only',
    ]),
  ),
  runs: Type.Integer({ description: 'Simulated studies.' }),
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
    summary: 'Tell how likely a planned comparison settles the question, and how long it takes.',
    access: { kind: 'signed-in' },
    body: SampleSizeQuestion,
    response: SampleSizePlan,
    status: 200,
    problems: ['evaluation_not_found'],
  }),
] as const;
