import type { Static } from 'typebox';
import { Nullable } from '../fields.ts';
import { Named, NamedOneOf } from '../named.ts';
import { Type } from '../type.ts';

/** Reasons to read a number with care; each is explained in docs/statistics. */
const RESULT_WARNINGS = [
  'all_ties',
  'constant_annotator',
  'degenerate_input',
  'dominant_annotator',
  'excluded_judgements',
  'extended',
  'few_annotators',
  'few_cases',
  'few_clusters',
  'incomplete_cases',
  'invalid_option',
  'missing_excluded',
  'mixed_methods',
  'no_data',
  'no_ties',
  'no_variation',
  'non_finite_excluded',
  'not_connected',
  'not_converged',
  'not_identified',
  'one_annotator',
  'one_case',
  'one_category',
  'one_cluster',
  'rare_differences',
  'rules_exclude_all',
  'sensitive_to_ties',
  'settings_changed',
  'side_imbalance',
  'sides_unknown',
  'slices_unplanned',
  'small_sample_correction_skipped',
  'too_many_annotators',
  'two_way_guarded',
  'unequal_offers',
  'verdict_withdrawn',
  'zero_variance',
] as const;

export const ResultWarning = NamedOneOf('ResultWarning', RESULT_WARNINGS);

const INTERVAL_KINDS = ['planned', 'past_plan', 'fixed'] as const;

const IntervalKind = NamedOneOf(
  'IntervalKind',
  INTERVAL_KINDS,
  'planned holds at every look up to the end of the plan, for all comparisons of its table together; past_plan at every look after an extension; fixed compares no variants and holds at one look.',
);

export const Interval = Named('Interval', {
  low: Type.Number(),
  high: Type.Number(),
  level: Type.Number({ description: 'Confidence, between 0 and 1.' }),
  kind: IntervalKind,
});

const ESTIMATE = {
  estimate: Nullable(Type.Number()),
  interval: Nullable(Interval),
  method: Type.String({ description: 'A method of docs/statistics.' }),
  n: Type.Integer({ description: 'Observations used.' }),
  clusters: Type.Integer({ description: 'Independent units behind the interval.' }),
  warnings: Type.Array(ResultWarning),
} as const;

/** A number with its uncertainty. What cannot be computed is null, and a warning says why. */
export const ResultEstimate = Named('ResultEstimate', ESTIMATE);

export const TestResult = Named('TestResult', {
  statistic: Nullable(Type.Number()),
  p_value: Nullable(Type.Number()),
  method: Type.String(),
  n: Type.Integer(),
  warnings: Type.Array(ResultWarning),
});

export const Scope = NamedOneOf(
  'Scope',
  ['cases', 'cases_and_annotators'],
  'Scope of the interval: new scenarios with these annotators, or new scenarios and other annotators.',
);

export type ResultWarning = Static<typeof ResultWarning>;
export type IntervalKind = (typeof INTERVAL_KINDS)[number];
export type ResultInterval = Static<typeof Interval>;
export type ResultEstimate = Static<typeof ResultEstimate>;
export type TestResult = Static<typeof TestResult>;
export type Scope = Static<typeof Scope>;
