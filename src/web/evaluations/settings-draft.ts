import type {
  EvaluationSettings,
  EvaluationType,
  NewEvaluationSettings,
  PRESENTATIONS,
  WHO_MAY_JUDGE,
} from '../../contract/evaluations/evaluation-settings.ts';
import { strings } from '../strings.ts';
import { type NumberRule, numberIn } from '../ui/number-text.ts';
import {
  analysisDraftOf,
  analysisOf,
  DEFAULT_ANALYSIS,
  type ExclusionRule,
} from './analysis-draft.ts';
import { type CriterionDraft, criterionDraftOf, criterionOf } from './criterion-draft.ts';
import { isComparison } from './is-comparison.ts';

/** The settings of an evaluation in the form; numbers stay text until sent. */
export interface SettingsDraft {
  readonly type: EvaluationType;
  readonly judgementsPerTask: string;
  readonly isBlind: boolean;
  readonly allowTie: boolean;
  readonly allowBothBad: boolean;
  readonly scoreMin: string;
  readonly scoreMax: string;
  /** For three or more variants; empty for all pairs. */
  readonly pairsPerScenario: string;
  readonly presentation: (typeof PRESENTATIONS)[number];
  readonly guidelines: string;
  readonly criteria: readonly CriterionDraft[];
  readonly whoMayJudge: (typeof WHO_MAY_JUDGE)[number];
  readonly annotatorIds: readonly string[];
  /** Points of the win rate, or steps of the score; empty for 5 % of the scale. */
  readonly zone: string;
  /** In percent; empty for users who may not see it. */
  readonly level: string;
  /** Empty to count all judgements. */
  readonly minimumSeconds: string;
  readonly exclusionRules: readonly ExclusionRule[];
}

export type ChangeSettings = (part: Partial<SettingsDraft>) => void;

export const DEFAULT_SETTINGS: SettingsDraft = {
  type: 'human_a_b_testing',
  judgementsPerTask: '1',
  isBlind: true,
  allowTie: true,
  allowBothBad: true,
  scoreMin: '1',
  scoreMax: '5',
  pairsPerScenario: '',
  presentation: 'auto',
  guidelines: '',
  criteria: [],
  whoMayJudge: 'members',
  annotatorIds: [],
  ...DEFAULT_ANALYSIS,
};

/** The number of pairs of variants. */
export function pairCount(variantCount: number): number {
  return (variantCount * (variantCount - 1)) / 2;
}

export const OVERLAP: NumberRule = { min: 1, max: 20, step: 1 };

export const SCORE: NumberRule = {};

export function pairsRule(variantCount: number): NumberRule {
  return { min: 1, max: pairCount(variantCount), step: 1 };
}

export function settingsDraftOf(settings: EvaluationSettings): SettingsDraft {
  return {
    type: settings.evaluation_type,
    judgementsPerTask: String(settings.judgements_per_task),
    isBlind: settings.blind,
    allowTie: settings.allow_tie,
    allowBothBad: settings.allow_both_bad,
    scoreMin: String(settings.score_min),
    scoreMax: String(settings.score_max),
    pairsPerScenario: String(settings.pairs_per_scenario ?? ''),
    presentation: settings.presentation,
    guidelines: settings.guidelines,
    criteria: settings.criteria.map(criterionDraftOf),
    whoMayJudge: settings.who_may_judge,
    annotatorIds: settings.annotator_ids,
    ...analysisDraftOf(settings),
  };
}

/** Settings from the draft; throws an error with a sentence for text that is not a number. */
export function settingsOf(draft: SettingsDraft, variantCount: number): NewEvaluationSettings {
  const texts = strings.evaluations.rules;
  const isPaired = isComparison(draft.type);
  return {
    judgements_per_task: numberIn(draft.judgementsPerTask, OVERLAP, texts.overlap),
    blind: draft.isBlind,
    ...(isPaired
      ? { allow_tie: draft.allowTie, allow_both_bad: draft.allowBothBad }
      : scoresOf(draft)),
    ...(isPaired && variantCount > 2 ? { pairs_per_scenario: pairsOf(draft, variantCount) } : {}),
    presentation: draft.presentation,
    guidelines: draft.guidelines,
    criteria: draft.criteria.map((criterion) => criterionOf(criterion, isPaired)),
    who_may_judge: draft.whoMayJudge,
    annotator_ids: draft.whoMayJudge === 'listed' ? [...draft.annotatorIds] : [],
    ...analysisOf(draft),
  };
}

/** With criteria, annotators score those instead of the output. */
function scoresOf({ scoreMin, scoreMax, criteria }: SettingsDraft) {
  if (criteria.length > 0) return {};
  const texts = strings.evaluations.rules;
  return {
    score_min: numberIn(scoreMin, SCORE, texts.lowest),
    score_max: numberIn(scoreMax, SCORE, texts.highest),
  };
}

function pairsOf({ pairsPerScenario }: SettingsDraft, variantCount: number): number | null {
  if (pairsPerScenario.trim() === '') return null;
  return numberIn(pairsPerScenario, pairsRule(variantCount), strings.evaluations.rules.pairs);
}
