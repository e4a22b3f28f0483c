import type {
  EXCLUSION_RULES,
  FullCriterion,
  NewEvaluationSettings,
  PRESENTATIONS,
  WHO_MAY_JUDGE,
} from '../../contract/evaluations/evaluation-settings.ts';
import type { DesignRequest } from './pair-design.ts';

/** How an evaluation is judged; stored as one JSON value. */
export interface StoredSettings {
  readonly scoreMin: number;
  readonly scoreMax: number;
  readonly isBlind: boolean;
  readonly allowTie: boolean;
  readonly allowBothBad: boolean;
  /** Used with three or more variants; null for all pairs. */
  readonly pairsPerScenario: number | null;
  readonly criteria: readonly FullCriterion[];
  readonly presentation: (typeof PRESENTATIONS)[number];
  readonly whoMayJudge: (typeof WHO_MAY_JUDGE)[number];
  /** Users who may judge where `whoMayJudge` is 'listed'. */
  readonly annotatorIds: readonly string[];
  /** The largest difference that does not matter; null for a twentieth of the scale. */
  readonly zone: number | null;
  readonly level: number;
  /** Judgements made faster do not count. */
  readonly minimumSeconds: number | null;
  readonly exclusionRules: readonly (typeof EXCLUSION_RULES)[number][];
  /** Absent where it was never chosen; null for no column. */
  readonly expectedColumn?: string | null;
}

export const DEFAULT_SETTINGS: StoredSettings = {
  scoreMin: 0,
  scoreMax: 100,
  isBlind: true,
  allowTie: true,
  allowBothBad: true,
  pairsPerScenario: null,
  criteria: [],
  presentation: 'auto',
  whoMayJudge: 'members',
  annotatorIds: [],
  zone: null,
  level: 0.95,
  minimumSeconds: null,
  exclusionRules: [],
};

/** The settings with the sent fields replaced; the caller has looked up `annotatorIds`. */
export function applySettings(
  current: StoredSettings,
  sent: Omit<NewEvaluationSettings, 'annotator_ids'>,
  annotatorIds: readonly string[] | undefined,
): StoredSettings {
  const { expected_column: expectedColumn = current.expectedColumn } = sent;
  return {
    scoreMin: sent.score_min ?? current.scoreMin,
    scoreMax: sent.score_max ?? current.scoreMax,
    isBlind: sent.blind ?? current.isBlind,
    allowTie: sent.allow_tie ?? current.allowTie,
    allowBothBad: sent.allow_both_bad ?? current.allowBothBad,
    pairsPerScenario:
      sent.pairs_per_scenario === undefined ? current.pairsPerScenario : sent.pairs_per_scenario,
    criteria: sent.criteria?.map(fullCriterion) ?? current.criteria,
    presentation: sent.presentation ?? current.presentation,
    whoMayJudge: sent.who_may_judge ?? current.whoMayJudge,
    annotatorIds: annotatorIds ?? current.annotatorIds,
    zone: sent.zone === undefined ? current.zone : sent.zone,
    level: sent.level ?? current.level,
    minimumSeconds:
      sent.minimum_seconds === undefined ? current.minimumSeconds : sent.minimum_seconds,
    exclusionRules: sent.exclusion_rules ?? current.exclusionRules,
    ...(expectedColumn === undefined ? {} : { expectedColumn }),
  };
}

/** Drops `pairsPerScenario` unless three or more variants are compared. */
export function withPairsOf(
  { kind, variantCount }: Pick<DesignRequest, 'kind' | 'variantCount'>,
  settings: StoredSettings,
): StoredSettings {
  const hasPairs = kind === 'comparison' && variantCount > 2;
  return hasPairs ? settings : { ...settings, pairsPerScenario: null };
}

function fullCriterion(
  criterion: NonNullable<NewEvaluationSettings['criteria']>[number],
): FullCriterion {
  return {
    name: criterion.name,
    question: criterion.question ?? '',
    scale: criterion.scale,
    required: criterion.required ?? true,
    about: criterion.about ?? 'output',
  };
}
