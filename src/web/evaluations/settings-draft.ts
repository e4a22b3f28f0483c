import type {
  EvaluationSettings,
  EvaluationType,
  NewEvaluationSettings,
  PRESENTATIONS,
  WHO_MAY_JUDGE,
} from '../../contract/evaluation-settings.ts';
import { type CriterionDraft, criterionDraftOf, criterionOf } from './criterion-draft.ts';

/** How an evaluation is judged and by whom, as it is typed. */
export interface SettingsDraft {
  readonly type: EvaluationType;
  readonly judgementsPerTask: number;
  readonly isBlind: boolean;
  readonly allowTie: boolean;
  readonly allowBothBad: boolean;
  readonly scoreMin: number;
  readonly scoreMax: number;
  /** Of three or more variants; null: all pairs. */
  readonly pairsPerScenario: number | null;
  readonly presentation: (typeof PRESENTATIONS)[number];
  readonly guidelines: string;
  readonly criteria: readonly CriterionDraft[];
  readonly whoMayJudge: (typeof WHO_MAY_JUDGE)[number];
  readonly annotatorIds: readonly string[];
}

export type ChangeSettings = (part: Partial<SettingsDraft>) => void;

export const USUAL_SETTINGS: SettingsDraft = {
  type: 'human_a_b_testing',
  judgementsPerTask: 1,
  isBlind: true,
  allowTie: true,
  allowBothBad: true,
  scoreMin: 1,
  scoreMax: 5,
  pairsPerScenario: null,
  presentation: 'text',
  guidelines: '',
  criteria: [],
  whoMayJudge: 'members',
  annotatorIds: [],
};

export function isComparison({ type }: Pick<SettingsDraft, 'type'>): boolean {
  return type === 'human_a_b_testing';
}

/** All pairs of so many variants. */
export function pairCount(variantCount: number): number {
  return (variantCount * (variantCount - 1)) / 2;
}

export function settingsDraftOf(settings: EvaluationSettings): SettingsDraft {
  return {
    type: settings.evaluation_type,
    judgementsPerTask: settings.judgements_per_task,
    isBlind: settings.blind,
    allowTie: settings.allow_tie,
    allowBothBad: settings.allow_both_bad,
    scoreMin: settings.score_min,
    scoreMax: settings.score_max,
    pairsPerScenario: settings.pairs_per_scenario,
    presentation: settings.presentation,
    guidelines: settings.guidelines,
    criteria: settings.criteria.map(criterionDraftOf),
    whoMayJudge: settings.who_may_judge,
    annotatorIds: settings.annotator_ids,
  };
}

export function settingsOf(draft: SettingsDraft, variantCount: number): NewEvaluationSettings {
  const isPaired = isComparison(draft);
  return {
    judgements_per_task: draft.judgementsPerTask,
    blind: draft.isBlind,
    ...(isPaired
      ? { allow_tie: draft.allowTie, allow_both_bad: draft.allowBothBad }
      : { score_min: draft.scoreMin, score_max: draft.scoreMax }),
    ...(isPaired && variantCount > 2 ? { pairs_per_scenario: draft.pairsPerScenario } : {}),
    presentation: draft.presentation,
    guidelines: draft.guidelines,
    criteria: draft.criteria.map((criterion) => criterionOf(criterion, isPaired)),
    who_may_judge: draft.whoMayJudge,
    annotator_ids: draft.whoMayJudge === 'listed' ? [...draft.annotatorIds] : [],
  };
}
