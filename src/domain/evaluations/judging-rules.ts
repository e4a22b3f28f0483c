import type {
  EvaluationSettingsChange,
  EvaluationType,
  SettingChange,
} from '../../contract/evaluations/evaluation-settings.ts';
import { applySettings, type StoredSettings } from './evaluation-settings.ts';

/** Everything people can set about the judging of an evaluation. */
export interface JudgingRules {
  readonly type: EvaluationType;
  readonly settings: StoredSettings;
  readonly judgementsPerTask: number;
  readonly guidelines: string;
}

/** The rules with the sent fields replaced; the caller has looked up `annotatorIds`. */
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
 * When a change is allowed: 'any time' where judgements record the setting or do not depend on it,
 * 'before judgements' where all judgements must be made under the same setting.
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
    judgementsPerTask: isExtended(current, next)
      ? current.judgementsPerTask
      : next.judgementsPerTask,
    guidelines: current.guidelines,
  };
  const isAnyTime = isOnlyAnalysis(current, withoutOthers);
  return isAnyTime ? 'any time' : 'before judgements';
}

/** Whether the rules differ only in how results are computed, which annotators never see. */
export function isOnlyAnalysis(current: JudgingRules, next: JudgingRules): boolean {
  const { zone, level, minimumSeconds, exclusionRules } = current.settings;
  const analysis = { zone, level, minimumSeconds, exclusionRules };
  return isSame(current, { ...next, settings: { ...next.settings, ...analysis } });
}

/** Whether tasks get more judgements than before; existing judgements stay valid. */
export function isExtended(
  current: Pick<JudgingRules, 'judgementsPerTask'>,
  next: Pick<JudgingRules, 'judgementsPerTask'>,
): boolean {
  return next.judgementsPerTask > current.judgementsPerTask;
}

/** One setting before and after a change, in the words of the contract. */
export type FieldChange = Pick<SettingChange, 'field' | 'before' | 'after'>;

/** The changes to record once a judgement exists: their author may have seen results. */
export function recordedChanges(current: JudgingRules, next: JudgingRules): readonly FieldChange[] {
  const before = recordedSettings(current);
  const after = recordedSettings(next);
  return before.flatMap(([field, value], place) => {
    const changed = after[place]?.[1] ?? null;
    const isChanged = JSON.stringify(value) !== JSON.stringify(changed);
    return isChanged ? [{ field, before: value, after: changed }] : [];
  });
}

const EXTENSIONS: readonly FieldChange['field'][] = [
  'judgements_per_task',
  'scenario_count',
  'testset_revision',
];

/** Whether results are computed other than set before the first judgement. Oldest change first. */
export function isAnalysisChanged(changes: readonly FieldChange[]): boolean {
  const analysis = changes.filter(({ field }) => !EXTENSIONS.includes(field));
  const byField = [...Map.groupBy(analysis, ({ field }) => field).values()];
  return byField.some(
    (own) => JSON.stringify(own[0]?.before) !== JSON.stringify(own.at(-1)?.after),
  );
}

function recordedSettings({
  settings,
  judgementsPerTask,
}: JudgingRules): readonly (readonly [FieldChange['field'], FieldChange['before']])[] {
  return [
    ['zone', settings.zone],
    ['level', settings.level],
    ['minimum_seconds', settings.minimumSeconds],
    ['exclusion_rules', [...settings.exclusionRules]],
    ['judgements_per_task', judgementsPerTask],
  ];
}

/** All rules have the same order of keys, so equal rules have equal texts. */
function isSame(left: JudgingRules, right: JudgingRules): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
