import type { Static } from 'typebox';
import { Description, Id, Name, Nullable, OneOf, Reference, Timestamp } from '../fields.ts';
import { Named, NamedOneOf } from '../named.ts';
import { Type } from '../type.ts';

/** In the original's words: a comparison of outputs, and scores for each of them. */
export const EVALUATION_TYPES = ['human_a_b_testing', 'single_model_test'] as const;

export const EvaluationType = NamedOneOf('EvaluationType', EVALUATION_TYPES);

export type EvaluationType = (typeof EVALUATION_TYPES)[number];

/** `auto`: each output in the format that its text looks like. */
export const PRESENTATIONS = ['auto', 'text', 'markdown', 'json', 'chat'] as const;

export const Presentation = NamedOneOf('Presentation', PRESENTATIONS);

export const WHO_MAY_JUDGE = ['members', 'listed', 'guests'] as const;

const WhoMayJudge = NamedOneOf('WhoMayJudge', WHO_MAY_JUDGE);

export const SCALE_KINDS = ['binary', 'likert', 'numeric', 'choice', 'text'] as const;

const ABOUT = ['output', 'comparison'] as const;

const About = NamedOneOf('About', ABOUT);

/** The kind of a scale decides which of its fields are needed: see `evaluation-faults.ts`. */
const Scale = Named('Scale', {
  kind: OneOf(SCALE_KINDS),
  labels: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
      maxItems: 11,
      description: 'Likert: the label of each step, lowest first; values are 1, 2, 3 …',
    }),
  ),
  min: Type.Optional(Type.Number({ description: 'Numeric.' })),
  max: Type.Optional(Type.Number({ description: 'Numeric.' })),
  step: Type.Optional(
    Type.Number({
      description:
        'Numeric: the distance between values; without it every number in the range is valid.',
    }),
  ),
  options: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
      maxItems: 50,
      description: 'Choice: the allowed values.',
    }),
  ),
});

export type Scale = Static<typeof Scale>;

export const Criterion = Named('Criterion', {
  name: Name,
  question: Type.Optional(Type.String({ maxLength: 2000 })),
  scale: Scale,
  required: Type.Optional(Type.Boolean()),
  about: Type.Optional(About),
});

export type Criterion = Static<typeof Criterion>;

/** A criterion as it is stored, with its defaults filled in. */
export const FullCriterion = Named('FullCriterion', {
  name: Type.String(),
  question: Type.String(),
  scale: Scale,
  required: Type.Boolean(),
  about: About,
});

export type FullCriterion = Static<typeof FullCriterion>;

export const Criteria = Type.Array(Criterion, { maxItems: 20 });

const PairsPerScenario = Nullable(
  Type.Integer({
    minimum: 1,
    maximum: 45,
    description: 'With three or more variants: pairs compared per scenario; null for all.',
  }),
);

/** What may be set at any time while the evaluation is open, since judgements record it. */
const ALWAYS = {
  guidelines: Type.Optional(Type.String({ maxLength: 50_000, description: 'Markdown.' })),
  presentation: Type.Optional(Presentation),
  who_may_judge: Type.Optional(WhoMayJudge),
  annotator_ids: Type.Optional(Type.Array(Reference, { maxItems: 1000 })),
} as const;

/** Signs for which an annotator's judgements are left out of the statistics. */
export const EXCLUSION_RULES = ['one_sided', 'too_fast', 'same_score'] as const;

const ExclusionRule = NamedOneOf('ExclusionRule', EXCLUSION_RULES);

const Zone = Nullable(
  Type.Number({
    description:
      'The largest difference that does not matter. Comparisons: points of the win rate, above 0 and below 0.5. Scores: steps, above 0 and below score_max − score_min. Null for 5 % of the scale.',
  }),
);

const Level = Type.Number({
  minimum: 0.5,
  maximum: 0.999,
  description: 'Confidence level of all intervals; 0.95 by default.',
});

const MinimumSeconds = Nullable(
  Type.Number({
    minimum: 0,
    maximum: 3600,
    description: 'Judgements made faster do not count in the statistics; null to count all.',
  }),
);

const ExclusionRules = Type.Array(ExclusionRule, {
  maxItems: EXCLUSION_RULES.length,
  description:
    'Annotators who show one of these signs are left out of the statistics: almost always the same side, too fast for the length of the texts, always the same score.',
});

/**
 * How results are computed. Free before the first judgement; a later change is recorded, because
 * its author may have seen results.
 */
const ANALYSIS = {
  zone: Type.Optional(Zone),
  level: Type.Optional(Level),
  minimum_seconds: Type.Optional(MinimumSeconds),
  exclusion_rules: Type.Optional(ExclusionRules),
} as const;

export const JudgementsPerTask = Type.Integer({ minimum: 1, maximum: 20 });

/** Fixed by the first judgement; only `judgements_per_task` can grow after it, as an extension. */
const BEFORE_JUDGEMENTS = {
  judgements_per_task: Type.Optional(JudgementsPerTask),
  score_min: Type.Optional(Type.Number()),
  score_max: Type.Optional(Type.Number()),
  blind: Type.Optional(Type.Boolean()),
  allow_tie: Type.Optional(Type.Boolean()),
  allow_both_bad: Type.Optional(Type.Boolean()),
  pairs_per_scenario: Type.Optional(PairsPerScenario),
} as const;

const ExpectedColumn = Nullable(
  Type.String({
    maxLength: 1024,
  }),
);

/** Labels do not affect judging, so they can change at any time, even when closed. */
const LABELS = {
  name: Type.Optional(Name),
  description: Description,
} as const;

const CHANGEABLE = {
  ...LABELS,
  ...BEFORE_JUDGEMENTS,
  ...ALWAYS,
  ...ANALYSIS,
  criteria: Type.Optional(Criteria),
} as const;

/** Scenarios copy their expected outputs when they are created, so the column is chosen then. */
export const NewEvaluationSettings = Named('NewEvaluationSettings', {
  ...CHANGEABLE,
  expected_column: Type.Optional(ExpectedColumn),
});

export type NewEvaluationSettings = Static<typeof NewEvaluationSettings>;

export const EvaluationSettingsChange = Named('EvaluationSettingsChange', {
  evaluation_type: Type.Optional(EvaluationType),
  archived: Type.Optional(
    Type.Boolean({
      description: 'Archived evaluations are left out of lists and not offered to annotators.',
    }),
  ),
  ...CHANGEABLE,
});

export type EvaluationSettingsChange = Static<typeof EvaluationSettingsChange>;

const EvaluationPlan = Named('EvaluationPlan', {
  scenario_count: Type.Integer({ minimum: 0 }),
  judgements_per_task: JudgementsPerTask,
});

/**
 * Annotators of an open blind evaluation get it without `archived` and the fields after it. `plan`
 * is the plan before the first extension after a judgement; null if there was none.
 */
export const EvaluationSettings = Named('EvaluationSettings', {
  evaluation_id: Id,
  evaluation_type: EvaluationType,
  inputs: Type.Array(Type.String()),
  expected_column: Nullable(Type.String()),
  judgements_per_task: JudgementsPerTask,
  score_min: Type.Number(),
  score_max: Type.Number(),
  testset_revision: Type.Integer({ minimum: 1 }),
  testset_revision_id: Id,
  scenario_count: Type.Integer({ minimum: 0 }),
  judged_count: Type.Integer({ minimum: 0 }),
  locked: Type.Boolean(),
  closed_at: Nullable(Timestamp),
  closed_by: Nullable(Id),
  blind: Type.Boolean(),
  allow_tie: Type.Boolean(),
  allow_both_bad: Type.Boolean(),
  pairs_per_scenario: PairsPerScenario,
  criteria: Type.Array(FullCriterion),
  guidelines: Type.String(),
  guidelines_version: Type.Integer({ minimum: 1 }),
  presentation: Presentation,
  who_may_judge: WhoMayJudge,
  annotator_ids: Type.Array(Id),
  archived: Type.Optional(Type.Boolean()),
  name: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  ...ANALYSIS,
  plan: Type.Optional(Nullable(EvaluationPlan)),
});

export type EvaluationSettings = Static<typeof EvaluationSettings>;

/** Fields whose changes are recorded: after the first judgement, or by an extension. */
export const SETTING_FIELDS = [
  'zone',
  'level',
  'minimum_seconds',
  'exclusion_rules',
  'judgements_per_task',
  'scenario_count',
  'testset_revision',
] as const;

const SettingValue = Type.Union([Type.Number(), Type.Array(Type.String()), Type.Null()]);

export const SettingChange = Named('SettingChange', {
  field: OneOf(SETTING_FIELDS),
  before: SettingValue,
  after: SettingValue,
  judgements: Type.Integer({ minimum: 0, description: 'How many judgements existed then.' }),
  changed_by: Id,
  created_at: Timestamp,
});

export type SettingChange = Static<typeof SettingChange>;
