import type {
  EvaluationSettings,
  EvaluationType,
  EXCLUSION_RULES,
  NewEvaluationSettings,
} from '../../contract/evaluations/evaluation-settings.ts';
import { strings } from '../strings.ts';
import { type NumberRule, numberIn } from '../ui/number-text.ts';
import { isComparison } from './is-comparison.ts';

export type ExclusionRule = (typeof EXCLUSION_RULES)[number];

/** The form's settings of how results are computed. */
interface AnalysisDraft {
  readonly type: EvaluationType;
  readonly zone: string;
  readonly level: string;
  readonly minimumSeconds: string;
  readonly exclusionRules: readonly ExclusionRule[];
}

export const DEFAULT_ANALYSIS: Omit<AnalysisDraft, 'type'> = {
  zone: '',
  level: '95',
  minimumSeconds: '',
  exclusionRules: [],
};

export const LEVEL: NumberRule = { min: 50, max: 99.9 };

export const SECONDS: NumberRule = { min: 0, max: 3600 };

const POINTS: NumberRule = { min: 0.1, max: 49.9 };

/** Only the server knows the end of the scale. */
const STEPS: NumberRule = { min: 0 };

/** A zone is points of the win rate, or steps of the score. */
export function zoneTexts({ type }: Pick<AnalysisDraft, 'type'>) {
  const texts = strings.evaluations.analysis;
  return isComparison(type)
    ? { label: texts.zonePoints, hint: texts.zonePointsHint, rule: POINTS }
    : { label: texts.zoneSteps, hint: texts.zoneStepsHint, rule: STEPS };
}

export function analysisDraftOf(settings: EvaluationSettings): Omit<AnalysisDraft, 'type'> {
  const { zone = null, level, minimum_seconds, exclusion_rules = [] } = settings;
  const isShare = zone !== null && isComparison(settings.evaluation_type);
  const shown = isShare ? percentOf(zone) : zone;
  return {
    zone: String(shown ?? ''),
    level: level === undefined ? '' : String(percentOf(level)),
    minimumSeconds: String(minimum_seconds ?? ''),
    exclusionRules: exclusion_rules,
  };
}

/** Twelve digits drop floating-point error. */
export function percentOf(share: number): number {
  return Number((share * 100).toPrecision(12));
}

export function analysisOf(draft: AnalysisDraft): NewEvaluationSettings {
  const texts = strings.evaluations.analysis;
  const { zone, level, minimumSeconds, exclusionRules } = draft;
  return {
    zone: zone.trim() === '' ? null : zoneOf(draft),
    level: numberIn(level, LEVEL, texts.level) / 100,
    minimum_seconds:
      minimumSeconds.trim() === '' ? null : numberIn(minimumSeconds, SECONDS, texts.minimum),
    exclusion_rules: [...exclusionRules],
  };
}

function zoneOf(draft: AnalysisDraft): number {
  const { label, rule } = zoneTexts(draft);
  const number = numberIn(draft.zone, rule, label);
  return isComparison(draft.type) ? number / 100 : number;
}
