import { issues, type ValidationIssue } from '../validation.ts';
import { zoneFaults } from './analysis-faults.ts';
import type {
  Criterion,
  EvaluationSettingsChange,
  EvaluationType,
  NewEvaluationSettings,
  Scale,
} from './evaluation-settings.ts';

type Loc = readonly (string | number)[];

/** The fields of a new evaluation that could be read. */
export interface SentEvaluation {
  readonly variant_ids?: readonly string[];
  readonly evaluation_type?: string;
  readonly inputs?: readonly string[];
  readonly settings?: NewEvaluationSettings;
}

/** The rules of a new evaluation that concern more than one field. */
export function evaluationFaults(sent: SentEvaluation): readonly ValidationIssue[] {
  const variants = sent.variant_ids ?? [];
  const isScoring = sent.evaluation_type === 'single_model_test';
  const criteria = sent.settings?.criteria ?? [];
  return [
    ...countFaults(sent),
    ...repeats(variants.map(idKey), ['body', 'variant_ids'], 'each variant may be named once'),
    ...repeats(sent.inputs ?? [], ['body', 'inputs'], 'each input may be named once'),
    ...settingsFaults(sent.settings ?? {}, isScoring ? 'single_model_test' : 'human_a_b_testing'),
    ...(isScoring ? comparisonFaults(criteria, ['body', 'settings', 'criteria']) : []),
  ];
}

/** A comparison takes two variants. */
function countFaults({ variant_ids, evaluation_type }: SentEvaluation): readonly ValidationIssue[] {
  const minimum = evaluation_type === 'human_a_b_testing' ? 2 : 1;
  if (variant_ids === undefined || variant_ids.length >= minimum) return [];
  return [issues.tooShort(['body', 'variant_ids'], minimum, variant_ids.length)];
}

/** The rules of a new evaluation's settings, with the defaults of those left out. */
function settingsFaults(
  {
    score_min: scoreMin = 0,
    score_max: scoreMax = 100,
    annotator_ids = [],
    criteria = [],
    zone = null,
    exclusion_rules = [],
  }: NewEvaluationSettings,
  type: EvaluationType,
): readonly ValidationIssue[] {
  const loc = ['body', 'settings'];
  return [
    ...(scoreMin < scoreMax
      ? zoneFaults(zone, { type, scoreMin, scoreMax }, [...loc, 'zone'])
      : [scoreScaleFault([...loc, 'score_min'])]),
    ...ruleFaults(exclusion_rules, loc),
    ...annotatorFaults(annotator_ids, loc),
    ...criteriaFaults(criteria, [...loc, 'criteria']),
  ];
}

/** The rules of a change that do not depend on stored settings. */
export function settingsChangeFaults({
  score_min,
  score_max,
  annotator_ids = [],
  criteria = [],
  exclusion_rules = [],
}: EvaluationSettingsChange): readonly ValidationIssue[] {
  const isReversed = score_min !== undefined && score_max !== undefined && score_min >= score_max;
  return [
    ...(isReversed ? [scoreScaleFault(['body', 'score_min'])] : []),
    ...ruleFaults(exclusion_rules, ['body']),
    ...annotatorFaults(annotator_ids, ['body']),
    ...criteriaFaults(criteria, ['body', 'criteria']),
  ];
}

export function scoreScaleFault(loc: Loc): ValidationIssue {
  return issues.valueError(loc, 'score_min must be less than score_max');
}

function ruleFaults(rules: readonly string[], loc: Loc): readonly ValidationIssue[] {
  return repeats(rules, [...loc, 'exclusion_rules'], 'each rule may be named once');
}

function annotatorFaults(ids: readonly string[], loc: Loc): readonly ValidationIssue[] {
  return repeats(ids.map(idKey), [...loc, 'annotator_ids'], 'each person may be named once');
}

export function replacedCriteriaFaults(criteria: readonly Criterion[]): readonly ValidationIssue[] {
  return criteriaFaults(criteria, ['body']);
}

/** Conflicts of a new type with the criteria and variants, sent or stored. */
export function typeFaults(
  type: EvaluationType,
  { sent, criteria, variantCount }: TypeContext,
): readonly ValidationIssue[] {
  const loc = ['body', 'evaluation_type'];
  if (type === 'human_a_b_testing') {
    return variantCount < 2 ? [issues.valueError(loc, 'a comparison takes two variants')] : [];
  }
  if (sent.criteria !== undefined) return comparisonFaults(sent.criteria, ['body', 'criteria']);
  return comparisonFaults(criteria, []).length === 0
    ? []
    : [issues.valueError(loc, 'some criteria are about a comparison: send others along')];
}

interface TypeContext {
  readonly sent: EvaluationSettingsChange;
  /** As they would be after the change. */
  readonly criteria: readonly Criterion[];
  readonly variantCount: number;
}

/** Refuses criteria about a comparison, for an evaluation that shows one output at a time. */
export function comparisonFaults(
  criteria: readonly Criterion[],
  loc: Loc,
): readonly ValidationIssue[] {
  return criteria.flatMap((criterion, index) =>
    criterion?.about === 'comparison'
      ? [issues.valueError([...loc, index, 'about'], 'this evaluation scores one output at a time')]
      : [],
  );
}

/** Beyond their shape, criteria need distinct names and complete scales. */
function criteriaFaults(criteria: readonly Criterion[], loc: Loc): readonly ValidationIssue[] {
  const names = criteria.map((criterion) => criterion?.name?.toLowerCase());
  return [
    ...repeats(names, loc, 'each criterion needs its own name'),
    ...criteria.flatMap((criterion, index) =>
      criterion?.scale === undefined ? [] : scaleFaults(criterion.scale, [...loc, index, 'scale']),
    ),
  ];
}

function scaleFaults(scale: Scale, loc: Loc): readonly ValidationIssue[] {
  switch (scale.kind) {
    case 'likert':
      return listFaults(scale.labels, [...loc, 'labels']);
    case 'choice':
      return listFaults(scale.options, [...loc, 'options']);
    case 'numeric':
      return rangeFaults(scale, loc);
    default:
      return [];
  }
}

function listFaults(list: readonly string[] | undefined, loc: Loc): readonly ValidationIssue[] {
  if (list === undefined) return [issues.missing(loc)];
  if (list.length < 2) return [issues.tooShort(loc, 2, list.length)];
  return repeats(list, loc, 'each may occur once');
}

function rangeFaults({ min, max, step }: Scale, loc: Loc): readonly ValidationIssue[] {
  const missing = Object.entries({ min, max }).flatMap(([name, value]) =>
    value === undefined ? [issues.missing([...loc, name])] : [],
  );
  if (min === undefined || max === undefined) return missing;
  if (min >= max) return [issues.valueError([...loc, 'min'], 'min must be less than max')];
  if (step !== undefined && !(step > 0 && step <= max - min)) {
    return [issues.valueError([...loc, 'step'], 'step must be positive and fit into the range')];
  }
  return [];
}

/** Values that could not be read are undefined. */
export function repeats(
  values: readonly (string | undefined)[],
  loc: Loc,
  why: string,
): readonly ValidationIssue[] {
  const seen = new Set<string>();
  return values.flatMap((value, index) => {
    if (value === undefined) return [];
    if (seen.has(value)) return [issues.valueError([...loc, index], why)];
    seen.add(value);
    return [];
  });
}

/** An id may be written in capitals and without dashes. */
function idKey(id: string | undefined): string | undefined {
  return id?.toLowerCase().replaceAll('-', '');
}
