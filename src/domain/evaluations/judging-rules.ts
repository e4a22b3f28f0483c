import type {
  EvaluationSettingsChange,
  EvaluationType,
} from '../../contract/evaluations/evaluation-settings.ts';
import { applySettings, type StoredSettings } from './evaluation-settings.ts';

/** Everything that people can set about how an evaluation is judged. */
export interface JudgingRules {
  readonly type: EvaluationType;
  readonly settings: StoredSettings;
  readonly judgementsPerTask: number;
  readonly guidelines: string;
}

/** The rules with what was sent in place of what was there; ids were looked up before. */
export function changeRules(
  current: JudgingRules,
  sent: Omit<EvaluationSettingsChange, 'annotator_ids'>,
  annotatorIds: readonly string[] | undefined,
): JudgingRules {
  return {
    type: sent.evaluation_type ?? current.type,
    settings: applySettings(current.settings, sent, annotatorIds),
    judgementsPerTask: sent.judgements_per_task ?? current.judgementsPerTask,
    guidelines: sent.guidelines ?? current.guidelines,
  };
}

/**
 * What a change would do: nothing, or something that judgements record or do not depend on, or
 * something that all judgements have to be made under alike.
 */
export function effectOf(
  current: JudgingRules,
  next: JudgingRules,
): 'none' | 'any time' | 'before judgements' {
  if (isSame(current, next)) return 'none';
  const { presentation, whoMayJudge, annotatorIds } = current.settings;
  const withoutOthers = {
    ...next,
    settings: { ...next.settings, presentation, whoMayJudge, annotatorIds },
    guidelines: current.guidelines,
  };
  return isSame(current, withoutOthers) ? 'any time' : 'before judgements';
}

/** Rules are always put together in one order of keys, so that equal ones have equal texts. */
function isSame(left: JudgingRules, right: JudgingRules): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
