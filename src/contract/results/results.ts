import type { Static } from 'typebox';
import { Id, Nullable, OneOf } from '../fields.ts';
import { Named, NamedOneOf } from '../named.ts';
import { Type } from '../type.ts';
import { Interval, ResultEstimate, ResultWarning, Scope, TestResult } from './result-estimates.ts';

export const ESTIMANDS = [
  'score_win_rate',
  'win_rate_difference',
  'mean_score',
  'mean_score_difference',
] as const;

export const Estimand = NamedOneOf('Estimand', ESTIMANDS);

const CaseNumber = Type.Integer({ description: 'Position of the scenario, from 0.' });

export const MoreNeeded = Named('MoreNeeded', {
  judgements: Type.Integer({ description: 'Enough to settle it with a chance of one in two.' }),
  cases: Type.Integer({ description: 'Scenarios for these judgements.' }),
  low: Type.Integer({ description: 'Judgements: enough with a chance of one in four.' }),
  high: Nullable(
    Type.Integer({
      description: 'Judgements: enough with a chance of four in five; null: no limit.',
    }),
  ),
  within_plan: Type.Boolean({ description: 'The upper end lies within the plan.' }),
});

/** Whether the verdict would hold for annotators other than those who judged. */
export const OtherAnnotators = Named('OtherAnnotators', {
  word: OneOf(['better', 'worse', 'equivalent', 'not_yet_clear', 'too_few_annotators']),
  interval: Nullable(Interval),
  annotators_needed: Type.Integer({ description: 'Annotators still missing for a conclusion.' }),
  method: Type.String(),
});

/** What was planned before the first judgement, and how far it has come. */
export const PlanState = Named('PlanState', {
  cases: Type.Integer({ description: 'Planned scenarios.' }),
  judgements_per_task: Type.Integer(),
  completed_cases: Type.Integer(),
  phase: OneOf(['before_end', 'at_end', 'past_plan']),
  extended: Type.Boolean(),
});

/** Differences too small to matter. */
export const Zone = Named('Zone', { low: Type.Number(), high: Type.Number() });

/** The answer in one line, as data: `variant` is `word` compared with `against`. */
export const Verdict = Named('Verdict', {
  settled: Type.Boolean(),
  word: OneOf(['better', 'worse', 'equivalent', 'not_yet_clear']),
  leader: Nullable(Id),
  variant: Nullable(Id),
  against: Nullable(
    Type.String({ format: 'uuid', description: 'Among several variants, the closest rival.' }),
  ),
  criterion: Nullable(Type.String()),
  estimand: Estimand,
  effect: Nullable(Type.Number()),
  interval: Nullable(Interval),
  reference: Type.Number({ description: 'The effect that means "no difference".' }),
  zone: Nullable(Zone),
  within_zone: Type.Boolean({
    description: 'Settled, with a difference smaller than the one that matters.',
  }),
  method: Type.String(),
  scope: Scope,
  other_annotators: OtherAnnotators,
  plan: PlanState,
  settled_at: Nullable(
    Type.Integer({
      description:
        'Completed scenarios when it was settled. It stays settled while all scenarios together agree.',
    }),
  ),
  adjusted_effect: Nullable(
    Type.Number({
      description: 'After an early stop: the effect corrected for stopping early.',
    }),
  ),
  cases: Type.Integer(),
  judgements: Type.Integer(),
  annotators: Type.Integer(),
  may_stop: Type.Boolean(),
  stop_reason: OneOf(['better', 'worse', 'equivalent', 'precise', 'budget', 'continue']),
  more_needed: Nullable(MoreNeeded),
  warnings: Type.Array(ResultWarning),
});

const Reading = NamedOneOf('Reading', ['better', 'worse', 'not_yet_clear']);

/** Rates are those of `variant` against `against`. */
export const TwoVariants = Named('TwoVariants', {
  variant: Id,
  against: Id,
  counts: Named('PairCounts', {
    wins: Type.Integer(),
    ties: Type.Integer({ description: 'Both good.' }),
    both_bad: Type.Integer(),
    losses: Type.Integer(),
  }),
  score_win_rate: ResultEstimate,
  decisive_win_rate: ResultEstimate,
  net_win_rate: ResultEstimate,
  tie_rate: ResultEstimate,
  both_bad_rate: ResultEstimate,
  sign_test: Nullable(TestResult),
  tie_sensitivity: Named('TieSensitivity', {
    sensitive: Type.Boolean(),
    ties_as_half: Reading,
    ties_dropped: Reading,
  }),
});

const Known = NamedOneOf('Known', ['better', 'worse', 'equivalent', 'not_yet_clear']);

const Difference = Named('Difference', {
  variant: Id,
  against: Id,
  difference: ResultEstimate,
  known: Known,
});

const RankedVariant = Named('RankedVariant', {
  variant: Id,
  win_rate: ResultEstimate,
  both_bad_rate: ResultEstimate,
  rank_best: Type.Integer(),
  rank_worst: Type.Integer(),
});

const WinCell = Named('WinCell', {
  variant: Id,
  against: Id,
  win_rate: ResultEstimate,
  votes: Type.Integer(),
  ties: Type.Integer(),
  both_bad: Type.Integer(),
});

export const SeveralVariants = Named('SeveralVariants', {
  warnings: Type.Array(ResultWarning),
  variants: Type.Array(RankedVariant),
  differences: Type.Array(Difference),
  win_matrix: Type.Array(WinCell),
  groups: Type.Array(Type.Array(Id), {
    description: 'Variants that were compared with each other, directly or through others.',
  }),
  choices: Named('ChoiceCounts', {
    total: Type.Integer({ description: 'Choices among all variants of a scenario.' }),
    all_good: Type.Integer(),
    all_bad: Type.Integer(),
  }),
});

const VariantScores = Named('VariantScores', {
  variant: Id,
  mean: ResultEstimate,
  distribution: Type.Array(Named('ScoreCount', { value: Type.Number(), count: Type.Integer() })),
});

const ScoreDifference = Named('ScoreDifference', {
  variant: Id,
  against: Id,
  difference: ResultEstimate,
  known: Known,
  superiority: ResultEstimate,
  rank_test: Nullable(TestResult),
});

export const CriterionScores = Named('CriterionScores', {
  criterion: Type.String(),
  scale: OneOf(['binary', 'likert', 'numeric', 'choice']),
  low: Nullable(Type.Number({ description: 'End of the scale; null where it has none.' })),
  high: Nullable(Type.Number()),
  variants: Type.Array(VariantScores),
  differences: Type.Array(ScoreDifference),
  several_variants_test: Nullable(TestResult),
  warnings: Type.Array(ResultWarning),
});

export const AgreementPanel = Named('AgreementPanel', {
  criterion: Nullable(Type.String()),
  measured_on: OneOf(['preference', 'choice', 'score']),
  raw: ResultEstimate,
  krippendorff: ResultEstimate,
  gwet: ResultEstimate,
  ordered: Nullable(ResultEstimate),
  annotator_pairs: Type.Array(
    Named('AnnotatorPair', {
      annotator: Type.String(),
      other: Type.String(),
      agreement: ResultEstimate,
    }),
  ),
  disputed_cases: Type.Array(
    Named('DisputedCase', {
      case: CaseNumber,
      disagreement: Type.Number({ description: 'Share of pairs of annotators who disagree.' }),
      judgements: Type.Integer(),
    }),
  ),
  warnings: Type.Array(ResultWarning),
});

const MarkKind = NamedOneOf('MarkKind', [
  'one_sided',
  'too_fast',
  'same_score',
  'low_agreement',
  'drift',
]);

/** A sign that an annotator's judgements need a look; docs/statistics/annotator-quality.md has the rules. */
const AnnotatorMark = Named('AnnotatorMark', {
  kind: MarkKind,
  sentence: Type.String({ description: 'The mark for people, without a name.' }),
  about: Nullable(OneOf(['left', 'right', 'tie', 'both_bad', 'score'])),
  criterion: Nullable(Type.String()),
  count: Type.Integer({ description: 'Judgements with the sign, for example for one side.' }),
  of: Type.Integer({ description: 'Judgements looked at.' }),
  value: Nullable(
    Type.Number({
      description: 'Seconds, the score, agreement, or what the later half of the judgements shows.',
    }),
  ),
  compared_with: Nullable(
    Type.Number({
      description: 'Seconds to read, agreement of the others, or what the earlier half shows.',
    }),
  ),
  p_value: Nullable(Type.Number({ description: 'Adjusted for looking at every annotator.' })),
});

/** The effect of the verdict as one annotator sees it. */
export const AnnotatorEffect = Named('AnnotatorEffect', {
  own: Type.Number({ description: 'From the judgements of this annotator alone.' }),
  pooled: Type.Object(ResultEstimate.properties, {
    title: 'ResultEstimate',
    description:
      'Drawn towards the effect of all annotators by the share of the distance that chance explains; none with fewer than five annotators.',
  }),
});

export const AnnotatorQuality = Named('AnnotatorQuality', {
  annotator: Type.String(),
  judgements: Type.Integer(),
  share: Type.Number({ description: 'Of all judgements.' }),
  agreement: ResultEstimate,
  agreement_z: Nullable(Type.Number()),
  median_seconds: Nullable(Type.Number()),
  first_share: Nullable(ResultEstimate),
  entropy_bits: Type.Number(),
  severity: Nullable(ResultEstimate),
  marks: Type.Array(AnnotatorMark),
  without: Nullable(
    Type.Object(ResultEstimate.properties, {
      title: 'ResultEstimate',
      description: 'The headline without this annotator; for those with a mark.',
    }),
  ),
  effect: Nullable(AnnotatorEffect),
  warnings: Type.Array(ResultWarning),
});

/** Change per ten tasks of one annotator. */
const Drift = Named('Drift', {
  about: OneOf(['left', 'tie', 'score']),
  criterion: Nullable(Type.String()),
  per_ten_tasks: ResultEstimate,
  p_value: Nullable(Type.Number()),
  alarm: Type.Boolean(),
});

const PositionBias = Named('PositionBias', {
  effect: ResultEstimate,
  first_wins: ResultEstimate,
  p_value: Nullable(Type.Number()),
  alarm: Type.Boolean(),
});

const LengthBias = Named('LengthBias', { longer_wins: ResultEstimate, alarm: Type.Boolean() });

export const BiasStrip = Named('BiasStrip', {
  position: Nullable(PositionBias),
  length: Nullable(LengthBias),
  pace: Named('Pace', {
    median_seconds: ResultEstimate,
    judgements_with_time: Type.Integer(),
  }),
  drift: Type.Array(Drift),
  annotators: Type.Array(AnnotatorQuality),
});

/** Each pair as if both outputs had the same length. */
const EqualLength = Named('EqualLength', {
  variant: Id,
  against: Id,
  decisive_win_rate: ResultEstimate,
  score_win_rate: Type.Object(ResultEstimate.properties, {
    title: 'ResultEstimate',
    description: 'Ties and both bad count half, as in the headline.',
  }),
});

export const LengthEffect = Named('LengthEffect', {
  longer_wins: ResultEstimate,
  effect: Type.Object(ResultEstimate.properties, {
    title: 'ResultEstimate',
    description: 'Advantage of the longer output in logits, apart from the variants’ strengths.',
  }),
  p_value: Nullable(Type.Number()),
  at_equal_length: Type.Array(EqualLength),
  warnings: Type.Array(ResultWarning),
});

export const SliceResult = Named('SliceResult', {
  slice: Type.String(),
  label: Type.String(),
  pooled: Type.Boolean({ description: 'All values shared by too few scenarios, together.' }),
  variant: Id,
  against: Nullable(Id),
  criterion: Nullable(Type.String()),
  effect: ResultEstimate,
  p_value: Nullable(Type.Number()),
  adjusted_p: Nullable(Type.Number()),
  survives: Type.Boolean({ description: 'At the level of the page, after Benjamini–Hochberg.' }),
});

/** The headline's parts of the results as they would be if nothing were left out. */
const ResultsWithAll = Named('ResultsWithAll', {
  verdict: Verdict,
  two_variants: Nullable(TwoVariants),
  several_variants: Nullable(SeveralVariants),
  scores: Type.Array(CriterionScores),
});

export const Computation = Named('Computation', {
  estimand: Estimand,
  scope: Scope,
  level: Type.Number(),
  plan: PlanState,
  cases: Type.Integer({ description: 'Scenarios of the evaluation.' }),
  judged_cases: Type.Integer(),
  completed_cases: Type.Integer({
    description: 'Scenarios with all judgements that the plan asks for.',
  }),
  judgements: Type.Integer({ description: 'Judgements used.' }),
  annotators: Type.Integer({ description: 'Annotators with at least one used judgement.' }),
  judgements_per_case_wanted: Type.Integer(),
  exclusions: Named('Exclusions', {
    annotators: Type.Array(Type.String()),
    minimum_seconds: Nullable(Type.Number()),
    rules: Type.Array(MarkKind),
    rule_annotators: Type.Array(
      Named('RuleExclusion', { annotator: Type.String(), rules: Type.Array(MarkKind) }),
    ),
    by_annotator: Type.Integer({ description: 'Judgements of annotators left out by hand.' }),
    by_rule: Type.Integer({ description: 'Judgements of annotators left out by a rule.' }),
    by_time: Type.Integer(),
    invalid: Type.Integer(),
    headline_with_all: Nullable(ResultEstimate),
    results_with_all: Nullable(ResultsWithAll),
  }),
  methods: Type.Array(Type.String()),
});

/** Variants and annotators appear by id only: the page that shows them decides which to name. */
export const ResultStatistics = Named('ResultStatistics', {
  kind: OneOf(['comparison', 'scoring']),
  verdict: Verdict,
  two_variants: Nullable(TwoVariants),
  several_variants: Nullable(SeveralVariants),
  scores: Type.Array(CriterionScores),
  agreement: Type.Array(AgreementPanel),
  bias: BiasStrip,
  length_effect: Nullable(LengthEffect),
  slices: Type.Array(SliceResult),
  computation: Computation,
  warnings: Type.Array(ResultWarning),
});

export type Verdict = Static<typeof Verdict>;
export type MoreNeeded = Static<typeof MoreNeeded>;
export type OtherAnnotators = Static<typeof OtherAnnotators>;
export type PlanState = Static<typeof PlanState>;
export type TwoVariants = Static<typeof TwoVariants>;
export type SeveralVariants = Static<typeof SeveralVariants>;
export type CriterionScores = Static<typeof CriterionScores>;
export type AgreementPanel = Static<typeof AgreementPanel>;
export type AnnotatorEffect = Static<typeof AnnotatorEffect>;
export type AnnotatorMark = Static<typeof AnnotatorMark>;
export type AnnotatorQuality = Static<typeof AnnotatorQuality>;
export type BiasStrip = Static<typeof BiasStrip>;
export type LengthEffect = Static<typeof LengthEffect>;
export type SliceResult = Static<typeof SliceResult>;
export type Computation = Static<typeof Computation>;
export type ResultStatistics = Static<typeof ResultStatistics>;
