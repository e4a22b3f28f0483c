import type { Static } from 'typebox';
import { Id, Nullable, Timestamp } from '../fields.ts';
import { Named } from '../named.ts';
import { Type } from '../type.ts';
import { ResultWarning } from './result-estimates.ts';
import { Estimand, Zone } from './results.ts';

const SeriesPoint = Named('SeriesPoint', {
  cases: Type.Integer({ description: 'Completed scenarios so far.' }),
  completed_at: Nullable(Timestamp),
  estimate: Type.Number(),
  low: Nullable(Type.Number({ description: 'null while it is too early for an interval.' })),
  high: Nullable(Type.Number()),
});

const SeriesLine = Named('SeriesLine', {
  variant: Id,
  against: Nullable(Id),
  criterion: Nullable(Type.String()),
  estimand: Estimand,
  method: Type.String(),
  level: Type.Number(),
  reference: Type.Number(),
  points: Type.Array(SeriesPoint),
});

/** The intervals of the verdict over completed cases, in the order in which they were completed. */
export const ResultSeries = Named('ResultSeries', {
  lines: Type.Array(SeriesLine),
  planned_cases: Type.Integer(),
  completed_cases: Type.Integer(),
  zone: Nullable(Zone),
  warnings: Type.Array(ResultWarning),
});

export type ResultSeries = Static<typeof ResultSeries>;
